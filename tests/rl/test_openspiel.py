"""OpenSpiel: its random simulations pass for every game, and its algorithms learn and search."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

from stammtisch.core.errors import OptionError, UnknownGame
from stammtisch.rl.openspiel import Seen, open_spiel_game
from tests.examples import EXAMPLE, HIDDEN
from tests.rl.games import GAMES, for_openspiel, load, most_seats


@pytest.mark.parametrize("name", GAMES)
def test_the_librarys_own_simulation_passes(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    players = most_seats(name).players
    for parameters in ("(turns=4)", f"(players={players},turns={players + 1},reward=share)", "(turns=2,reward=score)"):
        pyspiel.random_sim_test(for_openspiel(f"{name}{parameters}"), num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()


def test_it_passes_to_the_end_of_a_game(capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(for_openspiel("toy"), num_sims=20, serialize=True, verbose=False)
    capfd.readouterr()


def some_state(game: Any, seed: int, plies: int) -> Any:
    """A state in which somebody is to move, after so many random plies at least."""
    state, chosen = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal() and (plies > 0 or state.is_chance_node()):
        plies -= 1
        actions = state.chance_outcomes() if state.is_chance_node() else [(a, 1) for a in state.legal_actions()]
        state.apply_action(chosen.choices([a for a, _ in actions], [p for _, p in actions])[0])
    return state


@pytest.mark.parametrize("name", GAMES)
def test_chance_and_moves_are_those_of_the_position(name: str) -> None:
    game = for_openspiel(f"{name}(turns=30)")
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    state = some_state(game, 1, 10)
    assert state.legal_actions() == [int(move) for move in state.position.legal_moves]
    assert state.current_player() == state.position.turn
    assert state.observation_tensor(1) == pytest.approx(state.position.tensor(1))
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    outcomes = state.chance_outcomes()
    assert sum(share for _, share in outcomes) == pytest.approx(1)
    assert max(outcome for outcome, _ in outcomes) < game.max_chance_outcomes()


def test_returns_are_the_rewards() -> None:
    for reward, bounds, total in (("win", (-0.5, 1), 0), ("share", (0, 1), 1), ("score", (-(2**15), 2**15), None)):
        game = for_openspiel(f"toy(players=3,reward={reward})")
        assert (game.min_utility(), game.max_utility()) == bounds
        assert game.utility_sum() == total
        state = some_state(game, 5, 1000)
        assert state.is_terminal()
        if reward == "score":
            assert state.returns() == state.position.scores
        else:
            assert sum(state.returns()) == pytest.approx(total)
            assert max(state.returns()) > 0


@pytest.mark.parametrize("name", [HIDDEN, "toy"])
def test_a_seat_remembers_what_it_has_seen_and_nothing_else(name: str) -> None:
    state = some_state(for_openspiel(f"{name}(turns=30)"), 2, 8)
    seat = state.current_player()
    mine, theirs = state.information_state_string(seat), state.information_state_string(1 - seat)
    assert mine != theirs
    assert " | " in mine
    assert mine.count("?") > 0
    resampled = [state.resample_from_infostate(seat, random.Random(k).random) for k in range(8)]
    assert {each.information_state_string(seat) for each in resampled} == {mine}
    assert len({str(each.position) for each in resampled}) > 1
    assert {tuple(each.legal_actions()) for each in resampled} == {tuple(state.legal_actions())}
    assert str(state.clone()) == str(state)


def test_a_long_memory_is_stored() -> None:
    game = for_openspiel(HIDDEN)
    state = some_state(game, 4, 10**4)
    assert len(Seen.words(state.seen, 0)) > 200
    events = None
    for number in range(3000):
        events = Seen(events, str(number), number % 3 - 1)
    again = pickle.loads(pickle.dumps(events))
    assert [Seen.words(again, seat) for seat in (0, 1)] == [Seen.words(events, seat) for seat in (0, 1)]
    _, stored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert stored.information_state_string(1) == state.information_state_string(1)


def test_cfr_falls_in_exploitability() -> None:
    game = for_openspiel("toy(bag=small)")
    solver = cfr.CFRSolver(game)
    solver.evaluate_and_update_policy()
    before = exploitability.nash_conv(game, solver.average_policy())
    solver.evaluate_and_update_policy()
    solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 2


@pytest.mark.parametrize("name", [EXAMPLE, HIDDEN])
def test_its_searches_choose_legal_moves(name: str) -> None:
    game = for_openspiel(f"{name}(turns=12)")
    state = some_state(game, 3, 40)
    numbers = np.random.RandomState(1)
    judge = mcts.RandomRolloutEvaluator(1, numbers)
    hides = load(name).hides
    bot = (
        ismcts.ISMCTSBot(game, judge, 2.0, 5, random_state=numbers)
        if hides
        else mcts.MCTSBot(game, 2.0, 5, judge, random_state=numbers)
    )
    assert bot.step(state) in state.legal_actions()


def test_its_environment_gives_our_numbers() -> None:
    env = rl_environment.Environment(for_openspiel(f"{EXAMPLE}(turns=3)"))
    step = env.reset()
    assert len(step.observations["info_state"][0]) == len(load(EXAMPLE).observation.tensor_names)


def test_it_begins_at_any_position_and_is_stored() -> None:
    match = load(EXAMPLE, {"players": 3}).match(seed=7)
    for _ in range(20):
        match.play(match.legal_moves[-1])
    game = open_spiel_game(EXAMPLE, start=match.position, turns=5)
    state = game.new_initial_state()
    assert state.position == match.position
    state.apply_action(state.legal_actions()[0])
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.position == state.position
    for start in (match.position.to_text(), match.position.to_json()):
        assert open_spiel_game(EXAMPLE, players=3, start=start).terms.start == match.position
    loaded = pyspiel.load_game(f"stammtisch_{EXAMPLE}", {"start": match.position.to_text()})
    assert (loaded.num_players(), loaded.new_initial_state().position) == (3, match.position)


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(OptionError, match=r"^players cannot be 9; it must be a number from 2 to "):
        for_openspiel(f"{EXAMPLE}(players=9)")
    with pytest.raises(OptionError, match=r"^reward cannot be 'gold'; it must be win, share or score$"):
        for_openspiel(f"{EXAMPLE}(reward=gold)")
    with pytest.raises(UnknownGame, match=r"^there is no game 'ludo'; there are "):
        open_spiel_game("ludo")
    with pytest.raises(ValueError, match=r"^observers of these games take no parameters"):
        open_spiel_game(EXAMPLE).make_py_observer(None, {"size": 3})
