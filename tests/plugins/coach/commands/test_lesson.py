from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from tests.cli.conftest import Terminal

from stackyard_silo.refusals import refused

Run = Callable[..., Result]

WAY = "c\n\nc\n\nf\n\nc\n\nc a c a c b a b\n"  # Enter alone begins the next step


def prompts(shown: str) -> list[tuple[str, str]]:
    """The steps at which something was typed, and what that was."""
    return re.findall(r"(?m)^Step (\d of \d), .* > (.*)$", shown)


def test_a_lesson_goes_from_its_first_step_to_a_won_game(run: Run) -> None:
    result = run("lesson", "silo", typed=WAY)
    assert result.exit_code == 0
    assert "Welcome to Silo, a game by Mark Steere." in result.output
    assert prompts(result.output) == [
        *[(f"{number} of 5", move) for number, move in ((1, "c"), (2, "c"), (3, "f"), (4, "c"))],
        ("5 of 5", "c a c a c b a b"),
    ]
    assert "red wins: all red checkers form one unbroken run in column c." in result.output
    assert result.output.endswith(
        "To play: stackyard play silo\nTo solve puzzles: stackyard puzzles silo\n"
    )


def test_a_move_that_the_rules_forbid_is_told_the_rule_it_breaks(run: Run) -> None:
    shown = run("lesson", "silo", typed="b\nx\nc\n").output
    assert f"Not played: {refused('not-yours', column='b', colour='red').sentence}" in shown
    assert "'x' is no move; name the column to move from, a to f. Type ? for help." in shown
    assert "Done. Enter for the next step" in shown


def test_a_legal_move_that_the_step_does_not_want_is_told_why_and_taken_back(run: Run) -> None:
    shown = run("lesson", "silo", "--step", "4", typed="d c\nc\n").output
    assert "red moves a checker from d to e (d).\nThis takes a checker off the run" in shown
    assert prompts(shown) == [("4 of 5", "d c"), ("4 of 5", "c")]  # the rest of a line is dropped


def test_hint_skip_back_again_undo_and_task_lead_through_the_lesson(run: Run) -> None:
    typed = (
        "hint\nhint\nhint\nskip\nback\nback\nundo\ntask\nskip skip skip skip\nc\nundo\na again\nq\n"
    )
    shown = run("lesson", "silo", typed=typed).output
    assert shown.count("The columns `b`, `d` and `f` are all blue.") == 1
    assert shown.count("Play a: red moves a checker from a to b.") == 2
    assert "Not done: this is the first step." in shown
    assert "Not done: nothing has been played in this step yet." in shown
    assert shown.count("Step 1 of 5: A move") == 3
    assert shown.count("Step 5 of 5: A small game") == 2
    assert shown.rstrip().endswith("To go on from here:\n  stackyard lesson silo --step 5")


def test_the_input_may_end_in_the_middle(run: Run, tmp_path: Path) -> None:
    plugin = tmp_path / "quiet.py"
    plugin.touch()
    result = run("--plugin", str(plugin), "lesson", "silo", typed="c\n")
    assert result.exit_code == 1
    assert (
        f"The input has ended. To go on from here:\n  stackyard --plugin {plugin} lesson silo"
        " --step 2" in result.output
    )


def test_for_screen_readers_the_board_is_said_in_words(run: Run) -> None:
    shown = run("lesson", "silo", "--plain", typed="c\nq\n").output
    assert "`" not in shown
    assert "a: 3 red" in shown
    assert "stackyard lesson silo --step 2 --plain" in shown


def test_the_archive_stays_empty(run: Run) -> None:
    run("lesson", "silo", typed=WAY)
    assert "no match was found" in run("matches").output


def test_a_terminal_teaches_with_the_cursor(open_terminal: Callable[..., Terminal]) -> None:
    terminal = open_terminal("lesson", "silo", columns=70)
    terminal.wait(r"Step 1 of 5, red: choose a column to move from >\Z")
    terminal.child.send("\x1b[C\r")  # the cursor appears in the middle, on a column with one move
    terminal.wait(r"Done. Enter for the next step >\Z")
    terminal.child.send("\r")
    assert "Passengers" in terminal.wait(r"Step 2 of 5, red: choose a column to move from >\Z")
    terminal.child.send("quit\r")
    assert terminal.end() == 0


def test_a_game_without_a_lesson_and_a_step_that_is_missing_get_a_sentence(
    run: Run, refusal: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refusal("lesson", "silo", "--step", "6") == "--step 6: the lesson of silo has 5 steps"
    monkeypatch.setattr("stackyard_coach.lesson.text_of", lambda hook, game: "")
    result = run("lesson", "silo")
    assert result.exit_code != 0
    assert "Error: silo has no lesson; its rules: stackyard rules silo" in result.output
    monkeypatch.setattr("stackyard_coach.lesson.text_of", lambda hook, game: "steps = [")
    words = "Error: the lesson of silo by plugin silo (stackyard-silo 0.1.0) cannot be read: "
    assert words in run("lesson", "silo").output


def test_a_hint_off_the_way_of_a_small_game_comes_from_a_search(run: Run) -> None:
    shown = run("lesson", "silo", "--step", "5", typed="a\nhint\nq\n").output
    assert "There is no hint" not in shown
    assert re.search(r"Play \w: red moves", shown)


def test_a_match_says_how_to_reach_the_lesson(run: Run) -> None:
    typed = "lesson\npuzzles\nmatches\nquit\n"
    shown = run("play", "silo", "--second", "human", typed=typed).output
    assert "quit, then `stackyard lesson silo`" in shown
    assert "quit, then `stackyard puzzles silo`" in shown
    assert "quit, then `stackyard matches`" in shown
