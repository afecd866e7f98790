"""P-values: the regularised incomplete gamma function, as much of it as the chi-square test needs."""

from __future__ import annotations

import math

NEAR = 1e-15
MOST = 10_000  # steps; far fewer are needed


def chi_square_p(value: float, freedom: int) -> float:
    """The chance that a chi-square variable of so many degrees of freedom is at least `value`."""
    if value <= 0:
        return 1.0
    a, x = freedom / 2, value / 2
    return min(1.0, max(0.0, 1 - _series(a, x) if x < a + 1 else _fraction(a, x)))


def normal_p(z: float) -> float:
    """The chance that a standard normal variable is at least as far from 0."""
    return math.erfc(abs(z) / math.sqrt(2))


def _scale(a: float, x: float) -> float:
    return math.exp(a * math.log(x) - x - math.lgamma(a))


def _series(a: float, x: float) -> float:
    """P(a, x) = xᵃ e⁻ˣ / Γ(a) · Σ xⁿ / (a (a+1) … (a+n)); quick for small x."""
    term = total = 1 / a
    for n in range(1, MOST):
        term *= x / (a + n)
        total += term
        if term < total * NEAR:
            break
    return _scale(a, x) * total


def _fraction(a: float, x: float) -> float:
    """Q(a, x) as a continued fraction, by Lentz's method; quick for large x."""
    b = x + 1 - a
    c, d = math.inf, 1 / b
    value = d
    for n in range(1, MOST):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        value *= c * d
        if abs(c * d - 1) < NEAR:
            break
    return _scale(a, x) * value
