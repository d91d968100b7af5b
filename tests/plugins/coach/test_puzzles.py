"""Puzzles: how they are read, and the judge of a solver's moves."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.toy_games import WalkMaker

from stackyard.plugins.registry import load_game
from stackyard_coach.errors import PuzzleError
from stackyard_coach.lesson import Verdict
from stackyard_coach.puzzles import (
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
    assert begun.step.title == "white to win, 2 moves to find"
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
    assert answer.sentence == "Wrong. Black wins: black has won. Try again."
    assert answer.attempt is begun
    assert begun.answer("f").sentence == "Wrong. It is a draw: a draw. Try again."
    later = begun.answer("b").attempt
    assert later.answer("j").attempt is later  # the first move need not be found again


def test_a_lost_draw_is_told_as_such(walk: WalkMaker) -> None:
    wrong = {"c": ["", "loses"], "b": ["g h", "loses"]}
    begun = attempt(walk, line="f", keeps="draws", wrong=[wrong])
    assert "holds the draw" in begun.step.text
    assert "Black now wins, and white could have held a draw" in begun.answer("c").sentence


def test_a_move_that_the_rules_forbid_is_told_the_rule(walk: WalkMaker) -> None:
    begun = attempt(walk)
    answer = begun.answer("h")
    assert answer.verdict is Verdict.REFUSED
    assert answer.sentence == "no way leads from a to h."
    assert answer.attempt is begun


def test_hints_tell_the_idea_then_the_place_then_the_move(walk: WalkMaker) -> None:
    begun = attempt(walk, themes=["fork"], tempting="c")
    assert begun.hints == [
        "The idea: fork.",
        "One of `b` and `f` is the move.",  # not the tempting one
        "Play b: white plays b.",
    ]
    assert begun.answer("b").attempt.hints == ["Play h: white plays h."]
    assert attempt(walk, tempting="c").hints[0] == "Beware of `c`, which is tempting."


def test_the_place_is_the_first_cell_where_several_moves_begin_there() -> None:
    kind = type(load_game("pit_of_pillars"))
    made = {"position": "1,r/w,1,wr,1/1,rrw,w,1/2 r 0,0 move", "line": "c3-d3", "keeps": "wins"}
    more = {"wrong": [{"c3-c4": ["", "loses"]}], "options": {"size": 4}}
    begun = begin_puzzle(msgspec.convert({**made, **more}, Puzzle), kind)
    assert begun.hints[0] == "The move begins with `c3`."


def test_a_solved_puzzle_is_played_to_its_end_and_the_tempting_move_is_refuted(
    walk: WalkMaker,
) -> None:
    begun = attempt(walk, line="b", wrong=WRONG[:1], tempting="c", end="g h")
    answer = begun.answer("b")
    assert answer.verdict is Verdict.DONE
    assert answer.sentence == (
        "Solved: b. Best play goes on `g h`; white wins: white has won. "
        "`c` was tempting, but black plays e (e); black wins: black has won."
    )
    assert answer.end is not None
    assert answer.end.moves == tuple(begun.course.play("b").play("g").play("h").moves)


def test_a_tempting_move_that_ends_the_game_needs_no_answer(walk: WalkMaker) -> None:
    begun = attempt(walk, line="b", wrong=WRONG[:1], tempting="f")
    assert (
        begun.answer("b").sentence
        == "Solved: b. `f` was tempting, but it ends the game: it is a draw: a draw."
    )


def test_a_tempting_move_is_called_the_first_where_several_are_to_be_found(
    walk: WalkMaker,
) -> None:
    begun = attempt(walk, tempting="f").answer("b").attempt
    assert "As the first move `f` was tempting, but" in begun.answer("h").sentence


def test_an_answer_to_the_tempting_move_with_effects_is_not_described_besides() -> None:
    made = {"position": "r,1/4/1,r,wrww,1/2 w 0,0 move", "line": "c2-b2", "keeps": "wins"}
    more = {"wrong": [{"c2-a2": ["c2-a2", "loses"]}], "options": {"size": 4}, "tempting": "c2-a2"}
    kind = type(load_game("pit_of_pillars"))
    begun = begin_puzzle(msgspec.convert({**made, **more}, Puzzle), kind)
    assert begun.answer("c2-b2").sentence.endswith(
        "`c2-a2` was tempting, but red plays `c2-a2`, which captures 3 white men (a pillar rises) "
        "and leaves white no stack; red wins: white controls no stack."
    )


def test_a_tempting_move_tells_in_how_many_turns_a_draw_is_reached(walk: WalkMaker) -> None:
    spots = ("a 0 bc", "b 0 won 0", "c 1 d", "d 0 e", "e 1 drawn")
    made = {"position": "a", "line": "b", "keeps": "wins", "wrong": [{"c": ["d e", "draws"]}]}
    begun = begin_puzzle(msgspec.convert({**made, "tempting": "c"}, Puzzle), type(walk(*spots)))
    assert begun.answer("b").sentence.endswith(
        "`c` was tempting, but black plays d (d); 1 turn later it is a draw: a draw."
    )


def test_the_answer_to_a_wrong_move_has_the_position_after_its_refutation(walk: WalkMaker) -> None:
    begun = attempt(walk)
    end = begun.answer("c").end
    assert end is not None
    assert end.game.format_position(end.position) == "e"


def test_only_the_first_moves_of_a_long_refutation_are_described(walk: WalkMaker) -> None:
    spots = ("a 0 bc", "b 0 won 0", "c 1 d", "d 0 e", "e 1 f", "f 0 g", "g 1 h", "h 0 won 1")
    wrong = {"c": ["d e f g h", "loses"]}
    made = {"position": "a", "line": "b", "keeps": "wins", "wrong": [wrong]}
    begun = begin_puzzle(msgspec.convert(made, Puzzle), type(walk(*spots)))
    moves = begun.answer("c").moves
    assert len(moves) == 5
    assert moves[-1] == "Then white g, black h."


def test_a_wrong_move_without_a_refutation_is_a_fault_of_the_file(walk: WalkMaker) -> None:
    with pytest.raises(PuzzleError, match="has no refutation of a wrong move"):
        attempt(walk, wrong=[{"c": ["e", "loses"]}, {}]).answer("f")


def test_puzzles_are_read_as_they_were_written_the_easiest_first() -> None:
    easy, hard = puzzle(rating=1200), puzzle(rating=1400, line="b")
    text = write_puzzles([hard, easy])
    assert read_puzzles(text, "it") == (easy, hard)
    assert easy.name != hard.name
    assert easy.name == puzzle(rating=1900, themes=["fork"]).name


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"keeps": "loses"}, "a lost position is no puzzle"),
        ({"line": " "}, "`line` is empty"),
        ({"keeps": "much"}, "puzzle 1, keeps: Invalid enum value"),
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
        ({"end": "a"}, "the match is over"),
        ({"tempting": "b"}, "`tempting` is no wrong first move: b"),
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


def forced(walk: WalkMaker) -> PuzzleAttempt:
    """White chooses b, must go from g to h, and chooses again at k."""
    spots = ("a 0 bc", "b 1 g", "c 1 e", "e 0 won 1", "g 0 h", "h 1 k", "k 0 lm", "l 0 won 0")
    wrong: tuple[dict[str, list[str]], ...] = ({"c": ["e", "loses"]}, {}, {"m": ["", "loses"]})
    made = {"position": "a", "line": "b g h k l", "keeps": "wins", "wrong": wrong}
    kind = type(walk(*spots, "m 1 won 1"))
    return begin_puzzle(msgspec.convert(made, Puzzle), kind)


def test_a_move_without_a_choice_is_played_and_not_asked(walk: WalkMaker) -> None:
    begun = forced(walk)
    assert begun.step.title == "white to win, 2 moves to find"
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
