"""PettingZoo's own tests pass for all games and options, and what they do not look at."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel
from pettingzoo.utils.env_logger import EnvLogger
from tests.conftest import GAMES
from tests.game_options import THIRD_PARTY, every_option, one_at_a_time

import stackyard_pettingzoo
from stackyard.errors import NotationError, OptionError, PositionError, UnknownGameError
from stackyard.plugins.registry import registry
from stackyard.rng import Rng
from stackyard.turnloop.history import Course
from stackyard_pettingzoo import GameEnv, env
from stackyard_tensors.planes import TensorError

with warnings.catch_warnings():
    # With pygame, importing its tests makes an environment in a way that PettingZoo has deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test
    from pettingzoo.test.max_cycles_test import max_cycles_test

# api_test warns of every environment whose observations are dictionaries, unless PettingZoo lists
# its name; and of the mask of an agent whose game is over, in which no action is legal.
DICTIONARIES = [
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
]
CYCLES = 4  # those of max_cycles_test
TRIED = 300  # positions in which moves for it are sought


def alternating(course: Course) -> list[int] | None:
    """Moves with which the agents take turns for all cycles and one move more, if found soon."""
    tried = 0
    lines: list[tuple[Course, list[int]]] = [(course, [])]
    while lines and tried < TRIED:
        tried += 1
        course, moves = lines.pop()
        if course.result is not None or course.player != len(moves) % 2:
            continue
        if len(moves) > 2 * CYCLES:
            return moves
        legal = [int(move) for move in course.position.legal_moves()]
        lines += [(course.advance(move), [*moves, move]) for move in legal]
    return None


class Led(wrappers.BaseWrapper):
    """Makes given moves, whatever the actions are: max_cycles_test heeds no mask."""

    def __init__(self, inner: GameEnv, moves: Sequence[int]) -> None:
        super().__init__(inner)
        self.metadata = inner.metadata | {"is_parallelizable": True}
        self.moves = moves

    def step(self, action: Any) -> None:
        inner = self.env
        super().step(action if action is None else self.moves[inner.course.ply])


def assert_sound(name: str, **options: Any) -> None:
    """PettingZoo's tests, but for the renderer."""

    def arrays(max_cycles: int | None = None) -> GameEnv:
        return env(name, max_cycles=max_cycles, dict_observation=False, **options)

    api_test(arrays(), num_cycles=200)
    seed_test(arrays, num_cycles=50)
    seed_test(lambda: env(name, **options), num_cycles=50)
    moves = alternating(Course(arrays().game))
    if moves is None:
        assert_truncated(arrays(CYCLES))
    else:
        kinds = SimpleNamespace(
            env=lambda max_cycles: Led(arrays(max_cycles), moves),
            parallel_env=lambda max_cycles: aec_to_parallel(Led(arrays(max_cycles), moves)),
        )
        max_cycles_test(kinds)


def assert_truncated(played: GameEnv) -> None:
    """A game that is not over is truncated after two moves a cycle."""
    played.reset()
    while not any(played.truncations.values()) and not any(played.terminations.values()):
        assert played.course.ply < 2 * CYCLES
        played.step(played.course.position.legal_moves()[-1])
    assert played.course.ply == 2 * CYCLES or all(played.terminations.values())
    for _ in played.agent_iter():
        played.step(None)
    assert played.agents == []


@every_option
def test_pettingzoos_tests_pass_for_every_option(name: str, options: Any) -> None:
    assert_sound(name, **options)


@every_option
@pytest.mark.filterwarnings(*DICTIONARIES)
def test_its_api_test_passes_with_the_mask_in_observations(name: str, options: Any) -> None:
    api_test(env(name, **options), num_cycles=200)


@pytest.mark.nightly
@every_option
def test_its_render_test_passes_for_every_option(name: str, options: Any) -> None:
    render_test(lambda render_mode: env(name, render_mode=render_mode, **options))


@pytest.mark.usefixtures("third_party")
@pytest.mark.parametrize("name", THIRD_PARTY)
def test_they_pass_for_games_of_third_parties(name: str) -> None:
    assert f"stackyard/{name}-v0" in stackyard_pettingzoo.register_games()
    for options in [{}, *one_at_a_time(registry().game(name))]:
        assert_sound(name, **options)
    render_test(lambda render_mode: env(name, render_mode=render_mode))


@pytest.mark.parametrize("name", GAMES)
def test_agents_take_turns_in_every_game_with_turns_of_one_move(name: str) -> None:
    found = alternating(Course(env(name).game))
    assert (found is None) == (name == "pit_of_pillars")


def test_the_usual_wrappers_take_the_environment() -> None:
    inner = stackyard_pettingzoo.env("silo", size=4, dict_observation=False)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(inner, -1))
    api_test(wrappers.OrderEnforcingWrapper(wrapped), num_cycles=50)


def test_an_environment_is_made_by_its_name_with_options() -> None:
    made = pettingzoo.make("aec", "stackyard/silo-v0", size=4, height=1, max_cycles=3)
    assert made.game.settings == {"size": 4, "height": 1, "goal": "any"}
    assert (made.max_moves, str(made)) == (6, "silo_v0")


