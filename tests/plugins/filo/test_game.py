from __future__ import annotations

from typing import Any

import pytest

from stackyard import Match, load_game
from stackyard.boards import Row
from stackyard.errors import OptionError
from stackyard.options import show_value
from stackyard.position import DRAW
from stackyard.scenes import Scene
from stackyard_filo.game import VARIANTS, FiloGame

pytestmark = pytest.mark.builds


def trays(scene: Scene) -> dict[str, int]:
    return {tray.title: len(tray.pieces) for tray in scene.trays}


def test_filo_is_found_by_its_name() -> None:
    game = load_game("FILO", size="6", variant="proposal-1+2", empty_reserve="skip", pieces=9)
    assert isinstance(game, FiloGame)
    assert game.settings == {
        "variant": "proposal-1+2",
        "empty_reserve": "skip",
        "size": 6,
        "pieces": 9,
    }
    assert (game.title, game.designer, game.year) == ("F.I.L.O.", "Richard Hutnik", 2011)
    assert game.colours == ("white", "black")


def test_the_standard_game_is_eight_cells_and_twelve_checkers() -> None:
    game = FiloGame()
    assert [show_value(value) for value in game.settings.values()] == [
        "8",
        "12",
        "standard",
        "loses",
    ]
    assert game.board == Row(8)
    assert game.move_space == 32
    assert game.format_position(game.initial()) == "-/-/-/-/-/-/-/- 12,12 0,0 w"


@pytest.mark.parametrize("size", range(5, 10))
def test_there_are_twelve_checkers_where_they_fit(size: int) -> None:
    game = FiloGame(size=size)
    assert game.settings["pieces"] == min(12, 2 * size)
    assert FiloGame(size=size, pieces=2 * size).settings["pieces"] == 2 * size
    if size < 9:
        with pytest.raises(OptionError) as caught:
            FiloGame(size=size, pieces=2 * size + 1)
        error = caught.value
        assert (error.option, error.value) == ("pieces", 2 * size + 1)
        assert str(error).startswith(f"filo, option pieces: {2 * size + 1} checkers for each")
        assert f"choose {error.allowed} for size {size}" in str(error)


def test_a_scene_shows_the_reserves_while_checkers_enter() -> None:
    game = FiloGame()
    before = game.initial()
    after = before.copy()
    after.play(game.parse_move("3", after))
    scene = game.scene(after, before)
    letters = {cell: "".join([p.letter for p in pieces]) for cell, pieces in scene.cells.items()}
    assert letters == {0: "w", 1: "w", 2: "w"}
    assert trays(scene) == {"white reserve": 9, "black reserve": 12}
    assert scene.touched == {0, 1, 2}
    assert scene.choices == set(range(8))
    assert (scene.player, scene.prompt) == (1, "enter 1 to 8 checkers")


def test_a_scene_shows_the_exits_while_stacks_are_sown() -> None:
    game = FiloGame()
    scene = game.scene(game.parse_position("w/ww/-/-/-/bb/b/- 0,0 9,9 w"))
    assert trays(scene) == {"white exit": 9, "black exit": 9}
    assert [piece.letter for piece in scene.trays[1].pieces] == ["b"] * 9
    assert scene.choices == {0, 1}
    race = "one left wins: white 3, black 3"
    assert scene.prompt == f"sow a or b, or escape with a* ({race})"


def test_a_scene_shows_both_where_entering_and_sowing_are_mixed() -> None:
    game = FiloGame(variant="proposal-1")
    assert trays(game.scene(game.initial())) == {"white reserve": 12, "black reserve": 12}
    scene = game.scene(game.parse_position("w/-/-/-/-/-/b/b 1,0 10,10 w"))
    assert trays(scene) == {
        "white reserve": 1,
        "black reserve": 0,
        "white exit": 10,
        "black exit": 10,
    }
    assert scene.prompt == (
        "enter 1 checker, or sow a, or escape with 1* (one left wins: white 2, black 2)"
    )


MIND = " (mind your reserve)"
RACE = " (one left wins: white {}, black {})"


@pytest.mark.parametrize(
    ("text", "options", "prompt"),
    [
        ("-/-/-/-/-/-/-/- 12,12 0,0 w", {}, "enter 1 to 8 checkers"),
        ("wwww/wwww/ww/-/-/b/bbbb/bbbb 2,3 0,0 w", {}, f"enter 1 or 2 checkers{MIND}"),
        ("wwww/wwww/www/-/-/b/bbbb/bbbb 1,3 0,0 w", {}, f"enter 1 checker{MIND}"),
        ("-/www/-/-/-/bb/b/- 0,0 9,9 w", {}, f"sow b{RACE.format(3, 3)}"),
        (
            "w/w/-/-/-/-/b/b 3,0 7,10 w",
            {"variant": "proposal-1"},
            f"enter 1 to 3 checkers, or sow a or b{RACE.format(5, 2)}",
        ),
    ],
)
def test_the_prompt_says_what_is_asked_now(text: str, options: dict[str, Any], prompt: str) -> None:
    game = FiloGame(**options)
    assert game.prompt(game.parse_position(text)) == prompt


CYCLE = ["a", "c", "h", "d", "f", "g", "e", "a", "h", "b", "g", "c", "d", "e", "b", "f"]


def test_a_match_that_repeats_is_a_draw_unless_that_is_turned_off() -> None:
    game = FiloGame()
    start = game.parse_position("b/-/w/-/-/-/b/w 0,0 10,10 b")
    match = Match(game, position=start)
    for move in CYCLE * 2:
        assert match.result is None
        match.play(move)
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (DRAW, "repetition")
    match = Match(game, position=start, repetition=0)
    for move in CYCLE * 2:
        match.play(move)
    assert match.result is None


@pytest.mark.parametrize("variant", VARIANTS)
def test_computers_play_each_other_to_an_end(variant: str) -> None:
    game = FiloGame(variant=variant)
    match = Match(game, ("mcts:20", "random"), seed=4)
    assert match.run().winner in (0, 1, DRAW)
