"""Turning points and their story: what counts, what is told once, and in which words."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.plugins.coach.test_review import GRAPH, played
from tests.toy_games import WalkMaker

from stackyard.game import Game
from stackyard.position import DRAW
from stackyard.turnloop.outcome import Reason, Result
from stackyard_coach.assessment import Assessment, MoveValue
from stackyard_coach.review import Review, judge
from stackyard_coach.review_story import course_of_events, told
from stackyard_coach.review_wording import line_words
from stackyard_coach.turning_points import bad_turns, turning_points

# White moves twice (a, b), then black (c), and so on for ever; z ends the game.
TURNS = ("a 0 bz", "b 0 cz", "c 1 dz", "d 0 ez", "e 0 cz", "z 0 won 1")


def reviewed(
    game: Game,
    moves: str,
    shares: Mapping[int, float],
    best: str = "",
    result: Result | None = None,
) -> Review:
    """The review of a course by exact estimates; `best` has the best move at each ply, or a -.

    A `result` ends the match, as a resignation does.
    """
    found = {}
    for ply, share in shares.items():
        line = tuple(best[ply : ply + 1].strip("-"))
        known = (MoveValue(line, share),) if line else ()
        interval = (share - 0.01, share + 0.01)
        found[ply] = Assessment(share=share, interval=interval, line=line, moves=known)
    course = played(game, moves)
    return judge(course if result is None else course.end(result), found)


@pytest.fixture
def turns(walk: WalkMaker) -> Game:
    return walk(*TURNS)


def test_what_lasts_outweighs_what_is_given_back_at_once(turns: Game) -> None:
    shares = {0: 0.5, 1: 0.5, 2: 0.1, 3: 0.9} | dict.fromkeys(range(4, 12), 0.9) | {12: 0.3}
    review = reviewed(turns, "bcdecdecdecd", shares)
    assert [move.number for move in review.mistakes] == [2, 3]
    (point,) = turning_points(review)
    assert (point.move.number, point.until) == (3, 12)


def test_a_turn_that_swings_thrice_is_one_turning_point(turns: Game) -> None:
    review = reviewed(turns, "bcd", {0: 0.9, 1: 0.88, 2: 0.2, 3: 0.2})
    (point,) = turning_points(review)
    assert (point.move.number, point.end) == (2, 2)
    high_again = reviewed(turns, "bcd", {0: 0.9, 1: 0.1, 2: 0.9, 3: 0.9})
    assert turning_points(high_again) == []  # made good within the turn
    assert [move.number for move in bad_turns(high_again, 0, high_again.mistakes)] == [1]


def test_one_better_move_overlooked_twice_is_told_once(walk: WalkMaker) -> None:
    game = walk("a 0 bz", "b 1 az", "z 0 won 1")
    shares = {0: 0.9, 1: 0.1, 2: 0.9, 3: 0.1, 4: 0.1}
    review = reviewed(game, "baba", shares, "z-z--")
    (point,) = [point for point in turning_points(review) if point.move.player == 0]
    assert (point.move.number, point.earlier) == (3, (1,))
    sentences = " ".join(told(point, review).sentences)
    assert "White had overlooked z before, at move 1." in sentences
    other = reviewed(game, "baba", shares, "z-b--")
    assert all(point.earlier == () for point in turning_points(other))


def test_a_line_names_players_and_numbers(turns: Game) -> None:
    course = played(turns, "b")
    words = "2. white c, 3. black d, 4. white e, 5. white c, 6. black d, 7. white e …"
    assert line_words(course, "cdecdecd") == words


def test_a_match_won_in_spite_of_everything_is_told_so(walk: WalkMaker) -> None:
    course = "bfj"
    review = reviewed(walk(*GRAPH), course, {0: 0.5, 1: 0.9, 2: 0.1, 3: 1.0})
    assert course_of_events(review)[1] == "Yet black stood to win until move 3."
    led = reviewed(walk(*GRAPH), course, {0: 0.5, 1: 0.9, 2: 0.9, 3: 1.0})
    assert course_of_events(led)[1:] == ["White stood better from move 1 on."]


def test_a_match_that_was_lost_before_the_first_move_is_told_so(walk: WalkMaker) -> None:
    game = walk(*GRAPH)
    ahead = reviewed(game, "bfj", {0: 0.9, 1: 0.9, 2: 0.9, 3: 1.0})
    assert course_of_events(ahead)[1:] == ["White stood to win from the start."]
    equal = reviewed(game, "bfj", {0: 0.55, 1: 0.9, 2: 0.9, 3: 1.0})
    assert course_of_events(equal)[1:] == []


RESIGNED, LATE = Result(0, Reason.RESIGNATION), Result(0, Reason.TIME)
AGREED = Result(DRAW, Reason.AGREEMENT)


@pytest.mark.parametrize(
    ("result", "share", "sentence"),
    [
        (RESIGNED, 0.1, "White wins: black resigned, though black stood to win."),
        (RESIGNED, 0.5, "White wins: black resigned, though the game was open."),
        (RESIGNED, 0.9, "White wins: black resigned when white stood to win."),
        (LATE, 0.3, "White wins: the time of black ran out, though black stood better."),
        (AGREED, 0.5, "The players agreed on a draw when the game was open."),
        (AGREED, 0.9, "The players agreed on a draw, though white stood to win."),
    ],
)
def test_a_story_tells_how_somebody_ended_the_match_and_how_it_stood(
    turns: Game, result: Result, share: float, sentence: str
) -> None:
    review = reviewed(turns, "bc", {0: 0.5, 1: 0.5, 2: share}, result=result)
    assert course_of_events(review)[0] == sentence
    assert "until move" not in " ".join(course_of_events(review))


def test_a_mistake_that_an_end_by_a_player_undid_decided_nothing(turns: Game) -> None:
    shares = {0: 0.9, 1: 0.9, 2: 0.1}
    ends = {
        RESIGNED: "Yet black resigned.",
        Result(1, Reason.RESIGNATION): "This decided the match.",
        AGREED: "Yet the players agreed on a draw.",
    }
    for result, sentence in ends.items():
        review = reviewed(turns, "bc", shares, result=result)
        (point,) = turning_points(review)
        assert sentence in " ".join(told(point, review).sentences)
    running = reviewed(turns, "bc", shares)
    (point,) = turning_points(running)
    assert "decided" not in " ".join(told(point, running).sentences)


def test_a_lead_given_up_by_an_agreed_draw_is_not_told_as_held(turns: Game) -> None:
    led = reviewed(turns, "bc", {0: 0.5, 1: 0.9, 2: 0.5}, result=RESIGNED)
    assert course_of_events(led) == ["White wins: black resigned, though the game was open."]


def test_only_the_whole_turn_of_the_best_play_was_the_answer(walk: WalkMaker) -> None:
    game = walk("a 0 bf", "b 1 cf", "c 1 mid de", "d 0 af", "e 0 af", "f 0 won 0")
    found = {ply: Assessment(share=share) for ply, share in enumerate((0.9, 0.1, 0.1, 0.1))}
    found[1] = Assessment(share=0.1, line=("c", "d"))
    for turn, words in (("cd", "Black answered c d."), ("ce", "Black could answer c d.")):
        review = judge(played(game, f"b{turn}"), found)
        (point,) = turning_points(review)
        assert words in told(point, review).sentences
