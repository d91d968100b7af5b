from __future__ import annotations

import re
import shlex
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from click.testing import Result

import stackyard_coach.commands.hints
from stackyard import Course, load_game
from stackyard.analysis import Limit
from stackyard.records.archive import Archive
from stackyard_coach.hint import Hint, hint

Run = Callable[..., Result]
Text = Callable[..., str]
SMALL = ["play", "silo", "-o", "size=4", "-o", "height=1", "--second", "human", "--no-keep"]
BEGUN = "play silo -o size=4 -o height=1 --first human --second human"  # with nothing played


@pytest.mark.parametrize("word", ["moves", "MOVES"])
def test_moves_lists_the_legal_moves(word: str, output: Text) -> None:
    lines = output("play", "silo", "--second", "human", typed=f"{word}\nquit\n").splitlines()
    assert "a c e" in lines


def test_hint_suggests_a_legal_move_and_plays_nothing(output: Text) -> None:
    shown = output(*SMALL, typed="a d b hint\nc\n")
    hints = [line for line in shown.splitlines() if re.match("[bc]  moves ", line)]
    assert hints[0] == "c  moves 2 checkers from c to b: wins for certain in 1 move"
    assert all(line.startswith("b  moves a checker from b to a: ") for line in hints[1:])
    assert "\nThe position is solved.\n" in shown
    assert shown.count(" moves 2 checkers from c to b (c)") == 1


def test_rules_shows_the_rules(output: Text) -> None:
    assert load_game("silo").rules_page().rstrip() in output(*SMALL, typed="rules\nquit\n")


def test_a_question_mark_explains_every_word(output: Text) -> None:
    shown = output(*SMALL, typed="?\nquit\n").partition(" > ?\n")[2]
    words = {line.split()[0] for line in shown.splitlines() if line.startswith("  ")}
    assert {"moves", "hint", "undo", "rules", "resign", "quit", "?"} <= words


def test_the_help_is_wrapped_to_a_narrow_screen(
    output: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    shown = output(*SMALL, typed="?\nquit\n")
    assert "\n  board         draw the board again, as\n                Enter alone does\n" in shown


def test_words_and_moves_may_stand_on_one_line(output: Text) -> None:
    shown = output(*SMALL, typed="a moves undo moves quit\n")
    answers = [line for line in shown.splitlines() if line in {"a c", "b d"}]
    assert answers == ["b d", "a c"]
    assert shown.splitlines()[-1].endswith(BEGUN)


def test_moves_of_a_cell_are_listed_and_none_is_played(output: Text) -> None:
    shown = output("play", "silo", "--second", "human", typed="moves c\nmoves b\nquit\n")
    assert "> moves c\nc\n" in shown
    assert "> moves b\nNo move begins with b now.\n" in shown
    assert " moves a checker " not in shown


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("moves z", "there is no cell 'z'; name one such as a"),
        ("moves a c", "write moves [CELL]"),
        ("hint soon", "'soon' is not a number of seconds up to 3600"),
        ("hint nan", "'nan' is not a number of seconds up to 3600"),
        ("hint 0", "'0' is not a number of seconds up to 3600"),
        ("undo e", "undo takes no argument"),
        ("resign e", "resign takes no argument"),
        ("quit e", "quit takes no argument"),
        ("rules long", "write rules, or rules short"),
        ("notes", "Silo has no notes: the board shows everything"),
    ],
)
def test_a_word_refuses_what_it_does_not_take_and_does_nothing(
    typed: str, sentence: str, output: Text
) -> None:
    shown = output("play", "silo", "--second", "human", "--no-keep", typed=f"{typed}\nquit\n")
    assert f"\nNot done: {sentence}. Type ? for help.\n" in shown
    assert shown.splitlines()[-1].endswith("play silo --first human --second human")


def test_a_hint_thinks_as_long_as_it_is_asked_to(
    output: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float | None] = []

    def listening(course: Course, limit: Limit, *others: Any, **more: Any) -> Hint:
        asked.append(limit.seconds)
        return hint(course, Limit(simulations=50), *others, **more)

    monkeypatch.setattr(stackyard_coach.commands.hints, "hint", listening)
    output(*SMALL, typed="hint 5\nhint 0.5\nquit\n")
    assert asked == [5, 0.5]


