"""The end of a match as a beginning: what is said, and what can be done from there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from stackyard.records.archive import Archive

Start = Callable[..., Any]
Text = Callable[..., str]
Run = Callable[..., Result]
Keep = Callable[..., int]
TINY = ("play", "silo", "-o", "size=4", "-o", "height=1")


@pytest.fixture
def ended(open_terminal: Start) -> Any:
    """A match that two people have played to its end in a terminal."""
    terminal = open_terminal(*TINY, "--second", "human")
    terminal.type("a d b c")
    terminal.wait(r"Enter to leave >\Z")
    return terminal


def test_the_last_turn_is_taken_back_after_the_end(ended: Any) -> None:
    ended.type("undo")
    ended.wait(r"Taken back\.\n(.*\n)*blue: choose a column to move from >\Z")
    assert Archive().record(1).result is None
    ended.type("c")
    ended.wait(r"Enter to leave >\Z")
    record = Archive().record(1)
    assert record.result is not None
    assert record.plies == 4
    ended.type("q")
    assert ended.end() == 0


@pytest.mark.nightly
def test_the_commands_for_a_match_name_the_plugins_that_are_not_installed(
    open_terminal: Start, tmp_path: Path
) -> None:
    (tmp_path / "quiet.py").touch()
    terminal = open_terminal("--plugin", "quiet.py", *TINY, "--second", "human", columns=160)
    terminal.type("puzzles")
    terminal.wait(r"quit, then `stackyard --plugin quiet\.py puzzles silo`")
    terminal.type("resign resign")
    ending = terminal.wait(r"Enter to leave >\Z")
    assert "\n  stackyard --plugin quiet.py replay 1  steps through it" in ending
    assert "\n  stackyard --plugin quiet.py review 1  shows where" in ending


@pytest.mark.nightly
def test_a_resignation_is_taken_back_before_any_turn(open_terminal: Start) -> None:
    terminal = open_terminal(*TINY, "--second", "human")
    terminal.type("a d resign resign")
    terminal.wait(r"Enter to leave >\Z")
    terminal.type("undo")
    terminal.wait(r"Taken back\.\n(.*\n)*.*a[^\n]*b[^\n]*c(.*\n)+red: choose a column .*>\Z")
    assert (Archive().record(1).result, Archive().record(1).plies) == (None, 2)
    terminal.type("b resign resign")
    terminal.wait(r"Enter to leave >\Z")
    terminal.type("undo undo")
    terminal.wait(r"Taken back\.\n(.*\n)*red: choose a column to move from >\Z")
    terminal.type("quit")
    assert terminal.end() == 0
    assert Archive().record(1).plies == 2


@pytest.mark.nightly
def test_a_resignation_is_typed_twice_in_a_row(open_terminal: Start) -> None:
    terminal = open_terminal(*TINY, "--second", "human")
    terminal.type("resign")
    terminal.wait(r"\nReally\? Type resign again\.\n(.*\n)*red: choose .*>\Z")
    terminal.type("a")
    terminal.wait(r"blue: choose .*>\Z")
    terminal.type("resign")
    terminal.wait(r"Type resign again\.\n(.*\n)*blue: choose .*>\Z")
    assert Archive().record(1).result is None
    terminal.type("resign")
    terminal.wait(r"red wins: blue resigns\n")
    terminal.type("undo")
    terminal.wait(r"blue: choose .*>\Z")
    terminal.type("resign")  # asks again
    terminal.wait(r"Type resign again\.\n(.*\n)*blue: choose .*>\Z")


@pytest.mark.nightly
def test_a_branch_is_seen_from_the_side_from_which_the_replay_was(ended: Any) -> None:
    ended.type("replay")
    ended.wait(r"4/4 >\Z")
    ended.type("flip")
    turned = r" +d\S? +c\S? +b\S? +a\S?\n"
    ended.wait(r"\n" + turned + r"(.*\n)*.*4/4 >\Z")
    ended.type("2")
    ended.type("branch")
    ended.wait(r"Going on after move 2: blue (.*\n)*" + turned + "(.*\n)*red: choose .* >\\Z")
    ended.type("quit")
    assert ended.end() == 0


@pytest.mark.nightly
def test_the_commands_and_the_mark_of_what_decided_the_game_are_explained(ended: Any) -> None:
    ended.type("?")
    ended.wait(r"\nType a command:\n  again ")
    ended.wait(r"\n  ! +decided the game\n(.*\n)*.*Enter to leave >\Z")


def test_one_steps_through_the_match_and_plays_on_from_there(ended: Any) -> None:
    ended.type("replay")
    ended.wait(r"4/4 >\Z")
    ended.type("branch")
    ended.wait(r"The match is over here; go back first\.")
    ended.type("2")
    ended.type("branch")
    ended.wait(r"Going on after move 2: blue (.*\n)*red: choose a column to move from >\Z")
    ended.type("c")
    ended.type("quit")
    assert ended.end() == 0
    assert (Archive().record(1).plies, Archive().record(2).plies) == (4, 3)


def test_a_match_is_reviewed_and_its_mistakes_are_asked_about(ended: Any) -> None:
    ended.type("review")
    ended.wait(r"(?s)Chances of red after each move.*Red: .*Blue: .*positions proven.*leave >\Z")
    ended.type("nonsense")
    ended.wait(r"The match is over\. Type \? for help\.")
    ended.type("learn")
    ended.wait(r"There is no mistake to learn from in this match\.|Question 1 of ")


@pytest.mark.nightly
def test_a_single_person_is_spoken_to(open_terminal: Start) -> None:
    terminal = open_terminal(*TINY, "--second", "random")
    terminal.type("resign resign")
    terminal.wait(r"You \(red\) lost: red resigns\.\nThis was match 1, no moves\.")


def test_a_position_of_a_match_is_analysed(keep: Keep, output: Text) -> None:
    keep("a d b c")
    shown = output("analyse", "1", "--ply", "3", "--simulations", "50")
    assert re.search(r"(?m)^c +100% .*wins", shown)
    assert "with best play blue wins" in shown


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["analyse", "1", "--ply", "5"], "1 has 4 moves, and no position after 5"),
        (["analyse", "1", "x"], "1 is a match; --ply N names one of its positions"),
        (["analyse", "silo", "--ply", "1"], "--ply 1: silo is a game; --ply is for a match"),
        (["analyse", "1"], "`stackyard review 1` goes through all of them"),
        (["play", "--from", "1:5"], "1 has 4 moves, and no position after 5"),
        (["play", "--from", "2"], "there is no match 2"),
        (["play", "silo", "--from", "1:2"], "leave them out"),
        (["play", "--from", "1"], "`stackyard replay 1` shows it, and --from 1:2 goes on earlier"),
    ],
)
def test_what_is_no_position_of_a_match_is_refused(
    words: list[str], sentence: str, keep: Keep, refusal: Text
) -> None:
    keep("a d b c")
    assert sentence in refusal(*words)


def test_a_match_is_played_on_from_any_of_its_moves(keep: Keep, run: Run) -> None:
    keep("a d b c")
    shown = run("play", "--from", "1:2", typed="c\nquit\n")
    assert "Going on after move 2: blue moves a checker from d to c (d)" in shown.stdout
    assert [turn.moves for turn in Archive().record(2).turns] == [["a"], ["d"], ["c"]]
    assert Archive().record(1).plies == 4


@pytest.mark.parametrize(
    ("words", "seats"),
    [
        ([], "red: human, blue: level 1"),
        (["--second", "4"], "red: human, blue: level 4"),
        (["--level", "5"], "red: human, blue: level 5"),
        (["--second", "human", "--level", "5"], "red: level 5, blue: human"),
    ],
)
def test_a_level_is_chosen_by_its_number(words: list[str], seats: str, run: Run) -> None:
    shown = run("play", "silo", "--no-keep", "--seed", "1", *words, typed="quit\n").stdout
    assert seats in shown
    assert "Levels run from 1 (beginner) to 8. To change, type `level 3`.\n" in shown


def test_a_level_that_is_none_is_refused(refusal: Text) -> None:
    for level in ("9", "0", "hard"):
        assert refusal("play", "silo", "--level", level) == (
            f"--level {level}: choose 1 to 8, or auto for the one that fits you"
        )
    for level in ("2", "auto"):
        assert refusal("play", "silo", "--first", "2", "--second", "human", "--level", level) == (
            f"--level {level}: both players are named; leave it out"
        )


def test_the_level_is_changed_during_a_match_and_kept(run: Run, output: Text) -> None:
    shown = run("play", "silo", typed="c\nlevel\nlevel 9\nlevel 7\nquit\n").stdout
    assert "blue: level 1\nLevels run from 1" in shown
    assert "Not done: there is no level '9'; they are 1 to 8." in shown
    assert "> level 7\nblue: level 7\n" in shown
    assert Archive().record(1).players[1].spec == "level:7"


def test_where_no_computer_plays_no_level_is_changed(run: Run) -> None:
    shown = run(*TINY, "--second", "human", typed="level 3\nquit\n").stdout
    assert "Not done: no computer plays in this match." in shown


def test_a_hint_that_little_supports_gives_no_share(run: Run) -> None:
    shown = run("analyse", "silo", "--simulations", "3").stdout
    assert "The search was too short to show who stands better." in shown
    assert re.search(r"(?m)^[ace] +unclear +1 ", shown)
    assert "%" not in shown


def test_a_replayed_position_is_analysed(keep: Keep, run: Run) -> None:
    number = keep("a d b c")
    shown = run("replay", str(number), typed="3\nhint 0.05\nhint x\n4\nhint\nflip 3\nquit\n").stdout
    assert "c  moves 2 checkers from c to b: wins for certain" in shown
    assert "'x' is not a number of seconds up to 3600." in shown
    assert "The match is over here; go back first." in shown
    assert "flip takes no argument; ? lists the commands." in shown


@pytest.mark.nightly
def test_a_match_deleted_meanwhile_is_not_replayed(ended: Any) -> None:
    Archive().delete([1])
    ended.type("replay")
    ended.wait("Not done: there is no match 1; `stackyard matches` lists those there are.")
    ended.type("again")
    ended.wait("choose a column to move from")
    ended.type("quit")
    assert ended.end() == 0