def test_rewards_are_given_once_to_winner_and_loser() -> None:
    played, rng = env("silo", size=4), Rng(3)
    played.reset()
    given = dict.fromkeys(played.agents, 0.0)
    for agent in played.agent_iter():
        _, reward, terminated, truncated, _ = played.last()
        given[agent] += reward
        moves = played.course.position
        played.step(None if terminated or truncated else moves.random_move(rng.bits()))
    result = played.course.result
    assert result is not None
    assert given == {"player_0": 1 - 2 * result.winner, "player_1": 2 * result.winner - 1}


def test_the_mask_is_that_of_the_agent_to_act_and_the_same_in_both_places() -> None:
    played = env("silo")
    played.reset()
    assert played.agent_selection == "player_0"
    for agent, mask in (("player_0", [1, 0, 1, 0, 1, 0]), ("player_1", [0] * 6)):
        seen = played.observe(agent)
        assert isinstance(seen, dict)
        assert [*seen["action_mask"]] == [*played.infos[agent]["action_mask"]] == mask


def test_an_agent_sees_its_own_planes_as_core_tells_them() -> None:
    played = env("filo", dict_observation=False)
    played.reset()
    played.step(np.int32(8))
    for number, agent in enumerate(played.agents):
        seen = played.observe(agent)
        assert isinstance(seen, np.ndarray)
        assert seen.tobytes() == played.planes.values(played.course.position, number)


def test_a_turn_of_several_moves_is_several_steps_of_one_agent() -> None:
    played, rng, within = env("pit_of_pillars", size=5), Rng(1), 0
    played.reset()
    for agent in played.agent_iter():
        if played.terminations[agent]:
            break
        played.step(played.course.position.random_move(rng.bits()))
        if played.course.mid_turn and not played.terminations[agent]:
            within += 1
            assert played.agent_selection == agent
    assert within > 3


def test_an_action_outside_the_mask_ends_the_game_as_pettingzoos_wrapper_does() -> None:
    ends: list[object] = []
    for played in (env("silo"), wrappers.TerminateIllegalWrapper(env("silo"), illegal_reward=-1)):
        played.reset()
        for action in (2, 1, 1):  # column b is the other agent's
            played.last()
            played.step(action)
        ends.append((played.rewards.copy(), played.terminations.copy(), played.truncations.copy()))
        given = {}
        for each in played.agent_iter():
            given[each] = played.last(observe=False)[1]
            played.step(None)
        ends.append(given)
    assert ends[:2] == ends[2:]
    assert ends[1] == {"player_0": -1, "player_1": 0}
    EnvLogger.flush()


@pytest.mark.parametrize("action", [6, -1, None, "a", 1.5])
def test_what_is_no_action_is_refused_and_changes_nothing(action: object) -> None:
    played = env("silo")
    played.reset()
    with pytest.raises(NotationError, match="is no action; actions are 0 to 5"):
        played.step(action)
    assert (played.course.ply, played.agents) == (0, ["player_0", "player_1"])


def test_what_is_unknown_is_refused() -> None:
    with pytest.raises(UnknownGameError, match="checkmate"):
        env("checkmate")
    with pytest.raises(OptionError, match="silo has no option"):
        env("silo", sise=4)
    with pytest.raises(OptionError, match="choose 4, 6, 8"):
        pettingzoo.make("aec", "stackyard/silo-v0", size=5)
    with pytest.raises(ValueError, match="the modes are human, ansi, rgb_array"):
        env("silo", render_mode="film")
    with pytest.raises(ValueError, match="max_cycles is 1 or more, not 0"):
        env("silo", max_cycles=0)
    played = env("silo")
    with pytest.raises(RuntimeError, match=r"begin a game by reset\(\)"):
        played.step(0)
    with pytest.raises(PositionError, match="a position is the columns"):
        played.reset(options={"position": "nowhere"})


def test_a_game_begins_at_a_position() -> None:
    played = env("silo", render_mode="ansi")
    played.reset(options={"position": "bbb/bb/rb/bbrrrrrrrr/-/b r"})
    played.step(2)
    assert played.rewards == {"player_0": 1, "player_1": -1}
    assert "red wins" in str(played.render())


def test_the_board_is_printed_after_each_move(capsys: pytest.CaptureFixture[str]) -> None:
    played = env("silo", size=4, render_mode="human")
    played.reset()
    played.step(0)
    printed = capsys.readouterr().out
    assert printed.count("choose a column to move from") == 2
    assert "blue:" in printed.splitlines()[-1]


def test_an_environment_is_pickled_by_what_it_was_made_of() -> None:
    again = pickle.loads(pickle.dumps(env("silo", size=4, dict_observation=False)))
    again.reset()
    assert again.observe("player_0").shape == again.planes.shape


def test_a_game_without_a_shape_refuses_the_planes_when_they_are_asked_for(wide_walk: str) -> None:
    wide = env(wide_walk)
    wide.reset()
    assert wide.last(observe=False)[0] is None
    for ask in (wide.last, lambda: wide.observation_space("player_0")):
        with pytest.raises(TensorError, match="Wide Walk has no shape for a tensor"):
            ask()
    wide.step(1)
    assert wide.rewards == {"player_0": 1, "player_1": -1}
