from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from stackyard_silo.refusals import refused

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., Any]
Lasting = Callable[[dict[str, Any]], dict[str, Any]]

SMALL = ["play", "silo", "-o", "size=4", "-o", "height=1"]  # a d b c: Blue wins

TRANSCRIPT = """\
red: human, blue: human
Type a move or ? for help. How to play: rules.

  r  b  r  b
--------------
  a  b  c  d
red: choose a column to move from > a
red moves a checker from a to b (a)

     r
     b  r  b
--------------
  a* b* c  d
blue: choose a column to move from > d
blue moves a checker from d to c (d)

     r  b
     b  r
--------------
  a  b  c* d*
red: choose a column to move from > b
red moves a checker from b to c (b)

        r
        b
     b  r
--------------
  a  b* c* d
blue: choose a column to move from > c
blue moves 2 checkers from c to b (c)

     r
     b
     b  r
--------------
  a  b! c* d
blue wins: all blue checkers form one unbroken run in column b
"""


def test_two_people_play_a_game_to_its_end(output: Text) -> None:
    shown = output(*SMALL, "--second", "human", typed="a\nd\nb\nc\n")
    introduction, _, rest = shown.partition("red: human")
    assert introduction == "Silo by Mark Steere (2021), size=4, height=1\n"
    compiled = re.sub("This is pure Python.*\n", "", rest)
    assert "red: human" + compiled == TRANSCRIPT


def test_a_whole_game_typed_move_by_move_ends_as_it_was_recorded(
    answer: Answer, output: Text
) -> None:
    record = answer("play", "silo", "--first", "random", "--second", "random", "--seed", "8")
    typed = "".join(f"{turn['moves'][0]}\n" for turn in record["turns"])
    shown = output("play", "silo", "--second", "human", typed=typed)
    result = record["result"]
    assert shown.splitlines()[-1] == f"{result['winner']} wins: {result['sentence']}"
    assert shown.count(" > ") == len(record["turns"])


def test_several_moves_may_stand_on_one_line_in_either_case(output: Text) -> None:
    shown = output(*SMALL, "--second", "human", typed="A d\t B\n\n  c\n")
    assert shown.splitlines()[-1].startswith("blue wins: ")
    assert [line for line in shown.splitlines() if " moves " in line] == [
        "red moves a checker from a to b (a)",
        "blue moves a checker from d to c (d)",
        "red moves a checker from b to c (b)",
        "blue moves 2 checkers from c to b (c)",
    ]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("e", "'e' is no move; name the column to move from, a to d"),
        ("ac", "'ac' is no move; name the column to move from, a to d"),
        (
            "b",
            refused("not-yours", column="b", colour="red").sentence,
        ),
        ("\0", "'\\x00' is no move; name the column to move from, a to d"),
        ("x" * 100_000, f"'{'x' * 39}…' is no move; name the column to move from, a to d"),
    ],
)
def test_a_refused_move_says_why_and_the_game_goes_on(
    typed: str, sentence: str, output: Text
) -> None:
    shown = output(*SMALL, "--second", "human", typed=f"{typed}\na d b c\n")
    assert f"\nNot played: {sentence}. Type ? for help.\n" in shown
    assert shown.splitlines()[-1].startswith("blue wins: ")


def test_what_follows_a_refused_move_on_its_line_is_not_played(output: Text) -> None:
    shown = output(*SMALL, "--second", "human", typed="a a d b c\nd b c\n")
    assert f"Not played: {refused('empty-cell', column='a').sentence}." in shown
    assert shown.count(" moves ") == 4


def test_odd_bytes_are_a_move_that_cannot_be_read(output: Text) -> None:
    shown = output(*SMALL, "--second", "human", typed=b"\xff\xfe\xc3\n\x80\na d b c\n")
    assert shown.count("Not played: ") == 2
    assert shown.splitlines()[-1].startswith("blue wins: ")


def test_the_board_marks_what_the_computer_has_just_done(output: Text) -> None:
    shown = output("play", "silo", "--second", "random", "--seed", "1", typed="e\nquit\n")
    pictures = shown.split("red: choose a column to move from > ")
    assert "*" not in pictures[0]
    assert "*" in pictures[1]


