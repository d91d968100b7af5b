"""Lessons: how they are read, and the judge of a learner's moves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.toy_games import WalkMaker

from stackyard_coach.errors import LessonError
from stackyard_coach.lesson import (
    NO_HINT,
    Attempt,
    Lesson,
    Step,
    Verdict,
    begin,
    read_lesson,
    weak_reply,
)

# White goes from a; b and c are in the same turn; d is White's win, e Black's.
SPOTS = ("a 0 bcf", "b 0 mid cd", "c 1 ghe", "d 0 won 0", "e 0 won 1", "f 0 bd", "g 0 df", "h 0 df")
FRAME = 'opening = "Welcome."\nclosing = "Well done."\n[[steps]]\ntitle = "A step"\ntext = "Go."\n'


def attempt(walk: WalkMaker, **fields: object) -> Attempt:
    """The beginning of a step with these fields."""
    step = Step(**{"title": "A step", "text": "Go.", **fields})  # type: ignore[arg-type]
    lesson = Lesson(opening="", closing="", steps=(step,))
    return begin(lesson, 0, type(walk(*SPOTS)))


def test_a_lesson_is_read_from_its_text() -> None:
    lesson = read_lesson(f'{FRAME}moves = ["b c"]\nwrong.f = "No."\n', "it")
    assert lesson.opening == "Welcome."
    assert lesson.steps[0].way == ["b", "c"]
    assert lesson.steps[0].wrong == {"f": "No."}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("opening = ", "Invalid value"),
        (f"{FRAME}moves = []\n", "the goal is either"),
        (f'{FRAME}moves = ["b"]\nwin = true\n', "the goal is either"),
        (f"{FRAME}win = true\n", "`solution` is missing"),
        (f'{FRAME}moves = ["b"]\nafter = "f"\nposition = "f"\n', "exclude each other"),
        (
            f'{FRAME}moves = ["b"]\nsentence = "x"\n',
            "step 1: Object contains unknown field `sentence`",
        ),
        (f'{FRAME}moves = "b"\n', "step 1, moves: Expected `array`, got `str`"),
        ('opening = ""\nclosing = ""\nsteps = []\n', "a lesson needs at least one step"),
    ],
)
def test_a_text_that_is_no_lesson_is_refused_with_the_place(text: str, why: str) -> None:
    with pytest.raises(LessonError, match="the lesson of walk cannot be read: ") as refused:
        read_lesson(text, "the lesson of walk")
    assert why in str(refused.value)


def test_a_wanted_move_is_done_with_its_words(walk: WalkMaker) -> None:
    answer = attempt(walk, moves=("f", "c"), done="Right.").answer("c")
    assert answer.verdict is Verdict.DONE
    assert answer.sentence == "Right."
    assert answer.moves == ("white plays c (c).",)


def test_a_move_that_the_rules_forbid_is_told_the_rule_and_changes_nothing(
    walk: WalkMaker,
) -> None:
    begun = attempt(walk, moves=("b",), impossible={"d": "It is too far."})
    answer = begun.answer("d")
    assert answer.verdict is Verdict.REFUSED
    assert answer.sentence == "no way leads from a to d. It is too far."
    assert begun.answer("D").sentence == answer.sentence
    assert answer.attempt is begun
    assert begun.answer("z").sentence == "no way leads from a to z."
    assert "'#' is no letter." in begun.answer("#").sentence


def test_a_legal_move_that_is_not_wanted_gets_its_own_reason_and_begins_again(
    walk: WalkMaker,
) -> None:
    begun = attempt(walk, moves=("b d",), wrong={"c": "That is Black's."}, otherwise="Another.")
    assert begun.answer("c").verdict is Verdict.OTHER
    assert begun.answer("c").sentence == "That is Black's."
    assert begun.answer("f").sentence == "Another."
    assert begun.answer("f").attempt.played == []


def test_a_turn_of_several_moves_goes_on_until_it_leaves_the_wanted_way(walk: WalkMaker) -> None:
    begun = attempt(walk, moves=("b d",), wrong={"b c": "Not so."})
    inside = begun.answer("b")
    assert inside.verdict is Verdict.GOES_ON
    assert inside.attempt.played == ["b"]
    assert inside.attempt.answer("d").verdict is Verdict.DONE
    assert inside.attempt.answer("c").sentence == "Not so."


def test_the_pieces_after_the_turn_can_be_the_goal(walk: WalkMaker) -> None:
    on_c = attempt(walk, cells={"c": "b", "a": ""}, solution="c")
    assert on_c.answer("c").verdict is Verdict.DONE
    assert on_c.answer("b").verdict is Verdict.GOES_ON
    assert on_c.answer("b").attempt.answer("c").verdict is Verdict.DONE
    assert on_c.answer("f").verdict is Verdict.OTHER
    a_black_piece = attempt(walk, pieces={"b": 1}, solution="c")
    assert a_black_piece.answer("c").verdict is Verdict.DONE
    assert a_black_piece.answer("f").verdict is Verdict.OTHER
    two = attempt(walk, pieces={"b": 2}, solution="c")
    assert two.answer("c").verdict is Verdict.OTHER


def test_in_a_game_to_win_the_other_side_wins_at_once_if_it_can(walk: WalkMaker) -> None:
    begun = attempt(walk, win=True, solution="f d")
    lost = begun.answer("c")
    assert lost.verdict is Verdict.LOST
    assert lost.sentence == "black wins: black has won. Try this step again."
    assert lost.attempt.played == []
    assert lost.moves == ("white plays c (c).", "black plays e (e).")


def test_a_game_that_is_won_is_done(walk: WalkMaker) -> None:
    answer = attempt(walk, win=True, solution="b d", done="Fine.").answer("f")
    assert answer.verdict is Verdict.GOES_ON
    won = answer.attempt.answer("d")
    assert won.verdict is Verdict.DONE
    assert won.sentence == "white wins: white has won. Fine."


def test_the_weak_reply_is_always_the_same_in_a_position(walk: WalkMaker) -> None:
    game = walk("a 0 b", "b 1 cdefg", *[f"{name} 0 b" for name in "cdefg"])
    position = game.parse_position("b")
    replies = {weak_reply(game, position) for _ in range(5)}
    assert len(replies) == 1
    assert replies <= set(map(int, position.legal_moves()))


def test_the_last_turn_can_be_taken_back(walk: WalkMaker) -> None:
    begun = attempt(walk, win=True, solution="b d")
    later = begun.answer("f").attempt.answer("b").attempt
    assert later.played == ["f", "b"]
    assert later.back.played == ["f"]
    assert later.back.back.played == []
    assert begun.back.played == []


def test_hints_are_the_authors_then_the_next_move(walk: WalkMaker) -> None:
    begun = attempt(walk, moves=("b d",), hint="Think of b.")
    assert begun.hints == ["Think of b.", "Play b: white plays b."]
    assert begun.answer("b").attempt.hints == ["Play d: white plays d."]


def test_a_hint_names_a_winning_move(walk: WalkMaker) -> None:
    begun = attempt(walk, win=True, solution="b c")
    assert begun.answer("f").attempt.hints == ["Play d: white plays d."]


def test_away_from_the_solution_the_learner_is_sent_back_to_the_start(walk: WalkMaker) -> None:
    begun = attempt(walk, moves=("f",))
    away = replace(begun, course=begun.course.play("b"))
    assert away.hints == [NO_HINT]


def test_a_step_can_begin_after_moves_and_in_a_position(walk: WalkMaker) -> None:
    after = attempt(walk, after="c g", moves=("d",))
    assert after.course.game.format_position(after.course.position) == "g"
    assert after.played == []
    assert attempt(walk, position="c", moves=("g",)).learner == 1


def test_a_goal_on_a_cell_that_the_board_lacks_is_named(walk: WalkMaker) -> None:
    with pytest.raises(LessonError, match="step 1: `cells`: there is no cell 'z9'"):
        attempt(walk, cells={"z9": "b"}, solution="c")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"position": "q"}, "there is no spot q"),
        ({"after": "h"}, "no way leads from a to h"),
        ({"position": "d"}, "the game is over: white has won"),
        ({"options": {"size": 3}}, "size"),
    ],
)
def test_a_step_that_cannot_come_about_is_named(
    walk: WalkMaker, fields: dict[str, object], why: str
) -> None:
    with pytest.raises(LessonError, match="the lesson of walk, step 1: ") as refused:
        attempt(walk, moves=("b",), **fields)
    assert why in str(refused.value)
