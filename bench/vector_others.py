"""Other libraries' games, stepped at random: what our vectors are measured beside.

pgx (pip install pgx, which brings JAX) steps batches, compiled; OpenSpiel and PettingZoo step one game at a time from
Python. Each writes masks and observations. None of them has our games, so these are games of a like kind.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Way = Callable[[], int]

PGX = ("tic_tac_toe", "backgammon", "2048")
OPEN_SPIEL = ("tic_tac_toe", "pig", "backgammon")


def ways(count: int) -> tuple[dict[str, Way], list[str]]:
    """All ways that can be measured here, and what is missing."""
    found: dict[str, Way] = {}
    missing: list[str] = []
    makers: dict[str, Callable[[], Way]] = {f"pgx {name}, {count} at once": of_pgx(name, count) for name in PGX}
    makers |= {f"OpenSpiel {name}": of_open_spiel(name) for name in OPEN_SPIEL}
    makers["PettingZoo tictactoe_v3"] = petting_zoo
    for name, make in makers.items():
        try:
            found[name] = make()
        except Exception as error:  # whatever keeps a library from working here is said, and the others are measured
            missing.append(f"{name}: {error!r}")
    return found, missing


def of_pgx(name: str, count: int) -> Callable[[], Way]:
    def make() -> Way:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental.utils import act_randomly
        from pgx.experimental.wrappers import auto_reset

        env = pgx.make(name)
        init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

        def one(carry: Any, key: Any) -> Any:
            choosing, falling = jax.random.split(key)
            actions = act_randomly(choosing, carry.legal_action_mask)
            return step(carry, actions, jax.random.split(falling, count)), None

        many = jax.jit(lambda state, keys: jax.lax.scan(one, state, keys)[0])
        held = [jax.jit(init)(jax.random.split(jax.random.PRNGKey(0), count)), jax.random.PRNGKey(1)]

        def way() -> int:
            held[1], key = jax.random.split(held[1])
            held[0] = many(held[0], jax.random.split(key, 16))
            jnp.asarray(held[0].observation).block_until_ready()
            return 16 * count

        way()
        return way

    return make


def of_open_spiel(name: str) -> Callable[[], Way]:
    def make() -> Way:
        import pyspiel

        game = pyspiel.load_game(name)
        numbers = random.Random(1)

        def way() -> int:
            steps = 0
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(numbers.choices(outcomes, chances)[0])
                    continue
                state.observation_tensor()
                state.apply_action(numbers.choice(state.legal_actions()))
                steps += 1
            return steps

        return way

    return make


def petting_zoo() -> Way:
    from pettingzoo.classic import tictactoe_v3

    env = tictactoe_v3.env()
    numbers = random.Random(1)

    def way() -> int:
        steps = 0
        env.reset(seed=numbers.getrandbits(30))
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = [move for move, may in enumerate(seen["action_mask"]) if may]
            env.step(numbers.choice(legal))
            steps += 1
        return steps

    return way
