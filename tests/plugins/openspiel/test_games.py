"""OpenSpiel's own tests pass for all games and options, and stored playthroughs are replayed."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough
from tests.game_options import THIRD_PARTY, every_option, one_at_a_time

import stackyard_openspiel
from stackyard.errors import OptionError
from stackyard.options import Value
from stackyard.plugins.registry import registry
from stackyard.rng import Rng
from stackyard_tensors.planes import planes_of

PLAYTHROUGHS = sorted(Path(__file__).with_name("playthroughs").glob("*.txt"))


def spiel(name: str, **options: object) -> Any:
    return pyspiel.load_game(stackyard_openspiel.PREFIX + name, options)


def assert_sound(game: Any) -> None:
    """OpenSpiel's trials, for the game and for what its name with its parameters loads."""
    again = pyspiel.load_game(str(game))
    assert again.get_parameters() == game.get_parameters()
    for serialize in (False, True):
        pyspiel.random_sim_test(again, num_sims=1, serialize=serialize, verbose=False)


@every_option
def test_openspiels_random_trials_pass_for_every_option(name: str, options: Any) -> None:
    assert_sound(spiel(name, **parameters(name, options)))


def parameters(name: str, options: Mapping[str, Value]) -> dict[str, Value]:
    """The options in the types that OpenSpiel asks for, which are those of the defaults."""
    game = spiel(name)
    usual = game.get_parameters()
    return {
        key: str(value) if isinstance(usual[key], str) else value for key, value in options.items()
    }


@pytest.mark.usefixtures("third_party")
@pytest.mark.parametrize("name", THIRD_PARTY)
def test_they_pass_for_games_of_third_parties(name: str) -> None:
    assert stackyard_openspiel.PREFIX + name in stackyard_openspiel.register_games()
    for options in [{}, *one_at_a_time(registry().game(name))]:
        assert_sound(spiel(name, **options))


@pytest.mark.filterwarnings("ignore:The chararray class:DeprecationWarning")  # OpenSpiel's own
@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: file.stem)
def test_stored_playthroughs_are_replayed(file: Path) -> None:
    if not flags.FLAGS.is_parsed():
        flags.FLAGS([__name__])
    stored, played = generate_playthrough.replay(str(file))
    assert played == stored


def test_every_game_has_a_stored_playthrough() -> None:
    named = {file.stem for file in PLAYTHROUGHS}
    assert {name.removeprefix(stackyard_openspiel.PREFIX) for name in names()} <= named


def names() -> list[str]:
    """The games that are installed."""
    return [name for name in stackyard_openspiel.register_games() if name[17:] not in THIRD_PARTY]


def test_a_game_goes_to_another_process() -> None:
    """Programs that learn send games to those that play."""
    sent = pickle.dumps(spiel("splay", side=3))
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer))"
    done = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, check=True)
    assert done.stdout.decode().strip() == str(spiel("splay", side=3))


@pytest.mark.parametrize("name", names())
def test_a_number_is_one_move_and_a_text_one_number(name: str) -> None:
    game = pyspiel.load_game(name)
    state, rng = game.new_initial_state(), Rng(1)
    for ply in range(40):
        if state.is_terminal():
            break
        for action in state.legal_actions()[ply % 8 :: 8]:
            assert state.string_to_action(state.action_to_string(action)) == action
            assert state.struct_to_actions(state.action_to_struct(action)) == [action]
        moves = state.course.position.legal_moves()
        assert state.legal_actions() == [int(move) for move in moves]
        state.apply_action(state.course.position.random_move(rng.bits()))


def test_a_turn_of_several_moves_is_several_actions_of_one_player() -> None:
    state, rng, within = spiel("pit_of_pillars", size=5).new_initial_state(), Rng(1), 0
    while not state.is_terminal():
        player = state.current_player()
        state.apply_action(state.course.position.random_move(rng.bits()))
        if state.course.mid_turn and not state.is_terminal():
            within += 1
            assert state.current_player() == player
    assert within > 3
    assert sorted(state.returns()) == [-1, 1]


def test_the_tensor_holds_the_planes_that_a_player_sees() -> None:
    game = spiel("filo")
    state = game.new_initial_state()
    planes = planes_of(game.rules)
    assert game.observation_tensor_shape() == [*planes.shape]
    for viewer in (0, 1):
        assert state.observation_tensor(viewer) == [*planes.values(state.course.position, viewer)]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("silo(size=5)", "silo, option size: 5 is not allowed; choose 4, 6, 8, … 26"),
        ("silo(max_game_length=0)", "the number of moves that makes a draw, 1 or more, not 0"),
        ("slicron(rules='2023')", "slicron, option rules: 2023 is not allowed"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused(name: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        pyspiel.load_game(stackyard_openspiel.PREFIX + name)


@pytest.mark.parametrize(
    ("name", "said"),
    [("silo(sise=4)", "Unknown parameter 'sise'.*height"), ("checkmate", "Unknown game")],
)
def test_a_name_that_is_unknown_is_refused(name: str, said: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=said):
        pyspiel.load_game(stackyard_openspiel.PREFIX + name)


def test_a_text_that_looks_like_a_number_is_quoted() -> None:
    game = spiel("slicron", rules="2024", pie=False)
    assert "rules='2024'" in str(game)
    assert game.rules.settings["rules"] == "2024"


def test_a_game_that_is_too_long_is_a_draw() -> None:
    state = spiel("silo", max_game_length=2).new_initial_state()
    state.apply_action(0)
    assert not state.is_terminal()
    state.apply_action(1)
    assert (state.is_terminal(), state.returns(), state.legal_actions()) == (True, [0, 0], [])


def test_an_interpreter_that_registered_the_games_ends_in_peace() -> None:
    code = "import pyspiel, stackyard_openspiel as s; pyspiel.load_game(s.PREFIX + 'silo')"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
