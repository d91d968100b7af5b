"""States: structs, refusals, copies, repetition, and a game without a shape for a tensor."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import stackyard_openspiel
from stackyard.errors import IllegalMoveError, NotationError, PositionError
from stackyard_tensors.planes import TensorError


@pytest.fixture
def game() -> Any:
    return pyspiel.load_game("python_stackyard_silo(size=4)")


def test_a_state_is_rebuilt_from_its_struct_and_its_json(game: Any) -> None:
    state = game.new_initial_state()
    for text in ("a", "b", "c"):
        state.apply_action(state.string_to_action(text))
    struct = state.to_struct()
    for given in (struct, state.to_dict(), json.loads(state.to_json()), str(state)):
        again = game.new_initial_state(given)
        assert str(again) == str(state)
        assert again.legal_actions() == state.legal_actions()
    assert game.new_initial_state(struct).to_dict() == state.to_dict()
    assert state.to_observation_struct(1).to_json() == state.to_json()


@pytest.mark.parametrize("start", [None, "r/bbr/rr/bb b"])
def test_a_state_from_a_struct_has_the_history_of_its_moves(game: Any, start: str | None) -> None:
    state = game.new_initial_state(start)
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    again = game.new_initial_state(state.to_dict())
    written = pyspiel.serialize_game_and_state(game, again)
    for one in (again, again.clone(), pyspiel.deserialize_game_and_state(written)[1]):
        assert (one.history(), one.move_number()) == (state.history(), 3)
        assert one.information_state_string(0) == state.information_state_string(0)
        assert one.to_dict() == state.to_dict()


@pytest.mark.parametrize(
    ("struct", "said"),
    [
        ({"moves": ["a"], "position": "rr/bb/rr/bb b"}, "position is .*, its moves lead to r/bbr"),
        ({"moves": ["a"], "current_player": "red"}, "current_player is red.*blue"),
        ({"game": "filo"}, "game is filo, this game's is silo"),
        ({"options": {"size": 6}}, "options is {'size': 6}, this game's is {'size': 4"),
        ({"position": "rr/bb/rr"}, "a position is the columns and the player to act"),
        ("nonsense", "a position is the columns and the player to act"),
    ],
)
def test_a_struct_that_is_wrong_is_refused(game: Any, struct: Any, said: str) -> None:
    with pytest.raises(PositionError, match=said):
        game.new_initial_state(struct)


def test_a_move_of_a_struct_that_is_not_legal_is_refused(game: Any) -> None:
    with pytest.raises(IllegalMoveError, match="^column b "):
        game.new_initial_state({"moves": ["b"]})


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(game: Any) -> None:
    state = game.new_initial_state()
    with pytest.raises(IllegalMoveError, match="^column b "):
        state.apply_action(1)
    with pytest.raises(NotationError, match="99 is no move; moves are 0 to 3"):
        state.apply_action(99)
    assert (str(state), state.legal_actions()) == ("rr/bb/rr/bb r", [0, 2])
    assert state.action_to_string(0, 1) == "action 1"


def test_no_action_is_legal_after_the_end(game: Any) -> None:
    state = game.new_initial_state("b/bb/rb/rrr r")
    struct = state.action_to_struct(2)
    state.apply_action(2)
    assert (state.is_terminal(), state.returns()) == (True, [1, -1])
    acts: list[Callable[[], object]] = [
        lambda: state.apply_action(0),
        lambda: state.struct_to_actions(struct),
    ]
    for act in acts:
        with pytest.raises(IllegalMoveError, match="the game is over"):
            act()


def test_an_action_of_a_struct_that_is_not_legal_is_refused(game: Any) -> None:
    state = game.new_initial_state()
    struct = state.action_to_struct(0)
    state.apply_action(0)
    with pytest.raises(IllegalMoveError, match="^column a "):
        state.struct_to_actions(struct)


def test_a_copy_goes_its_own_way(game: Any) -> None:
    state = game.new_initial_state()
    copy = state.clone()
    copy.apply_action(0)
    assert (str(state), state.history(), copy.history()) == ("rr/bb/rr/bb r", [], [0])


def test_the_information_state_begins_with_a_start_that_is_set(game: Any) -> None:
    state = game.new_initial_state()
    assert state.information_state_string(0) == ""
    state.apply_action(0)
    begun = game.new_initial_state(str(state))
    assert begun.information_state_string(1) == f"{state}: "
    assert begun.clone().information_state_string(1) == f"{state}: "


def test_a_state_is_serialized_with_the_positions_that_stood_before() -> None:
    game = pyspiel.load_game("python_stackyard_pit_of_pillars(size=4)")
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    last = game.new_initial_state()
    for action in state.history()[:-1]:
        last.apply_action(action)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, last))
    assert again.history() == last.history()
    again.apply_action(state.history()[-1])
    assert (again.is_terminal(), again.returns()) == (True, state.returns())


@pytest.fixture
def wide(wide_walk: str) -> Any:
    stackyard_openspiel.register_games()
    return pyspiel.load_game(f"python_stackyard_{wide_walk}")


def test_a_game_without_a_shape_refuses_the_tensor_when_it_is_asked_for(wide: Any) -> None:
    state, said = wide.new_initial_state(), "Wide Walk has no shape for a tensor.*71 columns"
    assert state.observation_string(0) == "a"
    observation = make_observation(wide)
    assert observation.tensor is None
    assert observation.string_from(state, 0) == "a"
    for ask in (
        wide.observation_tensor_shape,
        lambda: state.observation_tensor(0),
        lambda: observation.set_from(state, 0),
    ):
        with pytest.raises(TensorError, match=said):
            ask()
