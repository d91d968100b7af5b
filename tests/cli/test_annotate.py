from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import Result

Run = Callable[..., Result]
Text = Callable[..., str]
Keep = Callable[..., int]


@pytest.fixture
def comments(output: Text) -> Callable[[], list[str]]:
    """The comment on match 1 and those on its turns."""

    def comments() -> list[str]:
        record = json.loads(output("export", "1"))
        return [record["comment"], *[turn.get("comment", "") for turn in record["turns"]]]

    return comments


Comments = Callable[[], list[str]]


def test_a_comment_is_written_on_a_match_or_on_a_turn(
    keep: Keep, output: Text, comments: Comments
) -> None:
    number = str(keep())
    assert comments() == ["", "", "", "", ""]
    assert output("annotate", number, "a fine game") == ""
    assert output("annotate", number, "the first", "--ply", "1") == ""
    assert output("annotate", number, "the last", "--ply", "4") == ""
    assert comments() == ["a fine game", "the first", "", "", "the last"]


def test_a_comment_takes_the_place_of_the_one_before(
    keep: Keep, output: Text, comments: Comments
) -> None:
    number = str(keep("a d"))
    for comment in ("once", "ünce more\nin two lines", "", "again", " \n"):
        output("annotate", number, comment)
        output("annotate", number, comment, "--ply", "2")
        assert comments() == [comment.strip(), "", comment.strip()]


def test_any_move_of_a_turn_stands_for_the_turn(
    toys: str, run: Run, output: Text, comments: Comments
) -> None:
    run("--plugin", toys, "play", "pairs", "--second", "human", typed="1 1 2 2 1 quit\n")
    for ply, expected in {
        1: ["", "x1", "", ""],
        2: ["", "x2", "", ""],
        4: ["", "x2", "x4", ""],
        5: ["", "x2", "x4", "x5"],
    }.items():
        output("annotate", "1", f"x{ply}", "--ply", str(ply))
        assert comments() == expected


def test_a_comment_stays_when_the_turn_and_the_match_go_on(
    toys: str, run: Run, output: Text, comments: Comments
) -> None:
    run("--plugin", toys, "play", "pairs", "--second", "human", typed="1 1 2 quit\n")
    output("annotate", "1", "half a turn", "--ply", "3")
    output("annotate", "1", "a match")
    run("resume", "1", typed="2 1 resign\n")
    assert comments() == ["a match", "", "half a turn", ""]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["2", "x"], "there is no match 2; `stackyard matches` lists those there are"),
        (
            ["2", "x", "--ply", "1"],
            "there is no match 2; `stackyard matches` lists those there are",
        ),
        (["1", "x", "--ply", "5"], "match 1 has no move 5; it has 4"),
        (["1", "x", "--ply", "9" * 30], f"match 1 has no move {'9' * 30}; it has 4"),
        (["1", "x", "--ply", "0"], "Invalid value for '--ply': 0 is not in the range x>=1."),
        (["x", "x"], "'x' is no number of a match; `stackyard matches` lists them"),
        (["1"], 'COMMENT is missing, as in: stackyard annotate 1 "a close game"'),
        (["1", "x" * 20_001], "this cannot be a comment: "),
    ],
)
def test_what_cannot_be_annotated_is_refused(
    words: list[str], sentence: str, keep: Keep, refusal: Text, comments: Comments
) -> None:
    keep()
    assert refusal("annotate", *words).startswith(sentence)
    assert comments() == ["", "", "", "", ""]
