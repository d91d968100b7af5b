"""Reviews of solved games: the judgements must agree with exact values."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.plain_solver import Solved, solve_plainly
from tests.toy_games import WalkMaker

from stackyard.analysis import Limit
from stackyard.game import Game
from stackyard.position import DRAW, ONGOING
from stackyard.rng import Rng
from stackyard.turnloop.history import Course
from stackyard_coach.assessment import Assessment, MoveValue, covers
from stackyard_coach.review import Grade, answer, grade_of, judge
from stackyard_coach.review_wording import (
    answer_words,
    better_words,
    counts_words,
    loss_words,
)

# White (0) and black (1) in turns; j, k and m are ends, and d and e can go on for ever.
GRAPH = (
    *("a 0 bcd", "b 1 fk", "c 1 gh", "d 1 ej", "e 0 di", "f 0 jk", "g 0 k", "h 0 jm"),
    *("i 1 jk", "j 0 won 0", "k 0 won 1", "m 0 drawn"),
)


def exact(course: Course, solved: Solved) -> Assessment:
    """The assessment of a solved position, its moves from the best to the worst."""
    position = course.position
    winner, plies = solved[position.key()]
    share = {0: 1.0, 1: 0.0}.get(winner, 0.5)
    if course.result is not None:
        return Assessment(share=share, proven=winner, plies=0)
    moves = []
    for move in position.legal_moves():
        after = course.play(int(move))
        result, _ = solved[after.position.key()]
        value = {course.player: 1.0, DRAW: 0.5}.get(result, 0.0)
        text = course.game.format_move(int(move), position)
        moves.append(MoveValue((text,), value))
    moves.sort(key=lambda move: -(move.value or 0.0))
    best = moves[0].texts
    return Assessment(share=share, proven=winner, plies=plies, line=best, moves=tuple(moves))


def played(game: Game, text: str) -> Course:
    course = Course(game, repetition=0)
    for move in text:
        course = course.play(move)
    return course


def exact_assessments(course: Course) -> dict[int, Assessment]:
    solved = solve_plainly(course.start)
    return {ply: exact(course.at(ply), solved) for ply in range(course.ply + 1)}


def test_every_move_of_random_games_loses_what_its_exact_values_differ_by(walk: WalkMaker) -> None:
    game = walk(*GRAPH)
    solved = solve_plainly(game.initial())
    rng, graded = Rng(5), set()
    for _ in range(60):
        course = Course(game, repetition=0)
        while course.result is None and course.ply < 12:
            course = course.play(int(course.position.random_move(rng.bits())))
        review = judge(course, {p: exact(course.at(p), solved) for p in range(course.ply + 1)})
        for move in review.moves:
            values = []
            for ply in (move.number - 1, move.number):
                winner, _ = solved[course.at(ply).position.key()]
                values.append({move.player: 1.0, DRAW: 0.5}.get(winner, 0.0))
            assert move.loss == values[0] - values[1]
            assert move.sure == (move.loss > 0)
            assert move.grade == (Grade.BLUNDER if move.loss else None)
            graded.add(move.grade)
        for change in review.changes:
            assert solved[course.at(change.number).position.key()][0] == change.after
            assert solved[course.at(change.number - 1).position.key()][0] == change.before
    assert graded == {None, Grade.BLUNDER}


def test_a_proof_is_carried_back_from_a_won_position_and_on_from_a_lost_one(
    walk: WalkMaker,
) -> None:
    course = played(walk(*GRAPH), "bfj")
    unclear = Assessment(share=0.4, moves=(MoveValue(("k",), 0.4),))
    review = judge(course, {0: unclear, 1: unclear, 2: unclear, 3: exact_assessments(course)[3]})
    assert [each and each.proven for each in review.standings] == [ONGOING, ONGOING, 0, 0]
    assert review.standings[2] is not None
    assert review.standings[2].plies == 1
    lost = judge(course, {1: Assessment(share=0.0, proven=0), 2: unclear})
    assert lost.standings[2] is not None
    assert lost.standings[2].proven == 0
    assert lost.standings[0] is not None  # a won position is one move after it
    assert lost.standings[0].proven == 0


def test_the_only_legal_move_and_the_best_one_lose_nothing(walk: WalkMaker) -> None:
    course = played(walk(*GRAPH), "dei")
    high, low = Assessment(share=0.9), Assessment(share=0.1, moves=(MoveValue(("i",), 0.1),))
    review = judge(course, {0: high, 1: low, 2: low, 3: Assessment(share=0.0)})
    assert [move.loss for move in review.moves] == [pytest.approx(0.8), 0.0, 0.0]


@pytest.mark.parametrize(
    ("loss", "grade"),
    [
        (0.099, None),
        (0.1, Grade.INACCURACY),
        (0.2, Grade.MISTAKE),
        (0.3, Grade.BLUNDER),
        (0.5 - 0.3, Grade.MISTAKE),  # as floats a little less
    ],
)
def test_a_grade_begins_at_its_loss(loss: float, grade: Grade | None) -> None:
    assert grade_of(loss) == grade


def estimates(shares: Mapping[int, float], width: float = 0.05) -> dict[int, Assessment]:
    best = (MoveValue(("z",), 0.5),)
    return {
        ply: Assessment(share=share, interval=(share - width, share + width), moves=best)
        for ply, share in shares.items()
    }


def test_a_lead_changes_hands_only_where_intervals_leave_no_doubt(walk: WalkMaker) -> None:
    course = played(walk(*GRAPH), "dedei")
    review = judge(course, estimates({0: 0.5, 1: 0.53, 2: 0.6, 3: 0.52, 4: 0.7, 5: 0.2}))
    assert [(each.number, each.before, each.after) for each in review.changes] == [
        (2, None, 0),
        (5, 0, 1),
    ]
    assert [move.number for move in review.questions()] == [5]


def test_overlapping_intervals_make_a_doubtful_judgement_and_no_question(walk: WalkMaker) -> None:
    course = played(walk(*GRAPH), "dei")
    review = judge(course, estimates({0: 0.75, 1: 0.6, 2: 0.6, 3: 0.3}, 0.4))
    assert [move.grade for move in review.moves] == [Grade.INACCURACY, None, Grade.BLUNDER]
    assert loss_words(review.moves[0]) == "perhaps an inaccuracy, from 75% to 60%"
    assert review.questions() == []
    assert [move.number for move in review.notable] == [3]
    assert counts_words(review, 0) == (
        "no blunders, no mistakes, no inaccuracies; perhaps 1 blunder and 1 inaccuracy"
    )


def test_a_match_half_analysed_is_judged_as_far_as_it_is(walk: WalkMaker) -> None:
    course = played(walk(*GRAPH), "dei")
    review = judge(course, estimates({0: 0.9, 1: 0.1}))
    assert [move.loss for move in review.moves] == [pytest.approx(0.8), None, None]
    assert counts_words(review, 0) == "1 blunder, no mistakes, no inaccuracies; 1 move not judged"
    assert counts_words(review, 1) == "no move was analysed long enough to be judged"
    shares = estimates({2: 0.5, 3: 0.9}) | {0: Assessment(share=0.0, proven=1)}
    proof_carried_on = judge(course, shares).moves[1]
    assert proof_carried_on.before is not None
    assert (proof_carried_on.loss, proof_carried_on.best) == (None, ())


def test_every_move_that_keeps_the_value_is_accepted_and_others_are_refuted(
    walk: WalkMaker,
) -> None:
    course = played(walk(*GRAPH), "cgk")
    solved = solve_plainly(course.start)
    review = judge(course, exact_assessments(course))
    (question,) = review.questions((0,))
    assert (question.text, better_words(question, review)) == ("c", "1. white d")
    tried = {text: exact(played(course.game, text), solved) for text in "bcd"}
    given = {text: answer(question, text, found) for text, found in tried.items()}
    assert [text for text, one in given.items() if one.keeps] == ["d"]
    assert answer_words("c", given["c"], question, review) == (
        "c loses: black wins for certain in 2 moves. Best play after it: 2. black g."
    )
    assert answer_words("d", given["d"], question, review) == (
        "Right: d is the best move. It is a sure draw."
    )


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        (
            Assessment(share=1.0, proven=0),
            "d gives a won position away: it leads to a sure draw. Best play after it: 2. black e.",
        ),
        (
            Assessment(share=0.8),
            "d lets the chances fall from 80% to a sure draw. Best play after it: 2. black e.",
        ),
    ],
)
def test_only_a_proven_win_is_called_a_won_position(
    before: Assessment, sentence: str, walk: WalkMaker
) -> None:
    course = played(walk(*GRAPH), "c")
    review = judge(course, {0: before, 1: Assessment(share=0.0, proven=1)})
    (question,) = review.mistakes
    drawn = Assessment(share=0.5, proven=DRAW, line=("e",))
    given = answer(question, "d", drawn)
    assert answer_words("d", given, question, review) == sentence


def test_a_longer_analysis_covers_a_shorter_one() -> None:
    assert covers(Limit(seconds=2), Limit(seconds=1))
    assert not covers(Limit(seconds=1), Limit(seconds=2))
    assert not covers(Limit(simulations=100), Limit(seconds=1))
    assert covers(Limit(seconds=3), Limit(simulations=100, seconds=3))
    # The first bound ended it, perhaps after 5 simulations.
    assert not covers(Limit(simulations=5, seconds=3), Limit(seconds=3))
    assert not covers(Limit(simulations=5, seconds=3), Limit(simulations=100, seconds=3))
