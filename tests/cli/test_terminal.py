"""The game as it is played in a real terminal, typed into a pseudo-terminal."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any

import pytest

PROGRAM = """
from stackyard import hookimpl
from stackyard.descriptions import PlayerKind
from stackyard.turnloop.players import RandomPlayer

@hookimpl
def stackyard_register_players(register):
    kind = PlayerKind("runner", "Runs a program.", runs="command")
    register(kind, lambda game, seed, command: RandomPlayer(game, seed))
"""
PROMPT = "choose a column to move from >"
TINY = ("-o", "size=4", "-o", "height=1")

Start = Callable[..., Any]


@pytest.fixture
def start(open_terminal: Start) -> Start:
    """Play Silo in a terminal with these words."""
    return partial(open_terminal, "play", "silo")


def test_two_people_play_a_whole_game(start: Start) -> None:
    terminal = start("--second", "human", *TINY)
    opening = terminal.wait(PROMPT)
    assert "Type a move, choose one by arrows and Enter, or ? for help." in opening.replace(
        "\n", " "
    )
    assert re.search(r"\(r\) \[b\] \(r\) \[b\]\n─+\n  a   b   c   d\n  ▲       ▲\n", opening)
    for move in ("a", "d", "b", "c"):
        terminal.type(move)
    ending = terminal.wait("Enter to leave")
    assert "red moves a checker from a to b (a)" in ending
    assert "blue wins: all blue checkers form one unbroken run in column b" in ending
    assert re.search(r"a   b!", ending)
    assert "This was match 1, 4 moves." in ending
    assert "  stackyard replay 1  steps through it, or plays on from any move" in ending
    terminal.child.send("\r")
    assert terminal.end() == 0


@pytest.mark.nightly
def test_a_rematch_swaps_the_colours(start: Start, open_terminal: Start) -> None:
    terminal = start("--second", "random")
    terminal.type("e")
    terminal.type("resign resign")
    terminal.wait(r"You \(red\) lost: red resigns\.")
    terminal.type("again")
    terminal.wait("red: random, blue: human")
    terminal.type("quit")
    assert terminal.end() == 0
    assert re.search(r"red moves .* \([ace]\)", terminal.text)
    assert "stackyard resume 2" in terminal.text
    again = open_terminal("resume", "2")
    again.type("quit")
    assert "red: random, blue: human" in again.text


@pytest.mark.nightly
def test_a_match_left_in_progress_is_named_when_the_next_one_begins(
    open_terminal: Start, tmp_path: Path
) -> None:
    (tmp_path / "runner.py").write_text(PROGRAM, "utf-8")
    words = "--plugin", "runner.py", "play", "silo", "--second"
    terminal = open_terminal(*words, "runner:x", columns=120)
    terminal.type("e")
    terminal.type("quit")
    assert terminal.end() == 0
    resume = "stackyard --plugin runner.py resume 1 --second runner:x"
    assert f"To go on from here:\n  {resume}" in terminal.text
    again = open_terminal(*words, "human", columns=120)
    again.wait(f"Your match 1 waits: {resume} goes on with it\\.")
    again.type("quit")
    assert again.end() == 0
    with sqlite3.connect(tmp_path / "archive.sqlite3") as database:
        database.execute("UPDATE moves SET move = 'zz9'")
    database.close()
    anew = open_terminal(*words, "human", columns=120)  # a damaged match is not in the way
    anew.wait(PROMPT)
    anew.type("quit")
    assert anew.end() == 0


def test_several_moves_pasted_at_once_are_all_played(start: Start) -> None:
    terminal = start("--second", "human", *TINY)
    terminal.wait(PROMPT)
    terminal.child.send("\x1b[200~a\nd\nb\nc\x1b[201~\r")
    terminal.wait("blue wins")


def test_hint_flip_undo_and_save(start: Start, tmp_path: Path) -> None:
    terminal = start("--second", "human")
    terminal.type("e")
    terminal.type("hint")
    terminal.wait(r"[bdf]  moves .*: (win|.* chances)")
    terminal.type("flip")
    terminal.wait(r"f\*  e\*  d   c   b   a")
    terminal.type("undo")
    terminal.wait("Taken back.")
    terminal.type("save game.json")
    terminal.wait("Saved to game.json.")
    terminal.type("save game.json")
    terminal.wait("game.json exists already")
    terminal.type("save no/such/folder.json")
    terminal.wait("cannot be written: No such file or directory")
    saved = (tmp_path / "game.json").read_text("utf-8")
    assert saved.startswith('{\n  "format": "stackyard record",\n')


def test_control_c_stops_the_thinking_and_not_the_game(start: Start) -> None:
    terminal = start("--second", "mcts:seconds=600")
    terminal.type("e")
    terminal.wait(re.escape("mcts thinks (Ctrl-C: stop thinking)"))
    terminal.child.sendintr()
    terminal.wait(r"blue moves .* \([bdf]\)")
    assert "thinks" not in terminal.text
    terminal.type("quit")
    assert terminal.end() == 0


DEAF = """
import time
from stackyard import hookimpl
from stackyard.descriptions import PlayerKind

