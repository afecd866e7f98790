"""Loops over the graph of a turn (solve_graph.py), one level at a time. Rules Python, bound with the rules.

A level is (first, throw, face, target): its node `first[i]` is block i with no match, the next one with one match, and
so on; from it lead the throws `throw[i]` to `throw[i + 1]`; face v of a throw may go to one of the targets from
`face[6 · throw + v]` on. Targets are nodes of the level below, with one die less in hand, for no match so far: with m
matches it is m nodes further.
"""

from __future__ import annotations

from typing import Any

from stammtisch.games.zocken.rules import FACES

INLINED = ("play_best",)  # see fast/compiler.py

WORST = -(10**9)  # below every utility
TIE = 10**9  # choices that differ by less than 1 / TIE are equal, and the first of them is made


def climb(level: Any, below: Any, many: int, tops: Any, means: Any, values: Any) -> None:
    """values[many · node + k]: the greatest expectation of below[many · node + k] after the best throw, placed in the
    best way. Several tables at once cost little more than one: loops over slices run several steps at a time."""
    first, throw, face, target = level
    for i in range(len(first) - 1):
        width = many * (first[i + 1] - first[i])
        top = tops[:width]
        mean = means[:width]
        best = values[many * first[i] : many * first[i + 1]]
        for m in range(width):
            best[m] = WORST
        for t in range(throw[i], throw[i + 1]):
            for m in range(width):
                mean[m] = 0.0
            for v in range(FACES * t, FACES * t + FACES):
                to = many * target[face[v]]
                landed = below[to : to + width]
                for m in range(width):
                    top[m] = landed[m]
                for k in range(face[v] + 1, face[v + 1]):
                    to = many * target[k]
                    landed = below[to : to + width]
                    for m in range(width):
                        top[m] = landed[m] if landed[m] > top[m] else top[m]
                for m in range(width):
                    mean[m] += top[m]
            for m in range(width):
                best[m] = mean[m] if mean[m] > best[m] else best[m]
        for m in range(width):
            best[m] /= FACES


def play_best(throw: Any, face: Any, target: Any, below: Any, i: int, m: int, to: Any, best: Any) -> None:
    """best[v]: the node below that face v of the best throw goes to, from block i with m matches; the first of
    equals."""
    most = 0.0
    for t in range(throw[i], throw[i + 1]):
        total = 0.0
        for v in range(FACES):
            start = face[FACES * t + v]
            at = target[start] + m
            top = below[at]
            for k in range(start + 1, face[FACES * t + v + 1]):
                value = below[target[k] + m]
                if value > top + 1 / TIE:
                    top = value
                    at = target[k] + m
            to[v] = at
            total += top
        if t == throw[i] or total > most + FACES / TIE:
            most = total
            for v in range(FACES):
                best[v] = to[v]


def descend(level: Any, below: Any, mass: Any, to: Any, best: Any, lower: Any) -> None:
    """Let the probability in `mass` flow to the level below, by the choices that are best there."""
    first, throw, face, target = level
    for i in range(len(first) - 1):
        for m in range(first[i + 1] - first[i]):
            share = mass[first[i] + m]
            if share > 0.0:
                play_best(throw, face, target, below, i, m, to, best)
                for v in range(FACES):
                    lower[best[v]] += share / FACES


def follow_best(level: Any, below: Any, found: Any, many: int, to: Any, best: Any, values: Any) -> None:
    """values[many · node + k]: the expectation of found[many · node + k] below, by the choices that are best for
    `below`."""
    first, throw, face, target = level
    for i in range(len(first) - 1):
        for m in range(first[i + 1] - first[i]):
            play_best(throw, face, target, below, i, m, to, best)
            at = many * (first[i] + m)
            for k in range(many):
                total = 0.0
                for v in range(FACES):
                    total += found[many * best[v] + k]
                values[at + k] = total / FACES