def test_a_sit_out_is_told_in_words(output: Text) -> None:
    position = "bbb/-/-/b/-/rrrrrrrbbrbbrb b"
    words = ["play", "silo", "--second", "human", "--no-keep", "--position", position]
    shown = output(*words, typed="f\nf\nquit\n")
    lines = shown.splitlines()
    sit_out = lines.index("red has no move and sits out")
    assert lines[sit_out - 1] == "blue moves a checker from f to e (f)"
    assert lines.count("red has no move and sits out") == 1
    assert lines[-1].endswith("--position 'bbb/-/-/b/bbr/rrrrrrrbbrb r'")


def test_it_begins_with_a_given_position(output: Text) -> None:
    position = "bbb/bb/rb/bbrrrrrrrr/-/b r"
    shown = output("play", "silo", "--position", position, typed="c\n")
    assert shown.splitlines()[-1] == (
        "You (red) won: all red checkers form one unbroken run in column d."
    )
    assert "  a  b  c* d! e  f" in shown


def test_a_position_that_is_over_shows_the_result_and_asks_nothing(output: Text) -> None:
    shown = output("play", "silo", "-o", "size=4", "--position", "-/bb/rrrrb/b b")
    end = "You (red) won: all red checkers form one unbroken run in column c."
    assert shown.splitlines()[-1] == end
    assert " > " not in shown


def test_the_computer_may_move_first(output: Text) -> None:
    shown = output(
        "play", "silo", "--first", "random", "--second", "human", "--seed", "1", typed="quit\n"
    )
    assert "red: random, blue: human" in shown
    first, asked = shown.index("red moves "), shown.index("blue: choose a column to move from > ")
    assert first < asked


@pytest.mark.parametrize(("side", "winner"), [("--first", "blue"), ("--second", "red")])
def test_a_person_who_resigns_loses(side: str, winner: str, output: Text) -> None:
    other = "--second" if side == "--first" else "--first"
    words = ["play", "silo", side, "human", other, "random", "--seed", "1"]
    loser = "red" if winner == "blue" else "blue"
    shown = output(*words, typed="resign\n")
    assert shown.splitlines()[-1] == f"You ({loser}) lost: {loser} resigns."
    record = json.loads(output(*words, "--json", typed="RESIGN\n"))
    assert record["result"] == {
        "winner": winner,
        "reason": "resignation",
        "sentence": f"{loser} resigns",
    }


def test_a_position_that_has_stood_three_times_is_a_draw(toys: str, output: Text) -> None:
    words = ["--plugin", toys, "play", "shuttle", "--second", "human"]
    shown = output(*words, typed="b a b a b a b\n")
    lines = shown.splitlines()
    assert lines.count("this position has stood 2 times") == 2  # either player to act
    assert lines[-1] == "draw: the same position has stood 3 times"


def test_repetition_may_be_counted_further_or_not_at_all(
    toys: str, output: Text, run: Run, answer: Answer
) -> None:
    words = ["--plugin", toys, "play", "shuttle", "--first", "random", "--second", "random"]
    assert answer(*words, "--repetition", "2")["result"]["reason"] == "repetition"
    human = ["--plugin", toys, "play", "shuttle", "--second", "human", "--repetition", "0"]
    assert run(*human, typed="b a b a b a b a b a b a\n").exit_code == 1


@pytest.mark.parametrize("seconds", ["-1", "61", "nan", "inf", "slow", ""])
def test_a_delay_that_makes_no_sense_is_refused(seconds: str, refusal: Text) -> None:
    assert "'--delay'" in refusal("play", "silo", "--first", "random", f"--delay={seconds}")


def test_a_delay_changes_nothing_of_the_game(answer: Answer, lasting: Lasting) -> None:
    words = ["play", "silo", "-o", "size=4", "--first", "random", "--second", "random"]
    slow = answer(*words, "--seed", "1", "--delay", "0.001")
    assert lasting(slow) == lasting(answer(*words, "--seed", "1"))


@pytest.mark.parametrize("times", ["-1", "x"])
def test_a_number_of_repetitions_that_makes_no_sense_is_refused(times: str, refusal: Text) -> None:
    assert "'--repetition'" in refusal("play", "silo", f"--repetition={times}")


def test_a_position_cannot_be_repeated_by_standing_once(run: Run) -> None:
    refused = run("play", "silo", "--repetition", "1")
    assert refused.exit_code == 2
    assert "use 0 or 2 and more" in refused.stderr