@pytest.mark.parametrize("word", ["help", "h", "HELP", "?"])
def test_help_is_found_by_what_people_type_for_it(word: str, output: Text) -> None:
    assert "  resign        give up\n" in output(*SMALL, typed=f"{word}\nquit\n")


@pytest.mark.parametrize("word", ["q", "exit", "quit"])
def test_one_leaves_by_what_people_type_for_it(word: str, output: Text) -> None:
    assert "You have left the game." in output(*SMALL, typed=f"{word}\n")


def test_a_letter_that_names_a_cell_is_a_move_and_no_word(output: Text) -> None:
    words = ["play", "silo", "-o", "size=18", "-o", "height=1", "--second", "human"]
    shown = output(*words, typed="q\nh\nquit\n")
    assert "red moves a checker from q to r (q)" in shown
    assert "blue moves a checker from h to g (h)" in shown


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("hnit", "hint"), ("resing", "resign"), ("movs", "moves"), ("hepl", "help")],
)
def test_a_misspelt_word_is_answered_with_the_one_that_was_meant(
    typed: str, meant: str, output: Text
) -> None:
    shown = output(*SMALL, typed=f"{typed}\nquit\n")
    assert (
        f"name the column to move from, a to d. Did you mean {meant}? Type ? for help.\n" in shown
    )


@pytest.mark.parametrize("typed", ["", "board", "   "])
def test_the_board_is_drawn_again_by_its_word_or_enter_alone(typed: str, output: Text) -> None:
    shown = output(*SMALL, typed=f"{typed}\nquit\n")
    assert shown.count("  r  b  r  b\n") == 2


def test_the_marks_of_the_board_are_explained(output: Text) -> None:
    shown = output(*SMALL, typed="a ?\nquit\n").partition("On the board:\n")[2]
    marks = dict(line.split(maxsplit=1) for line in shown.splitlines()[:3])
    assert marks == {
        "r": "a red checker",
        "b": "a blue checker",
        "*": "part of the last turn",
    }
    assert "!" not in shown  # which there is at the end alone


def test_the_help_leaves_out_what_does_nothing_in_this_match(output: Text) -> None:
    between_people = output(*SMALL, typed="?\nquit\n")
    assert "  level" not in between_people
    assert "  notes" not in between_people
    assert "  clock" not in between_people
    assert "  level [N]     how strong" in output("play", "silo", "--no-keep", typed="?\nquit\n")


def test_rules_short_fits_a_screen(output: Text) -> None:
    shown = output(*SMALL, typed="rules short\nquit\n")
    assert "- On your turn name a column" in shown
    assert "## Options" not in shown


@pytest.mark.parametrize("word", ["again", "replay", "review"])
def test_a_word_for_the_end_says_that_the_match_is_not_over(word: str, output: Text) -> None:
    shown = output(*SMALL, typed=f"a\n{word}\nquit\n")
    sentence = f"{word} works after the end of the match; undo takes back, resign gives up"
    assert f"Not done: {sentence}. Type ? for help.\n" in shown
    assert f"  {word}" not in output(*SMALL, typed="?\nquit\n")


def test_undo_between_people_takes_back_one_turn(output: Text) -> None:
    shown = output(*SMALL, typed="a\nd\nback\nquit\n")
    assert "Taken back." in shown
    assert shown.splitlines()[-1].endswith("--position '-/br/r/b b'")


def test_undo_against_the_computer_takes_back_both_turns(output: Text) -> None:
    words = ["play", "silo", "--second", "random", "--seed", "5", "--no-keep"]
    shown = output(*words, typed="e\na\nundo\nquit\n")
    after_one = output(*words, typed="e\nquit\n")
    assert shown.splitlines()[-1] == after_one.splitlines()[-1]


def test_undo_is_written_once_however_many_turns_it_takes_back(run: Run) -> None:
    def revision() -> int:
        with closing(sqlite3.connect(Archive().path)) as connection:
            (found,) = connection.execute("SELECT revision FROM matches").fetchone()
        return int(found)

    run("play", "silo", "--second", "random", "--seed", "5", typed="e\na\nquit\n")
    before = revision()
    run("resume", "1", typed="undo\nquit\n")
    assert (Archive().record(1).plies, revision()) == (2, before + 1)
    run("resume", "1", "--second", "human", typed="e b undo undo undo quit\n")
    assert (Archive().record(1).plies, revision()) == (1, before + 4)
    shown = run("resume", "1", "--second", "human", typed="undo undo quit\n")
    assert "Taken back.\n" in shown.stdout
    assert "Not done: there is no turn of yours to take back. " in shown.stdout
    assert (Archive().record(1).plies, revision()) == (0, before + 5)