class Deaf:
    name = "deaf"
    def __init__(self, game, seed):
        pass
    def choose(self, match):
        match.say("I think.")
        while True:
            time.sleep(0.01)
    def stop(self):
        pass

@hookimpl
def stackyard_register_players(register):
    register(PlayerKind("deaf", "Goes on thinking."), Deaf)
"""


@pytest.mark.nightly
def test_a_second_control_c_leaves_where_the_first_is_not_heeded(
    open_terminal: Start, tmp_path: Path
) -> None:
    (tmp_path / "deaf.py").write_text(DEAF, "utf-8")
    plugin = str(tmp_path / "deaf.py")
    terminal = open_terminal("--plugin", plugin, "play", "silo", "--second", "deaf", columns=200)
    terminal.type("e")
    terminal.wait("I think.")
    terminal.child.sendintr()
    sleep(0.5)
    assert "Interrupted" not in terminal.text
    terminal.child.sendintr()
    assert terminal.end() == 130
    assert f"Interrupted. To go on from here:\n  stackyard --plugin {plugin} " in terminal.text


@pytest.mark.nightly
def test_control_c_between_two_computers_leaves_and_says_how_to_go_on(start: Start) -> None:
    terminal = start("--first", "mcts:seconds=600", "--second", "mcts:seconds=600", columns=160)
    terminal.wait("mcts thinks")
    terminal.child.sendintr()
    assert terminal.end() == 130
    assert "play silo --first mcts:seconds=600 --second mcts:seconds=600" in terminal.text


@pytest.mark.parametrize(
    ("words", "way_on"),
    [
        ([], "Interrupted. To go on from here:\n  stackyard resume 1"),
        pytest.param(
            ["--no-keep"], " --position 'rrr/bbb/rrr/bbb/rr/bbbr b'", marks=pytest.mark.nightly
        ),
    ],
)
def test_control_c_at_the_prompt_leaves_and_says_how_to_go_on(
    words: list[str], way_on: str, start: Start
) -> None:
    terminal = start("--second", "human", *words, columns=160)
    terminal.type("e")
    terminal.wait(rf"{PROMPT}\Z")
    terminal.child.send("some")
    terminal.wait(rf"{PROMPT} some\Z")
    terminal.child.sendintr()
    terminal.wait(rf"\(Ctrl-C again leaves\) blue: {PROMPT}\Z")
    terminal.child.sendintr()
    assert terminal.end() == 130
    assert terminal.text.endswith(way_on)


@pytest.mark.nightly
def test_typing_takes_the_first_control_c_back(start: Start) -> None:
    terminal = start("--second", "human")
    for _ in range(2):
        terminal.wait(rf"{PROMPT}\Z")
        terminal.child.sendintr()
        terminal.wait(rf"again leaves\) red: {PROMPT}\Z")
        terminal.child.send("x")
        terminal.wait(rf"\nred: {PROMPT} x\Z")
        terminal.child.send("\b")
    terminal.type("quit")
    assert terminal.end() == 0


@pytest.mark.nightly
def test_what_is_typed_while_the_computer_thinks_waits_for_the_prompt(start: Start) -> None:
    terminal = start("--second", "mcts:seconds=600")
    terminal.type("e")
    terminal.wait(re.escape("mcts thinks (Ctrl-C: stop thinking)"))
    terminal.child.send("moves")
    sleep(0.5)
    terminal.read()
    assert "moves\n" not in terminal.text
    terminal.child.sendintr()
    terminal.wait(r"blue moves .* \([bdf]\)")
    assert terminal.text.count("mcts thinks") == 0
    terminal.child.sendintr()  # clears the line, which may hold what was typed
    terminal.type("quit")
    assert terminal.end() == 0


@pytest.mark.nightly
def test_control_z_goes_back_to_the_shell_and_fg_plays_on(start: Start) -> None:
    going_on = "fg > /dev/null; "
    shell = f"set -m; {{}}; echo stopped once; {going_on} echo stopped twice; {going_on}"
    terminal = start("--second", "human", *TINY, shell=shell, lines=24)
    terminal.wait(rf"{PROMPT}\Z")
    terminal.child.send("\x1a")
    terminal.wait("stopped once")
    terminal.type("rules")
    terminal.wait(r"q leaves >\Z")  # at the end of a page, too
    terminal.child.send("\x1a")
    terminal.wait("stopped twice")
    terminal.wait(r"q leaves >\Z")
    terminal.child.send("q")
    terminal.type("a")
    terminal.wait(r"red moves a checker from a to b \(a\)")
    terminal.type("quit")
    assert terminal.end() == 0


@pytest.mark.nightly
def test_long_rules_are_shown_screen_by_screen(start: Start) -> None:
    terminal = start("--second", "human", *TINY, lines=150)
    terminal.wait(PROMPT)
    terminal.child.send("rules\r")
    terminal.wait(r"\d+ of \d+ lines; Enter shows more, q leaves >\Z")
    assert "Reconstruct" not in terminal.text
    terminal.child.send("q")
    terminal.wait(rf"{PROMPT}\Z")
    terminal.child.send("rules\r")
    terminal.wait(r"lines; Enter shows more, q leaves >\Z")
    terminal.child.send("\r")
    terminal.wait(rf"{PROMPT}\Z")
    terminal.child.send("rules\r")
    terminal.wait(r"lines; Enter shows more, q leaves >\Z")
    terminal.child.send("moves\r")  # a command instead
    terminal.wait(rf"a c\n[^>]*{PROMPT}\Z")


@pytest.mark.nightly
def test_a_long_text_on_a_narrow_screen_leaves_room_for_the_question(start: Start) -> None:
    terminal = start("--second", "human", *TINY, lines=15, columns=40)
    terminal.type("?")
    shown = terminal.wait(r"\n13 of \d+ lines; Enter shows more,\nq leaves >\Z")
    assert shown.startswith("Type a move, several moves")


@pytest.mark.nightly
@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("game", ["silo", "filo", "slicron", "pit_of_pillars", "splay"])
def test_the_rules_in_short_fit_a_screen_of_twenty_lines(
    game: str, columns: int, open_terminal: Start
) -> None:
    terminal = open_terminal("rules", game, "--short", columns=columns)
    terminal.screen.resize(lines=20)
    terminal.child.setwinsize(20, columns)
    assert terminal.end() == 0
    assert "In short" in terminal.text
    assert "Enter shows more" not in terminal.text


@pytest.mark.nightly
def test_the_shapes_of_the_board_are_explained(start: Start) -> None:
    terminal = start("--second", "human")
    terminal.type("help")
    terminal.wait(r"\(r\) +a red checker\n +\[b\] +a blue checker\n +▲ +a move can begin here")


@pytest.mark.nightly
def test_a_match_begins_though_the_archive_cannot_be_read(
    open_terminal: Start, tmp_path: Path
) -> None:
    (tmp_path / "archive.sqlite3").write_text("this is no archive " * 100, "utf-8")
    terminal = open_terminal("play", "silo", "--second", "human")
    terminal.type("e")
    terminal.wait(rf"Not kept: the[^>]*{PROMPT}\Z")


FAULTY = """
from stackyard_cli.board_cursor import BoardCursor


