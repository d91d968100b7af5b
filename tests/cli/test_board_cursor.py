"""Choosing moves on the board itself, with the arrow keys and Enter."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from stackyard import Course, Game, load_game
from stackyard_cli.board_cursor import BoardCursor, selectable_board

Start = Callable[..., Any]
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"


def cursor_on(game: Game, text: str, flip: bool = False) -> BoardCursor:
    board = selectable_board(Course(game, game.parse_position(text)))
    return BoardCursor(replace(board, flip=flip))


@pytest.fixture
def pillars(use_games: None) -> Game:
    return load_game("pit_of_pillars")


@pytest.fixture
def use_games(monkeypatch: pytest.MonkeyPatch) -> None:
    from stackyard.plugins.registry import registry

    games = ("pit_of_pillars", "filo", "splay")
    modules = ":".join(f"stackyard_{game}.plugin" for game in games)
    monkeypatch.setenv("STACKYARD_PLUGINS", modules)
    registry.cache_clear()


MOVING = "6/8/8/1,wrw,2,r,3/8/1,w,3,rw,2/8/2,r,3 w 0,0 move"


def at(cursor: BoardCursor, game: Game) -> str:
    return "" if cursor.cell is None else game.board.names[cursor.cell]


def test_the_cursor_begins_where_a_move_begins_and_follows_the_arrows(pillars: Game) -> None:
    cursor = cursor_on(pillars, MOVING)
    assert cursor.select() == ""
    cursor.move(1, 0)
    assert at(cursor, pillars) == "f3"
    for step, name in (((0, 1), "f4"), ((-1, 0), "e4"), ((0, -1), "e3"), ((1, 0), "f3")):
        cursor.move(*step)
        assert at(cursor, pillars) == name
    for _ in range(9):
        cursor.move(0, -1)
    assert at(cursor, pillars) == "f1"


def test_the_cursor_keeps_its_column_past_a_missing_corner(pillars: Game) -> None:
    cursor = cursor_on(pillars, MOVING)
    cursor.move(1, 0)
    for _ in range(9):
        cursor.move(1, 0)
    assert at(cursor, pillars) == "h3"
    for _ in range(9):
        cursor.move(0, -1)
    assert at(cursor, pillars) == "g1"
    cursor.move(0, 1)
    assert at(cursor, pillars) == "h2"


def test_a_flipped_board_is_gone_about_as_it_is_seen(pillars: Game) -> None:
    cursor = cursor_on(pillars, MOVING, flip=True)
    cursor.move(1, 0)
    cursor.move(0, 1)
    assert at(cursor, pillars) == "f2"
    cursor.move(1, 0)
    assert at(cursor, pillars) == "e2"


def select(cursor: BoardCursor, game: Game, *names: str) -> str:
    made = ""
    for name in names:
        cursor.cell = game.board.cell(name)
        made = cursor.select()
    return made


def test_cells_are_chosen_until_one_move_is_left(pillars: Game) -> None:
    cursor = cursor_on(pillars, MOVING)
    assert select(cursor, pillars, "b5") == ""
    reached = {pillars.board.names[cell] for cell in cursor.scene.choices}
    assert " ".join(sorted(reached)) == "a5 b2 b3 b4 b6 b7 b8 c5 d5 e5"
    assert select(cursor, pillars, "d5") == "b5-d5"


def test_another_stack_may_be_chosen_instead(pillars: Game) -> None:
    cursor = cursor_on(pillars, MOVING)
    assert select(cursor, pillars, "b5", "f3", "f4") == "f3-f4"


def test_a_cell_that_no_move_goes_by_is_told(pillars: Game) -> None:
    cursor = cursor_on(pillars, MOVING)
    assert select(cursor, pillars, "g7") == ""
    assert cursor.message == "no move uses g7 now"


def test_the_same_cell_again_makes_the_move_that_goes_no_further(pillars: Game) -> None:
    cursor = cursor_on(pillars, "6/8/8/8/8/3,ww,4/8/2,r,3 w 1,0 move")
    assert select(cursor, pillars, "d3") == ""
    assert cursor.message == "Enter again makes this move"
    assert select(cursor, pillars, "d3") == "d3"


def test_moves_by_the_same_cells_are_typed_to_their_end(use_games: None) -> None:
    game = load_game("filo")
    cursor = cursor_on(game, "w/ww/-/-/-/bb/b/- 0,0 9,9 w")
    assert select(cursor, game, "a") == ""
    assert cursor.message == "type a or a*"
    assert cursor.prefix == "a"


def test_a_column_is_chosen_by_the_arrows(open_terminal: Start) -> None:
    terminal = open_terminal("play", "silo", "--second", "human")
    terminal.wait(r"move from >\Z")
    terminal.child.send(RIGHT)
    terminal.child.send(RIGHT)
    terminal.child.send(RIGHT)
    terminal.child.send("\r")
    terminal.wait(r"red moves a checker from e to f \(e\)")
    terminal.wait(r"blue: choose a column to move from >\Z")
    terminal.child.send(LEFT)
    terminal.child.send("\x1b")  # typing still works
    terminal.child.send("d\r")
    terminal.wait(r"blue moves a checker from d to c \(d\)")


@pytest.mark.nightly
def test_after_a_word_the_board_comes_back_with_the_first_arrow(open_terminal: Start) -> None:
    terminal = open_terminal("play", "silo", "--second", "human")
    terminal.type("moves")
    terminal.wait(r"a c e\n.*move from >\Z")
    terminal.child.send(RIGHT)
    terminal.wait(r"a c e\n(.*\n)+ +▲ .*\n.*move from >\Z")
    terminal.child.send("\r")
    terminal.wait(r"red moves a checker from c to d \(c\)")


@pytest.mark.nightly
def test_a_stack_and_its_target_are_chosen_by_the_arrows(
    use_games: None, open_terminal: Start
) -> None:
    terminal = open_terminal("play", "pit_of_pillars", "--second", "human", "--position", MOVING)
    terminal.wait(r"move a stack >\Z")
    terminal.child.send(UP)
    terminal.child.send("\r")
    terminal.child.send(UP)
    terminal.child.send("\r")
    terminal.wait(r"white moves a man from f3 to f4 \(f3-f4\)")


@pytest.mark.nightly
@pytest.mark.parametrize(("lines", "columns"), [(20, 60), (24, 80), (40, 120)])
@pytest.mark.parametrize("game", ["silo", "filo", "splay", "pit_of_pillars"])
def test_the_board_and_its_prompt_fit_the_screen(
    game: str, lines: int, columns: int, use_games: None, open_terminal: Start
) -> None:
    terminal = open_terminal("play", game, "--second", "human", columns=columns)
    terminal.screen.resize(lines=lines)
    terminal.child.setwinsize(lines, columns)
    terminal.wait(r" >\Z")
    terminal.child.send(RIGHT)
    terminal.child.send(RIGHT)
    terminal.wait(r" >\Z")
    assert re.search(r"(─{10}|·|\+ )", terminal.text)
    assert len(terminal.text.splitlines()) <= lines


@pytest.mark.nightly
def test_a_screen_without_room_for_the_cursor_offers_no_arrows(open_terminal: Start) -> None:
    tall = ("play", "silo", "-o", "size=4", "-o", "height=15", "--second", "human")
    terminal = open_terminal(*tall, lines=20)
    terminal.wait(r"red: .* >\Z")
    terminal.child.send("?\r")
    terminal.wait(r"q leaves >\Z")
    terminal.child.send("\r")
    terminal.wait(r"\nOn the board:\n(.*\n)*red: .* >\Z")
    assert b"Type a move or" in terminal.raw
    assert b"rrow" not in terminal.raw


def test_the_board_is_said_in_words(open_terminal: Start) -> None:
    words = ["-o", "size=4", "--second", "human", "--position", "rb/b/rr/b r"]
    terminal = open_terminal("play", "silo", "--plain", *words)
    terminal.wait(r"\na: red, blue, from the bottom\nb: blue\nc: 2 red\nd: blue\nred: .* >\Z")
    terminal.child.sendline("a")
    terminal.wait(r"b: blue, red, blue, from the bottom\n(.*\n)*changed: a and b\n.*>\Z")
    terminal.child.sendintr()
    terminal.wait(r"Ctrl-C again leaves\.\n.*>\Z")
    terminal.child.sendline("quit")
    assert terminal.end() == 0
    assert b"\x1b" not in terminal.raw
