"""Puzzles: how they are read, and the judge of a solver's moves."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.toy_games import WalkMaker

from stackyard_coach.errors import PuzzleError
from stackyard_coach.lesson import Verdict
from stackyard_coach.puzzles import (
    Outcome,
    Puzzle,
    PuzzleAttempt,
    begin_puzzle,
    level_of,
    read_puzzles,
    write_puzzles,
)

# White wins by b, then h after any reply; c loses to e at once, f ends in a draw.
SPOTS = (
    *("a 0 bcf", "b 1 gi", "c 1 de", "d 0 won 0", "e 0 won 1"),
    *("f 1 drawn", "g 0 hj", "h 0 won 0", "i 0 h", "j 1 won 1"),
)
WRONG: Any = ({"c": ["e", "loses"], "f": ["", "draws"]}, {"j": ["", "loses"]})


def puzzle(**fields: object) -> Puzzle:
    """The puzzle at a, with other fields."""
    made = {"position": "a", "line": "b g h", "keeps": "wins", "wrong": WRONG, **fields}
    return msgspec.convert(made, Puzzle)


def attempt(walk: WalkMaker, **fields: object) -> PuzzleAttempt:
    return begin_puzzle(puzzle(**fields), type(walk(*SPOTS)))


def test_the_line_is_played_with_the_replies_of_the_other_side(walk: WalkMaker) -> None:
    begun = attempt(walk)
    assert begun.step.title == "white to win, 2 moves in a row"
    first = begun.answer("b")
    assert first.verdict is Verdict.GOES_ON
    assert first.moves == ("white plays b (b).", "black plays g (g).")
    last = first.attempt.answer("h")
    assert last.verdict is Verdict.DONE
    assert last.sentence == "white wins: white has won. Solved: b h."


def test_a_wrong_move_is_met_by_its_refutation_and_another_try_is_allowed(walk: WalkMaker) -> None:
    begun = attempt(walk)
    answer = begun.answer("c")
    assert answer.verdict is Verdict.OTHER
    assert answer.moves == ("white plays c (c).", "black plays e (e).")
    assert answer.sentence == "Wrong: black wins: black has won. Try again."
    assert answer.attempt is begun
    assert begun.answer("f").sentence == "Wrong: draw: a draw. Try again."
    later = begun.answer("b").attempt
    assert later.answer("j").attempt is later  # the first move need not be found again


def test_a_lost_draw_is_told_as_such(walk: WalkMaker) -> None:
    wrong = {"c": ["", "loses"], "b": ["g h", "loses"]}
    begun = attempt(walk, line="f", keeps="draws", wrong=[wrong])
    assert "holds the draw" in begun.step.text
    assert "black now wins, and white could have held a draw" in begun.answer("c").sentence


def test_a_move_that_the_rules_forbid_is_told_the_rule(walk: WalkMaker) -> None:
    begun = attempt(walk)
    answer = begun.answer("h")
    assert answer.verdict is Verdict.REFUSED
    assert answer.sentence == "no way leads from a to h."
    assert answer.attempt is begun


def test_another_text_of_the_same_position_is_the_same_answer(
    walk: WalkMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = attempt(walk, wrong=[{"c": ["e", "loses"]}, {"j": ["", "loses"]}])
    kind = type(begun.course.position)
    same = {"f": "b"}  # f is taken for b
    monkeypatch.setattr(kind, "key", lambda self: same.get(self.at, self.at))
    answer = begun.answer("f")
    assert answer.verdict is Verdict.GOES_ON
    assert answer.attempt.course.position.key() == "g"


def test_hints_tell_the_themes_then_the_move(walk: WalkMaker) -> None:
    begun = attempt(walk, themes=["fork"])
    assert begun.hints == ["Look for this: fork.", "Play b: white plays b."]
    assert begun.answer("b").attempt.hints[-1] == "Play h: white plays h."


def test_a_wrong_move_without_a_refutation_is_a_fault_of_the_file(walk: WalkMaker) -> None:
    with pytest.raises(PuzzleError, match="has no refutation of a wrong move"):
        attempt(walk, wrong=[{"c": ["e", "loses"]}, {}]).answer("f")


def test_puzzles_are_read_as_they_were_written_the_easiest_first() -> None:
    easy, hard = puzzle(simulations=16), puzzle(simulations=64, line="b")
    text = write_puzzles([hard, easy])
    assert read_puzzles(text, "it") == (easy, hard)
    assert easy.name != hard.name
    assert easy.name == puzzle(simulations=99, themes=["fork"]).name


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"keeps": "loses"}, "a lost position is no puzzle"),
        ({"line": " "}, "`line` is empty"),
        ({"keeps": "much"}, "Invalid enum value"),
        ({"more": 1}, "unknown field `more`"),
    ],
)
def test_a_text_that_is_no_puzzle_is_refused_with_the_place(
    fields: dict[str, object], why: str
) -> None:
    made = {"position": "a", "line": "b", "keeps": "wins", "wrong": WRONG[:1], **fields}
    with pytest.raises(PuzzleError, match="those of walk cannot be read: ") as refused:
        read_puzzles(msgspec.json.encode([made]), "those of walk")
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"position": "q"}, "there is no spot q"),
        ({"position": "d"}, "the game is over"),
        ({"line": "b h"}, "no way leads from b to h"),
        ({"wrong": WRONG[:1]}, "`wrong` has 1 entries for 2 moves"),
    ],
)
def test_an_impossible_puzzle_is_named(
    walk: WalkMaker, fields: dict[str, object], why: str
) -> None:
    with pytest.raises(PuzzleError, match="puzzle [0-9a-f]{8} of walk: ") as refused:
        attempt(walk, **fields)
    assert why in str(refused.value)


def test_levels_are_fifths_of_the_set() -> None:
    assert [level_of(index, 10) for index in range(10)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert level_of(2, 3) <= 5
    assert Outcome("draws") is Outcome.DRAWS


def forced(walk: WalkMaker) -> PuzzleAttempt:
    """White chooses b, must go from g to h, and chooses again at k."""
    spots = ("a 0 bc", "b 1 g", "c 1 e", "e 0 won 1", "g 0 h", "h 1 k", "k 0 lm", "l 0 won 0")
    wrong: tuple[dict[str, list[str]], ...] = ({"c": ["e", "loses"]}, {}, {"m": ["", "loses"]})
    made = {"position": "a", "line": "b g h k l", "keeps": "wins", "wrong": wrong}
    kind = type(walk(*spots, "m 1 won 1"))
    return begin_puzzle(msgspec.convert(made, Puzzle), kind)


def test_a_move_without_a_choice_is_played_and_not_asked(walk: WalkMaker) -> None:
    begun = forced(walk)
    assert begun.step.title == "white to win, 2 moves in a row"
    answer = begun.answer("b")
    assert len(answer.moves) == 4
    after = answer.attempt
    assert after.course.game.format_position(after.course.position) == "k"
    assert after.played == ["b"]
    assert after.back.course.ply == 0
    assert after.answer("m").verdict is Verdict.OTHER
    last = after.answer("l")
    assert last.verdict is Verdict.DONE
    assert last.attempt.played == ["b", "l"]