def move(cursor, right, up):
    raise ValueError("no cell there")


BoardCursor.move = move
"""


def test_an_error_at_a_key_ends_the_match_in_a_sentence(
    open_terminal: Start, tmp_path: Path
) -> None:
    """prompt_toolkit would show a traceback and wait for Enter."""
    plugin = tmp_path / "faulty.py"
    plugin.write_text(FAULTY, "utf-8")
    terminal = open_terminal("--plugin", str(plugin), "play", "silo", "--second", "human")
    terminal.wait(rf"{PROMPT}\Z")
    terminal.child.send("\x1b[A")
    text = terminal.wait("Press ENTER|To go on from here").replace("\n", " ")
    assert "failed in move: ValueError: no cell there (faulty.py, line 6)" in text
    assert "Traceback" not in text
    assert terminal.end() == 1


@pytest.mark.nightly
def test_control_d_leaves_and_says_how_to_go_on(start: Start) -> None:
    terminal = start("--second", "human")
    terminal.wait(PROMPT)
    terminal.child.sendeof()
    assert terminal.end() == 1
    assert "The input has ended. To go on from here:" in terminal.text


@pytest.mark.nightly
def test_the_tab_key_completes_words_and_control_p_repeats_them(start: Start) -> None:
    terminal = start("--second", "human")
    terminal.wait(PROMPT)
    terminal.child.send("mov\t\r")
    terminal.wait(r"> moves *\na c e\n")
    terminal.wait(rf"{PROMPT}\Z")
    terminal.child.send("\x10")
    terminal.wait(rf"a c e\n.*{PROMPT} moves\Z")


@pytest.mark.nightly
def test_the_board_fits_forty_columns(start: Start) -> None:
    terminal = start("--second", "human", "-o", "size=26", "-o", "height=2", columns=40)
    terminal.wait("move from >")
    board = re.search(r"\n ((?:rb){13})\n (?:rb){13}\n─{28}\n abc.*z\n ▲ ▲", terminal.text)
    assert board, terminal.text


@pytest.mark.nightly
def test_a_resized_terminal_is_drawn_in_its_new_width(start: Start) -> None:
    terminal = start("--second", "human", "-o", "size=8")
    terminal.type("a")
    assert "(r) [b] (r) [b]" in terminal.text
    terminal.wait(rf"{PROMPT}\Z")
    terminal.child.setwinsize(terminal.screen.lines, 30)
    terminal.screen.resize(columns=30)
    terminal.child.send("flip\r")
    terminal.wait(r"h  g  f  e  d  c  b\* a\*")


@pytest.mark.nightly
def test_no_color_keeps_letters_and_shapes(start: Start) -> None:
    terminal = start("--second", "human", NO_COLOR="1")
    assert "(r) [b]" in terminal.wait(PROMPT)
    assert not re.search(rb"\x1b\[[0-9;]*\b(3[0-8]|4[0-8])\b[0-9;]*m", terminal.raw)


@pytest.mark.nightly
def test_colours_are_there_where_they_are_wanted(start: Start) -> None:
    terminal = start("--second", "human")
    terminal.wait(PROMPT)
    assert re.search(rb"\x1b\[[0-9;]*\b(3[0-8]|4[0-8])\b[0-9;]*m", terminal.raw)


def test_a_dumb_terminal_gets_plain_text(start: Start) -> None:
    terminal = start("--second", "human", TERM="dumb")
    assert "  r  b  r  b  r  b" in terminal.wait(PROMPT)
    terminal.child.sendline("resign")
    terminal.wait(r"\nReally\? Type resign again\.\n(.*\n)*red: .* >\Z")
    terminal.child.sendline("resign")
    terminal.wait(r"blue wins: red resigns\n(.*\n)*again, .* >\Z")
    terminal.child.sendline("")
    assert terminal.end() == 0
    assert b"\x1b" not in terminal.raw


@pytest.mark.nightly
def test_two_people_agree_on_a_draw_and_play_on_after_all(open_terminal: Start) -> None:
    terminal = open_terminal("play", "filo", "--second", "human")
    terminal.type("1")
    terminal.type("draw")
    terminal.wait(r"black offers a draw\. white: accept\? yes or no >\Z")
    terminal.type("yes")
    terminal.wait(r"draw: the players agree on it\n(.*\n)*again, undo, .* >\Z")
    terminal.type("undo")
    terminal.wait(r"Taken back\.\n(.*\n)*black: .* >\Z")


def test_the_level_and_the_hints_of_a_match(start: Start) -> None:
    terminal = start("--seed", "1")
    terminal.wait(r"Levels run from 1 \(beginner\) to 8\. To change, type `level 3`\.\n")
    terminal.type("level 2")
    terminal.wait(r"\nblue: level 2\n")
    terminal.type("moves c")
    terminal.wait(r"> moves c\nc\n")
    terminal.type("hint 0.3")
    terminal.wait("An estimate")


@pytest.mark.nightly
def test_the_list_of_matches_fits_the_terminal(start: Start, open_terminal: Start) -> None:
    players = ["--first", "mcts:simulations=20,nodes=1000,workers=1,seed=7", "--second", "random"]
    begun = start(*players, "--keep")
    begun.end()
    begun = start("--second", "level:1")
    begun.type("resign resign")
    begun.type("")
    assert begun.end() == 0
    terminal = open_terminal("matches", columns=80)
    assert terminal.end() == 0
    lines = terminal.text.splitlines()
    (head,) = [line for line in lines if "players" in line]
    assert head.split() == ["match", "game", "players", "moves", "begun", "result"]
    assert sum(bool(re.match(r" *\d", line)) for line in lines) == 2
    stats = open_terminal("stats")
    assert stats.end() == 0
    assert re.search(r"silo +level:1 +none +red \(first\) +1 +0 +1 +0", stats.text)


@pytest.mark.nightly
def test_what_save_does_not_write_is_refused(start: Start, tmp_path: Path) -> None:
    terminal = start("--second", "human", columns=120, HOME=str(tmp_path))
    terminal.type("save board.svg")
    terminal.wait(r"save writes records, whose files end in \.json, not '\.svg'")
    terminal.type("save ~/one.json")
    terminal.wait(r"Saved to ~/one\.json\.")
    assert (tmp_path / "one.json").is_file()
    terminal.type("x" * 60)
    terminal.wait(r"'x{39}…' is no move")


def test_a_line_for_listeners_can_be_edited_and_resuming_keeps_the_words(start: Start) -> None:
    terminal = start("--plain", "--second", "human", *TINY)
    terminal.wait(PROMPT)
    terminal.child.send("zz on b\x01\x0b")  # to the start of the line, and delete to its end
    terminal.type("what is on b?")
    terminal.wait("b: blue")
    terminal.type("a")
    terminal.wait("red moves a checker from a to b")
    terminal.type("quit")
    assert terminal.end() == 0
    assert "stackyard resume 1 --plain" in terminal.text


@pytest.mark.nightly
def test_the_clock_runs_out_while_a_line_is_edited(start: Start) -> None:
    terminal = start("--plain", "--second", "human", "--clock", "0:02", *TINY)
    terminal.wait(PROMPT)
    terminal.child.send("half a move")
    terminal.wait("blue wins: the time of red is up")


@pytest.mark.nightly
def test_a_listener_stops_a_hint_and_goes_on(start: Start) -> None:
    terminal = start("--plain", "--second", "human")
    terminal.wait(PROMPT)
    terminal.child.send("hint 600\r")
    sleep(2)
    terminal.child.sendintr()
    terminal.wait("An estimate")
    terminal.type("quit")
    assert terminal.end() == 0
