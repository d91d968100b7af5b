from __future__ import annotations

import subprocess
import sys

import pytest
from tests.conftest import PATIENCE

from stackyard import load_game
from stackyard.boards import Row
from stackyard.errors import OptionError
from stackyard_silo.game import SiloGame

pytestmark = pytest.mark.builds

INTERRUPTED = """
import signal
import stackyard
from stackyard_engine import Search

def interrupt(number, frame):
    raise KeyboardInterrupt

game = stackyard.load_game("silo")
search = Search(game.initial(), game.playout, 1)
signal.signal(signal.SIGALRM, interrupt)
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    search.run(10**6)
except KeyboardInterrupt:
    raise SystemExit(not 0 < search.simulations < 10**6)
raise SystemExit("it was not interrupted")
"""


def test_silo_is_found_by_its_name() -> None:
    game = load_game("Silo", size="8", goal="end")
    assert isinstance(game, SiloGame)
    assert game.settings == {"size": 8, "height": 4, "goal": "end"}
    assert (game.title, game.designer, game.year) == ("Silo", "Mark Steere", 2021)
    assert game.colours == ("red", "blue")


def test_the_standard_game_is_six_columns_of_three() -> None:
    game = SiloGame()
    assert game.settings == {"size": 6, "height": 3, "goal": "any"}
    assert game.board == Row(6)
    assert game.move_space == 6
    assert game.format_position(game.initial()) == "rrr/bbb/rrr/bbb/rrr/bbb r"


@pytest.mark.parametrize("size", range(4, 12, 2))
def test_columns_are_half_as_high_as_the_row_is_long_unless_told_otherwise(size: int) -> None:
    game = SiloGame(size=size)
    assert game.settings["height"] == size // 2
    columns = game.format_position(game.initial()).removesuffix(" r").split("/")
    assert columns == ["r" * (size // 2), "b" * (size // 2)] * (size // 2)


@pytest.mark.parametrize("size", range(4, 27, 2))
def test_a_row_holds_at_most_62_checkers(size: int) -> None:
    most = 62 // size
    assert SiloGame(size=size, height=most).settings["height"] == most
    if most < 15:
        with pytest.raises(OptionError) as caught:
            SiloGame(size=size, height=most + 1)
        error = caught.value
        assert (error.option, error.value) == ("height", most + 1)
        assert f"at most 62 are allowed; choose {error.allowed} for size {size}" in str(error)


@pytest.mark.parametrize("size", range(12, 27, 2))
def test_a_long_row_needs_a_height(size: int) -> None:
    with pytest.raises(OptionError, match=f"^silo, option height: {size} columns of {size // 2}"):
        SiloGame(size=size)


def test_a_scene_shows_the_stacks_the_last_move_and_where_one_may_begin() -> None:
    game = SiloGame()
    before = game.initial()
    after = before.copy()
    after.play(game.parse_move("e", after))
    scene = game.scene(after, before)
    letters = {cell: "".join([p.letter for p in pieces]) for cell, pieces in scene.cells.items()}
    assert letters == {0: "rrr", 1: "bbb", 2: "rrr", 3: "bbb", 4: "rr", 5: "bbbr"}
    assert scene.touched == {4, 5}
    assert scene.choices == {1, 3, 5}
    assert (scene.player, scene.prompt) == (1, "choose a column to move from")


def test_a_long_search_can_be_interrupted() -> None:
    """Compiled, nothing but `heed_signals` lets the signal in."""
    # In a process of its own: an exception in the midst of the coverage's own code can hang it.
    ended = subprocess.run([sys.executable, "-c", INTERRUPTED], timeout=PATIENCE, check=False)
    assert ended.returncode == 0
