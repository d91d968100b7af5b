from __future__ import annotations

import pytest

from stackyard import Match, load_game
from stackyard.boards import HexHex
from stackyard.notation import cell_names, listed
from stackyard_slicron.game import SlicronGame

pytestmark = pytest.mark.builds

MID_TURN = "4/1b3/2b3/2bb3/1bbb2/1bb2/1b2 b - +g4"


def test_slicron_is_found_by_its_name() -> None:
    game = load_game("Slicron", side="4", rules="revised", pie="off")
    assert isinstance(game, SlicronGame)
    assert game.settings == {"side": 4, "rules": "revised", "pie": False}
    assert (game.title, game.designer, game.year) == ("Slicron", "Saïd Galdseid", 2024)
    assert game.colours == ("black", "white")


def test_the_standard_game_is_the_one_of_2024_on_side_5() -> None:
    game = SlicronGame()
    assert game.settings == {"side": 5, "rules": "2024", "pie": True}
    assert game.board == HexHex(5)
    assert game.move_space == 123
    assert game.format_position(game.initial()) == "5/6/7/8/9/8/7/6/5 b s"


def test_what_is_asked_depends_on_where_the_turn_stands() -> None:
    game = SlicronGame(side=4)
    start = game.initial()
    assert game.prompt(start) == "place a stone"
    start.play(game.parse_move("d4", start))
    assert game.prompt(start) == "place a stone, or swap"
    start.play(game.parse_move("d5", start))
    assert game.prompt(start) == "place a stone"
    mid = game.parse_position(MID_TURN)
    assert game.prompt(mid) == "take off b2, b3, c2, c3, c4, d3 or d4"


def test_a_scene_marks_what_came_and_went_and_the_new_path() -> None:
    game = SlicronGame()
    before = game.parse_position("5/b5/1b5/2bb4/bb2b4/2bb4/bb5/1b4/1b3 b -")
    after = before.copy()
    after.play(game.parse_move("e3", after))
    scene = game.scene(after, before)
    touched = cell_names(game.board, sorted(scene.touched))
    assert " ".join(touched) == "a2 b2 c1 c2 d3 d4 e1 e2 e3 e5 f4 f5 g4 h4"
    assert "".join([pieces[0].letter for pieces in scene.cells.values()]) == "b" * 11
    assert scene.prompt == "place a stone"


def test_a_scene_inside_a_turn_shows_the_stones_that_are_left_and_what_may_go() -> None:
    game = SlicronGame(side=4)
    scene = game.scene(game.parse_position(MID_TURN + "-b2-c2"))
    assert not {"b2", "c2"} & set(cell_names(game.board, scene.cells))
    assert "g4" in cell_names(game.board, scene.cells)
    assert scene.player == 0
    choices = cell_names(game.board, sorted(scene.choices))
    assert scene.prompt == f"take off {listed(choices, 'or')}"


def test_a_swap_marks_the_stone_that_changed_hands() -> None:
    game = SlicronGame(side=4)
    before = game.parse_position("4/5/6/3b3/6/5/4 w s")
    after = before.copy()
    after.play(game.swap)
    scene = game.scene(after, before)
    assert cell_names(game.board, scene.touched) == ["d4"]
    assert scene.cells[game.board.cell("d4")][0].letter == "w"


def test_the_scene_of_a_finished_game_marks_the_cells_that_are_closed() -> None:
    game = SlicronGame(side=4)
    scene = game.scene(game.parse_position("wwbb/5/wwwwww/b1bbb1b/bwbwww/b3b/1wwb w -"))
    assert scene.winner == 0
    assert len(scene.decisive) == 11
    assert scene.choices == frozenset()
    assert scene.prompt.startswith("white cannot place a stone: each of 11 empty cells touches")


def test_a_match_counts_the_steps_of_a_turn_as_one_turn() -> None:
    game = SlicronGame(side=4)
    match = Match(game, position=game.parse_position("4/1b3/2b3/2bb3/1bbb2/1bb2/1b2 b -"))
    for move in ("g4", "xb2", "xc4", "xd3"):
        match.play(move)
    assert [len(turn.moves) for turn in match.turns] == [4]
    assert not match.course.unfinished
    match.undo()
    assert match.game.format_position(match.position) == "4/1b3/2b3/2bb3/1bbb2/1bb2/1b2 b -"
