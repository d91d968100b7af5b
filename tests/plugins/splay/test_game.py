from __future__ import annotations

import pytest

from stackyard import load_game, playouts
from stackyard.boards import HexHex
from stackyard.builds import build_of
from stackyard.scenes import Piece
from stackyard_splay.game import SplayGame

pytestmark = pytest.mark.builds


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
    assert scene.cells[game.board.cell("b5")] == (Piece(0, "W", "marker", "tile"),)
    assert scene.cells[game.board.cell("d3")] == (Piece(1, "B", "marker", "tile"),)
    scene = game.scene(after, before)
    assert {names[cell] for cell in scene.touched} == {"a3", "b3", "b4", "c3", "c4"}
    assert scene.player == 0
    assert scene.prompt == "place a checker (46 win: white 4, black 6)"
    assert "b3" not in {names[cell] for cell in scene.choices}
    assert {names[cell] for cell in scene.choices} == set(game.legal_texts(after))


def test_what_is_asked_mentions_swap_while_it_is_open() -> None:
    game = SplayGame(side=3, pie=True)
    prompt = [
        game.prompt(game.parse_position(text))
        for text in ("3/4/5/4/3 w s", "3/4/2,w1,2/4/3 b s", "3/4/2,b1,2/4/3 w")
    ]
    assert prompt == [
        "place a checker (10 win: white 0, black 0)",
        "place a checker or swap (10 win: white 1, black 0)",
        "place a checker (10 win: white 0, black 1)",
    ]


def test_the_notes_are_the_empty_neighbours_of_towers() -> None:
    game = SplayGame()
    notes = game.notes(game.parse_position(P1))
    assert {game.board.names[cell]: note for cell, note in notes.items()} == {
        "b3": "2",
        "b4": "4",
        "c3": "2",
    }


def test_boards_too_large_for_bit_planes_use_the_playout_of_core() -> None:
    game = SplayGame(side=7)
    assert game.build == build_of("stackyard_splay.wide")
    assert game.playout is playouts.playout