def test_undo_twice_goes_back_to_the_start(output: Text) -> None:
    words = ["play", "silo", "--second", "random", "--seed", "5", "--no-keep"]
    shown = output(*words, typed="e\na\nundo undo\nquit\n")
    assert shown.splitlines()[-1].endswith("play silo --first human --second random")


def test_undo_takes_back_all_that_the_computer_played_while_one_sat_out(output: Text) -> None:
    position = "bbb/-/-/b/rb/rrrrrrrbbrbb r"
    words = ["play", "silo", "--second", "random", "--no-keep", "--position", position]
    for seed in range(20):
        seeded = [*words, "--seed", str(seed)]
        shown = output(*seeded, typed="e\nundo\nquit\n")
        assert shown.splitlines()[-1].endswith(f"--position '{position}'"), f"seed {seed}"
        if "red has no move and sits out" in shown:
            break
    else:
        pytest.fail("in none of these games did Red sit out")


def test_undo_with_nothing_to_take_back_says_so(output: Text) -> None:
    shown = output(*SMALL, typed="undo\nquit\n")
    assert "Not done: there is no turn of yours to take back. " in shown


def test_what_the_computer_played_first_cannot_be_taken_back(output: Text) -> None:
    words = ["play", "silo", "--first", "random", "--second", "human", "--seed", "1", "--no-keep"]
    shown = output(*words, typed="undo\nquit\n")
    assert "Not done: there is no turn of yours to take back. " in shown
    assert shown.splitlines()[-1] == output(*words, typed="quit\n").splitlines()[-1]


def test_undo_after_the_first_turn_goes_back_to_the_answer_to_the_computer(output: Text) -> None:
    words = ["play", "silo", "--first", "random", "--second", "human", "--seed", "1", "--no-keep"]
    shown = output(*words, typed="d\nundo\nquit\n")
    assert shown.splitlines()[-1] == output(*words, typed="quit\n").splitlines()[-1]


def test_undo_in_the_middle_of_a_turn_takes_back_what_was_played_of_it(
    toys: str, output: Text
) -> None:
    words = ["--plugin", toys, "play", "pairs", "--second", "human", "--no-keep"]
    shown = output(*words, typed="2 2\n1\nundo\n1 2\nquit\n")
    assert "Taken back." in shown
    assert shlex.split(shown.splitlines()[-1])[-2:] == ["--position", "2'w"]


def test_a_game_without_draws_by_agreement_says_so_and_goes_on(output: Text) -> None:
    shown = output(*SMALL, typed="draw\na\nquit\n")
    assert "Not done: the rules of Silo do not allow a draw by agreement. " in shown
    assert " moves a checker from a to b" in shown


def test_redo_plays_the_moves_again_that_undo_took_back(output: Text) -> None:
    shown = output(*SMALL, typed="a d undo redo last quit\n")
    assert shown.count("blue moves a checker from d to c (d)") == 3  # played, redone, told
    assert "2. blue moves a checker from d to c (d)\n" in shown


def test_redo_after_another_move_has_nothing_to_play(output: Text) -> None:
    shown = output(*SMALL, typed="a undo\nc redo\nquit\n")
    assert "Not done: there is nothing to play again: redo follows undo." in shown


def test_redo_goes_on_after_the_last_undo_only(output: Text) -> None:
    shown = output(*SMALL, typed="a d undo undo\nc undo redo redo\nquit\n")
    assert shown.count("red moves a checker from c to d (c)") == 2
    assert "Not done: there is nothing to play again" in shown


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("on a", "a: red\n"),
        ("a on A", "a: empty\n"),
        ("on z", "Not done: there is no cell 'z'; name one such as a."),
        ("on", "Not done: name a cell, such as on a."),
        ("last", "Not done: no move has been played yet."),
        ("a last", "1. red moves a checker from a to b (a)\n"),
        ("clock", "This match has no clock.\n"),
    ],
)
def test_questions_about_the_match_are_answered(typed: str, told: str, output: Text) -> None:
    assert told in output(*SMALL, typed=f"{typed}\nquit\n")
