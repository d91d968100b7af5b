"""An evening at a terminal: what is typed there before, during and after matches."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from stackyard.records.archive import Archive

pytestmark = pytest.mark.nightly

Start = Callable[..., Any]
TINY = ("play", "silo", "-o", "size=4", "-o", "height=1")
PILLAR = "6/8/8/3,W,wrwr,3/8/8/8/r,5 w 3,0 pillar"
RIGHT = "\x1b[C"


@pytest.fixture
def narrow(open_terminal: Start) -> Start:
    """Run `stackyard` with these words in a terminal of 60 columns and 20 lines."""
    return partial(open_terminal, columns=60, lines=20)


# Words


def test_enter_alone_draws_the_board_again_in_a_terminal(open_terminal: Start) -> None:
    terminal = open_terminal(*TINY, "--second", "human")
    terminal.type("moves")
    terminal.wait(r"\na c\n.*move from >\Z")
    terminal.type("")
    terminal.wait(r"\na c\n(.*\n)+ \(r\) \[b\] \(r\) \[b\]\n(.*\n)+.*move from >\Z")


def test_a_misspelt_word_and_the_help_are_answered(open_terminal: Start) -> None:
    terminal = open_terminal(*TINY, "--second", "human")
    for typed, meant in (("resing", "resign"), ("hnit", "hint")):
        terminal.type(typed)
        terminal.wait(rf"'{typed}' is no move; .*Did\syou\smean\s{meant}\?\sType \? for help\.")
    terminal.type("h")
    help_text = terminal.wait(r"▲ +a move can begin here\n")
    assert "\nArrow keys move a cursor on the board, shown inverted; Enter" in help_text
    terminal.type("exit")
    assert terminal.end() == 0


def test_ten_thousand_pasted_letters_are_refused_in_a_line(open_terminal: Start) -> None:
    terminal = open_terminal(*TINY, "--second", "human")
    terminal.wait(r"move from >\Z")
    terminal.child.send(f"\x1b[200~{'x' * 10_000}\x1b[201~\r")
    terminal.wait(r"Not played: 'x{39}…' is no move; name the\ncolumn to move from")
    terminal.type("a")
    terminal.wait(r"red moves a checker from a to b \(a\)")


def test_a_hint_from_a_few_games_gives_no_share(open_terminal: Start) -> None:
    terminal = open_terminal("play", "silo", "--second", "human")
    terminal.type("hint 0.0001")
    told = terminal.wait(r"An estimate;\s+hint\s+\d+\s+searches\s+longer\.")
    assert "%" not in told


def test_the_computer_answers_an_offer_of_a_draw(open_terminal: Start) -> None:
    terminal = open_terminal("play", "filo", "--first", "1", "--second", "human")
    terminal.type("draw")
    terminal.wait(r"\nReally\? Type draw again\.\n(.*\n)*black: .* >\Z")
    terminal.type("draw")
    terminal.wait(r"\nwhite \(level 1\) declines the draw and plays on\.\nblack: .* >\Z")


# Levels, and commands that are not complete


def test_levels_and_games_are_told_where_none_is_named(open_terminal: Start) -> None:
    terminal = open_terminal("play")
    assert terminal.end() == 2
    assert re.search(r"name a game: .*, as in\nstackyard play silo", terminal.text)
    terminal = open_terminal("play", "silo", "--second", "4")
    # A pure build says so in between.
    terminal.wait(r"red: human, blue: level 4\n(.*\n.*\n)?Levels run from 1 \(beginner\) to 8")


OTHERS = ("silo", "filo", "slicron", "splay")  # whose first screen is shorter


@pytest.mark.parametrize(
    "game", ["pit_of_pillars", *[pytest.param(game, marks=pytest.mark.nightly) for game in OTHERS]]
)
def test_the_first_screen_fits_twenty_lines_from_the_name_of_the_game_on(
    game: str, narrow: Start
) -> None:
    terminal = narrow("play", game)
    first = terminal.wait(r" >\Z")
    # A pure build says so in two more lines.
    assert " by " in first.splitlines()[0] or first.startswith("This is pure Python")
    assert "Levels run from 1 (beginner) to 8. To change, type `level 3`." in first.replace(
        "\n", " "
    )


# Ctrl-C


def test_control_c_ends_a_hint_and_a_review_and_not_the_match(open_terminal: Start) -> None:
    terminal = open_terminal("play", "silo", "--second", "human")
    terminal.type("hint 600")
    terminal.wait(re.escape("the adviser thinks (Ctrl-C: stop thinking)"))
    terminal.child.sendintr()
    terminal.wait(r"An estimate[.;].*\n(.*\n)*red: choose a column to move from >\Z")
    terminal.type("e b c d a resign resign")
    terminal.wait(r"Enter to leave >\Z")
    terminal.type("review")
    terminal.wait(r"of 6 positions \(Ctrl-C: stop and keep them\)")
    terminal.child.sendintr()
    terminal.wait(r"Stopped after \d of 6 positions\.\n(.*\n)*again, undo, .* leave >\Z")
    terminal.type("undo")
    terminal.wait(r"Taken back\.\n(.*\n)+.*move from >\Z")


# Single games


def test_filo_warns_of_the_reserve_between_whole_words_and_marks_no_cell_for_entries(
    narrow: Start,
) -> None:
    emptied = ("--position", "wwww/ww/w/w/-/-/-/bbbb 4,8 0,0 w")
    terminal = narrow("play", "filo", "--second", "human", *emptied)
    shown = terminal.wait(r"white: enter 1 to 4 checkers \(mind your reserve\) >\Z")
    assert "▲" not in shown
    terminal.child.send(RIGHT)  # cells can be chosen, and are marked while they are
    terminal.wait(r"\n +▲   ▲   ▲   ▲\n")
    terminal.child.send("\x1b")
    terminal.wait(r"h *\nwhite reserve(.*\n)+.*reserve\) >\Z")
    terminal.child.send("5\r")
    terminal.wait(r"you cannot enter 5: your reserve holds only 4\ncheckers\.")
    shown = narrow("show", "filo")
    assert shown.end() == 0
    assert "white: enter 1 to 8 checkers" in shown.text
    assert "▲" not in shown.text


def test_filo_says_who_wins_and_why(narrow: Start) -> None:
    last = ("--position", "wwww/wwww/www/-/-/b/bbbb/bbbb 1,3 0,0 w")
    terminal = narrow("play", "filo", "--second", "human", *last)
    terminal.type("1")
    terminal.type("1")
    terminal.wait(r"black wins: white has run out of reserve first and\s+cannot\s+move\n")


def test_enter_declines_to_move_a_pillar_in_a_terminal(open_terminal: Start) -> None:
    terminal = open_terminal("play", "pit_of_pillars", "--second", "human", "--position", PILLAR)
    board = terminal.wait(r"move a pillar, or none \(Enter: -\) >\Z")
    assert re.search(r"\n  5 .* \|W\| +\(?\[?wrwr", board)  # a pillar has a shape of its own
    terminal.child.send("\r")
    terminal.wait(r"white leaves the pillars where they are \(-\)\n(.*\n)+red: move a stack >\Z")


def test_notes_show_capacities_beside_men_and_the_board_keeps_its_width(
    open_terminal: Start,
) -> None:
    terminal = open_terminal("play", "pit_of_pillars", "-o", "size=5", "--second", "human")
    terminal.wait("For a first game: |first man, on any square >")
    terminal.type("c3")
    before = terminal.wait(r"next to c3 >\Z")
    terminal.type("notes")
    shown = terminal.wait(r"Notes are shown\.\n(.*\n)+.*next to c3 >\Z")
    assert "(w)/4" in shown
    widths = {len(line) for line in before.splitlines() if re.match(r" +[24]  [·+]", line)}
    assert len(widths) == 1, before


def test_notes_say_where_there_are_none_yet(open_terminal: Start) -> None:
    terminal = open_terminal("play", "splay", "-o", "side=3", "--second", "human")
    board = terminal.wait(r"place a checker .* >\Z")
    assert re.search(r"\n  c +·.*·\s+5\n", board) or re.search(r"\n  b .* 5\n", board)
    terminal.type("notes")
    empty = terminal.wait(r"Notes are shown from now on; this position has none\.\n(.*\n)+.* >\Z")
    terminal.type("c3")
    tower = terminal.wait(r"\(w\)/6(.*\n)+.* >\Z")
    (last,) = set(re.findall(r"\n {10,}(1 +2 +3)\n", empty.partition("Notes")[2]))
    assert last in tower.partition("(w)/6")[2]  # the board keeps its width


# The next day


def test_a_lost_match_is_looked_at_and_played_on_the_next_day(open_terminal: Start) -> None:
    terminal = open_terminal(*TINY, "--second", "random", "--seed", "1")
    terminal.type("a")
    terminal.type("resign resign")
    terminal.wait(r"You \(red\) lost: red resigns\.\nThis was match 1, 2 moves\.")
    terminal.type("")
    assert terminal.end() == 0
    analysis = open_terminal("analyse", "1", "--ply", "1", "--simulations", "20")
    assert analysis.end() == 0
    assert "%" in analysis.text
    again = open_terminal("play", "--from", "1:1")
    again.wait(r"Going on after move 1: red moves a checker from a to b \(a\)\nblue moves ")
    again.type("quit")
    assert again.end() == 0
    assert "stackyard resume 2" in again.text
    latest = open_terminal("resume")  # alone: the one that is not over
    latest.wait(r"Going on after move 2: (.*\n)+red: choose a column to move from >\Z")
    latest.type("quit")
    assert latest.end() == 0
    stats = open_terminal("stats")
    assert stats.end() == 0
    assert re.search(r"silo +random +[a-z ]+ +red \(first\) +1 +0 +1 +0", stats.text)


def test_nothing_is_written_over_and_what_is_exported_can_be_imported(
    open_terminal: Start, tmp_path: Path
) -> None:
    terminal = open_terminal(*TINY, "--second", "human")
    terminal.type("a d")
    terminal.wait(r"blue moves a checker from d to c \(d\)")
    terminal.type("save mine.txt")
    terminal.wait(r"save writes records, whose\s+files\s+end\s+in\s+\.json,\s+not\s+'\.txt'")
    terminal.type("save .")
    terminal.wait(r"Not saved: \. is a folder; choose another name\.")
    terminal.type("quit")
    assert terminal.end() == 0
    for words, code in (((), 0), ((), 2), (("--force",), 0)):
        exported = open_terminal("export", "1", "--to", "game.txt", *words, columns=120)
        assert exported.end() == code, exported.text
        refused = "--to game.txt: that file exists; name another, or write over it with --force"
        assert (refused in exported.text) == (code == 2)
    known = open_terminal("import", "game.txt", columns=120)
    assert known.end() == 1
    assert "the archive holds it already, as match 1" in known.text
    assert open_terminal("delete", "1").end() == 0
    written = open_terminal("import", "game.txt", columns=120)
    assert written.end() == 0
    assert "match 2: silo, red human, blue human: unfinished" in written.text
    assert [turn.moves for turn in Archive().record(2).turns] == [["a"], ["d"]]


def test_endless_input_is_refused_at_once(open_terminal: Start) -> None:
    terminal = open_terminal("import", "/dev/zero")
    assert terminal.end() == 1
    assert "/dev/zero: not added: it is no text, and so no record" in terminal.text
    people = ("--first", "human", "--second", "human", "--no-keep")
    terminal = open_terminal("play", "silo", *people, columns=120, shell="{} < /dev/zero")
    assert terminal.end() == 2
    assert "None of the last 100 moves of the input can be played." in terminal.text
