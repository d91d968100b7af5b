from __future__ import annotations

from typing import Any

import pytest

from stackyard import load_game, playouts
from stackyard.boards import HexHex
from stackyard.compiled import build_of
from stackyard.errors import OptionError
from stackyard.options import show_value
from stackyard.scenes import Piece
from stackyard_splay.game import SplayGame


def test_splay_is_found_by_its_name() -> None:
    game = load_game("Splay", side="5", fill="on", pie="off")
    assert isinstance(game, SplayGame)
    assert game.settings == {"side": 5, "fill": True, "pie": False}
    assert (game.title, game.designer, game.year) == ("Splay", "Greg Schmidt", 2011)
    assert game.colours == ("white", "black")


def test_the_standard_game_is_an_empty_hexagon_of_side_6() -> None:
    game = SplayGame()
    assert game.settings == {"side": 6, "fill": False, "pie": False}
    assert game.board == HexHex(6)
    assert len(game.legal_texts(game.initial())) == 61
    assert game.format_position(game.initial()) == "6/7/8/9/10/11/10/9/8/7/6 w"


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("side", 1, "2 to 8"),
        ("side", 9, "2 to 8"),
        ("fill", "maybe", "off or on"),
        ("pie", 2, "off or on"),
        ("size", 6, "side, fill, pie"),
    ],
)
def test_what_is_not_allowed_is_refused_with_what_is(
    option: str, value: object, allowed: str
) -> None:
    with pytest.raises(OptionError) as caught:
        load_game("splay", **{option: value})
    assert (caught.value.option, caught.value.value) == (option, value)
    assert caught.value.allowed == allowed
    assert str(caught.value).startswith("splay")


def test_the_options_are_told_for_a_table() -> None:
    told = [(option.name, option.default_words, option.allowed) for option in SplayGame.options]
    assert told == [
        ("side", "6", "2 to 8"),
        ("fill", "off", "off or on"),
        ("pie", "off", "off or on"),
    ]
    assert [show_value(value) for value in SplayGame().settings.values()] == ["6", "off", "off"]


P1 = "6/7/8/9/10/11/10/2,B,6/1,B,b1,5/1,W,b1,w2,W,2/1,W,4 b"


def test_a_scene_shows_towers_markers_and_all_that_a_splay_has_changed() -> None:
    game = SplayGame()
    before = game.parse_position(P1)
    after = before.copy()
    after.play(game.parse_move("b3", after))
    names = game.board.names
    scene = game.scene(before)
    shown = {
        names[cell]: "".join([p.letter for p in pieces]) for cell, pieces in scene.cells.items()
    }
    assert shown == {
        "a2": "W",
        "b2": "W",
        "b3": "b",
        "b4": "ww",
        "b5": "W",
        "c2": "B",
        "c3": "b",
        "d3": "B",
    }
    assert scene.cells[game.board.cell("b4")] == (Piece(0, "w"), Piece(0, "w"))
    assert scene.cells[game.board.cell("b5")] == (Piece(0, "W", "marker"),)
    assert scene.cells[game.board.cell("d3")] == (Piece(1, "B", "marker"),)
    scene = game.scene(after, before)
    assert {names[cell] for cell in scene.touched} == {"a3", "b3", "b4", "c3", "c4"}
    assert scene.player == 0
    assert scene.asked == "place a checker (cells: white 4, black 6; 46 win)"
    assert "b3" not in {names[cell] for cell in scene.choices}
    assert {names[cell] for cell in scene.choices} == set(game.legal_texts(after))


def test_what_is_asked_mentions_swap_while_it_is_open() -> None:
    game = SplayGame(side=3, pie=True)
    asked = [
        game.asked(game.parse_position(text))
        for text in ("3/4/5/4/3 w s", "3/4/2,w1,2/4/3 b s", "3/4/2,b1,2/4/3 w")
    ]
    assert asked == [
        "place a checker (cells: white 0, black 0; 10 win)",
        "place a checker or swap (cells: white 1, black 0; 10 win)",
        "place a checker (cells: white 0, black 1; 10 win)",
    ]


def test_the_notes_are_the_empty_neighbours_of_towers() -> None:
    game = SplayGame()
    notes = game.notes(game.parse_position(P1))
    assert {game.board.names[cell]: note for cell, note in notes.items()} == {
        "b3": "2",
        "b4": "4",
        "c3": "2",
    }


@pytest.mark.parametrize(
    ("text", "move", "words", "cells"),
    [
        (P1, "c3", "raises c3 to 2 and splays over c4 and d4; b3 collapses", ["c3"]),
        (P1, "f6", "starts f6", ["f6"]),
        (P1, "b3", "raises b3 to 2 and splays over a3 and c4; b4 and c3 collapse", ["b3"]),
        (
            "4/5/6/1,B,B,w4,3/6/5/4 w",
            "d4",
            "raises d4 to 5 and splays over c3, c4, d5, e4 and e5",
            ["d4"],
        ),
        (
            "3/1,B,2/1,B,W,w3,1/W,W,w1,1/W,W,1 w",
            "b3",
            "raises b3 to 2 and splays over a3 and b4; c4 collapses",
            ["b3"],
        ),
        ("3/1,W,W,1/1,W,1,W,1/W,W,W,1/1,W,1 b", "c3", "fills c3", ["c3"]),
        ("3/1,W,2/1,W,1,W,1/1,W,W,1/3 b", "c3", "starts c3 and splays over d4", ["c3"]),
        ("3/4/2,w1,2/4/3 b s", "swap", "swaps: the first checker changes its colour", []),
    ],
)
def test_a_move_is_described_in_words_and_by_its_cells(
    text: str, move: str, words: str, cells: list[str]
) -> None:
    game = SplayGame(side=(text.count("/") + 2) // 2, fill=True, pie=True)
    position = game.parse_position(text)
    number = game.parse_move(move, position)
    assert game.describe(number, position) == words
    assert [game.board.names[cell] for cell in game.move_cells(number, position)] == cells
    assert game.format_position(position) == text


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("W,W/W,W,W/W,W b", {"side": 2}, "7 of 7 cells are white, more than half"),
        ("B,B/B,B,1/2 w", {"side": 2}, "4 of 7 cells are black, more than half"),
        ("W,W/W,1,B/B,1 w", {"side": 2}, None),
        ("W,W/W,B,B/B,1 w", {"side": 2}, "nobody can move; 3 cells each"),
        ("W,W/W,B,B/2 w", {"side": 2}, "nobody can move; 3 cells are white, 2 black"),
        ("W,1/W,B,B/B,1 w", {"side": 2}, "nobody can move; 3 cells are black, 2 white"),
    ],
)
def test_the_ending_is_told_in_numbers(
    text: str, options: dict[str, Any], words: str | None
) -> None:
    game = SplayGame(**options)
    position = game.parse_position(text)
    if words is None:
        assert len(position.legal_moves()) == 1
        return
    assert game.ending(position) == words
    assert game.scene(position).asked == words
    assert game.scene(position).choices == frozenset()


def test_boards_too_large_for_bit_planes_use_the_playout_of_core() -> None:
    game = SplayGame(side=7)
    assert game.build == build_of("stackyard_splay.wide")
    assert game.playout is playouts.playout
