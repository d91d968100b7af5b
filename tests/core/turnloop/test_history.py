from __future__ import annotations

import gc
import threading
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from stackyard.errors import IllegalMoveError, NotationError
from stackyard.position import DRAW
from stackyard.turnloop.history import Course
from stackyard.turnloop.movelog import SPACING
from stackyard.turnloop.outcome import Reason, Result

if TYPE_CHECKING:
    from tests.toy_games import HeapMaker, WalkMaker

# Player 0 moves a→b, player 1 twice (b→c→d), then player 0 twice because player 1 sits out.
LONG = ("a 0 b", "b 1 c", "c 1 mid d", "d 0 e", "e 0 f", "f 1 g", "g 0 won 1")
# Round and round: a→b→e→c→a, or out of it by d. A turn of b is two moves long.
ROUND = ("a 0 bd", "b 1 e", "e 1 mid c", "c 0 a", "d 1 won 0")
FORKS = ("a 0 bc", "b 1 de", "c 1 de", "d 0 a", "e 0 a")
LAP = "beca"


def played(course: Course, moves: str) -> Course:
    for move in moves:
        course = course.play(move)
    return course


def spots(course: Course) -> str:
    return "".join([course.game.board.names[move] for move in course.moves])


def test_a_course_never_changes(walk: WalkMaker) -> None:
    start = Course(walk(*LONG))
    one = start.play("b")
    two = one.play("c")
    assert [spots(course) for course in (start, one, two)] == ["", "b", "bc"]
    assert [str(course.position.key()) for course in (start, one, two)] == ["a", "b", "c"]
    two.position.play(3)
    two.start.play(1)
    assert (two.position.key(), two.start.key()) == ("c", "a")


def test_courses_branch_and_share_their_past(walk: WalkMaker) -> None:
    stem = played(Course(walk(*FORKS), repetition=0), "bda")
    branches = [stem.play(move).play(other) for move in "bc" for other in "de"]
    assert [spots(course) for course in branches] == ["bdabd", "bdabe", "bdacd", "bdace"]
    assert [course.position.key() for course in branches] == list("dede")
    assert spots(stem) == "bda"
    assert [branch.since(stem) for branch in branches] == [(1, 3), (1, 4), (2, 3), (2, 4)]
    assert branches[0].since(branches[1]) is None


def test_a_course_is_continued_by_an_equal_one_of_another_game_object(walk: WalkMaker) -> None:
    one, other = Course(walk(*FORKS)), played(Course(walk(*FORKS)), "bd")
    assert other.since(one) == (1, 3)
    assert one.since(other) is None
    assert other.since(Course(walk(*FORKS), walk(*FORKS).parse_position("b"))) is None
    assert other.since(Course(walk(*FORKS), repetition=0)) is None


def test_each_ply_knows_its_turn_and_the_positions_around_it(walk: WalkMaker) -> None:
    course = played(Course(walk(*LONG)), "bcdefg")
    told = [
        (p.number, p.turn, p.player, p.text, p.opens, p.begun.key(), p.before.key(), p.after.key())
        for p in course.plies()
    ]
    assert told == [
        (1, 0, 0, "b", True, "a", "a", "b"),
        (2, 1, 1, "c", True, "b", "b", "c"),
        (3, 1, 1, "d", False, "b", "c", "d"),
        (4, 2, 0, "e", True, "d", "d", "e"),
        (5, 3, 0, "f", True, "e", "e", "f"),
        (6, 4, 1, "g", True, "f", "f", "g"),
    ]
    for since in range(7):
        rest = [(p.number, p.turn, p.begun.key(), p.after.key()) for p in course.plies(since)]
        assert rest == [(t[0], t[1], t[5], t[7]) for t in told[since:]]
    assert course.last is not None
    assert (course.last.number, course.last.text) == (6, "g")


def test_turns_are_counted_from_either_end(walk: WalkMaker) -> None:
    course = played(Course(walk(*LONG)), "bc")
    assert [turn.moves for turn in course.turns] == [(1,)]
    assert [turn.moves for turn in course.so_far] == [(1,), (2,)]
    assert course.unfinished == (2,)
    whole = played(course, "defg")
    assert [turn.player for turn in whole.turns] == [0, 1, 0, 0, 1]
    assert [turn.before.key() for turn in whole.turns] == list("abdef")
    assert whole.turns[-1].moves == (6,)
    assert [turn.number for turn in whole.turns[1:3]] == [1, 2]
    assert [[ply.text for ply in turn.plies] for turn in whole.turns] == [
        *(["b"], ["c", "d"], ["e"], ["f"], ["g"]),
    ]
    with pytest.raises(IndexError):
        whole.turns[5]


def test_think_times_stay_with_their_moves(walk: WalkMaker) -> None:
    course = Course(walk(*LONG)).play("b", 1.5).play("c", 0.25).play("d", 2.0)
    assert [turn.seconds for turn in course.turns] == [(1.5,), (0.25, 2.0)]
    assert [ply.seconds for ply in course.plies(1)] == [0.25, 2.0]


def test_any_ply_can_be_gone_back_to(walk: WalkMaker) -> None:
    course = played(Course(walk(*LONG)), "bcdefg")
    assert [course.at(ply).position.key() for ply in range(7)] == list("abcdefg")
    assert course.at(6) is course
    assert course.at(3).result is None
    for ply in (-1, 7):
        with pytest.raises(ValueError, match="this course has 6 plies"):
            course.at(ply)


def test_turns_are_taken_back_one_by_one(walk: WalkMaker) -> None:
    course, seen = played(Course(walk(*LONG)), "bcdefg"), []
    while course.ply:
        course = course.back()
        seen.append(course.position.key())
    assert seen == list("fedba")
    with pytest.raises(ValueError, match="there is no turn to take back"):
        course.back()


def test_how_often_a_position_stood_is_counted_on_each_branch(walk: WalkMaker) -> None:
    game = walk(*ROUND)
    times, course = [], Course(game, repetition=0)
    for move in LAP * 3:
        course = course.play(move)
        times.append(course.times_stood)
    # In the middle of a turn it is still the position that the turn began with.
    assert times == [1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4]
    assert [course.at(ply).times_stood for ply in range(1, 13)] == times
    branch = played(course.at(4), LAP)
    assert (branch.times_stood, course.times_stood) == (3, 4)
    assert branch.at(4).times_stood == 2


def test_positions_of_equal_hash_are_told_apart(heap: HeapMaker, walk: WalkMaker) -> None:
    class Same(str):
        def __hash__(self) -> int:
            return 7

        def __eq__(self, other: object) -> bool:
            return str.__eq__(self, other)

    game = walk(*ROUND)
    kind = type(game.initial())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kind, "key", lambda position: Same(position.at))
        course = Course(game)
        for move in LAP:
            course = course.play(move)
        assert (course.times_stood, course.result) == (2, None)
        assert played(course, LAP).result == Result(DRAW, Reason.REPETITION)
        assert len(course.drawn) == 1


def test_what_would_be_a_draw_by_repetition_is_known(walk: WalkMaker) -> None:
    game = walk(*ROUND)
    assert Course(game).drawn == frozenset()
    assert played(Course(game), LAP).drawn == {"a"}
    assert played(Course(game), LAP + "be").drawn == {"a", "b"}
    assert played(Course(game), LAP).at(3).drawn == frozenset()
    assert Course(game, repetition=2).drawn == {"a"}
    assert played(Course(game, repetition=0), LAP * 3).drawn == frozenset()
    assert played(Course(game, repetition=4), LAP).drawn == frozenset()


def test_a_result_from_outside_ends_a_course(walk: WalkMaker) -> None:
    course = Course(walk(*LONG)).play("b")
    over = course.end(Result(0, Reason.RESIGNATION))
    assert (course.result, over.result) == (None, Result(0, "resignation"))
    with pytest.raises(IllegalMoveError, match="the match is over"):
        over.play("c")
    assert over.back().result is None
    assert over.moves == course.moves


def test_a_move_is_read_once_and_refused_with_its_reason(walk: WalkMaker) -> None:
    course = Course(walk(*LONG))
    assert course.read(" B ") == course.read(1) == 1
    for move, error in (
        ("e", IllegalMoveError),
        (4, IllegalMoveError),
        (10**5000, NotationError),
        ("7", NotationError),
    ):
        with pytest.raises(error):
            course.play(move)
    assert course.ply == 0


@pytest.mark.parametrize("repetition", [1, -1])
def test_one_time_is_no_repetition(walk: WalkMaker, repetition: int) -> None:
    with pytest.raises(ValueError, match="repetition is 0"):
        Course(walk(*LONG), repetition=repetition)


def test_a_course_knows_whether_it_began_at_the_start(walk: WalkMaker) -> None:
    game = walk(*LONG)
    assert Course(game).standard
    assert Course(game, game.initial()).play("b").standard
    assert not Course(game, game.parse_position("b")).standard


def test_pictures_mark_what_changed_since_the_turn_began(walk: WalkMaker) -> None:
    course = played(Course(walk(*LONG)), "bcd")
    touched = [scene.touched for scene in course.scenes()]
    assert touched == [frozenset(), {0, 1}, {1, 2}, {1, 3}]
    assert [course.at(ply).scene.touched for ply in range(4)] == touched


def circling(walk: WalkMaker, plies: int) -> Course:
    course = Course(walk("a 0 bc", "b 1 de", "c 1 de", "d 0 a", "e 0 a"), repetition=0)
    while course.ply < plies:
        course = course.play("bda"[course.ply % 3])
    return course


def test_positions_between_those_that_are_stored_are_played_again(walk: WalkMaker) -> None:
    course = circling(walk, 3 * SPACING + 5)
    for ply in (0, 1, SPACING - 1, SPACING, SPACING + 1, 2 * SPACING, course.ply):
        assert course.at(ply).position.key() == "abd"[ply % 3]
        branch = course.at(ply).play({"a": "c", "b": "e", "d": "a"}["abd"[ply % 3]])
        assert branch.at(ply).position.key() == "abd"[ply % 3]


def test_a_move_costs_bytes_and_no_position(walk: WalkMaker) -> None:
    circling(walk, 100)
    gc.collect()
    tracemalloc.start()
    try:
        course = circling(walk, 6000)
        gc.collect()
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert used / course.ply < 300


def test_a_course_may_be_played_on_from_many_threads_at_once(walk: WalkMaker) -> None:
    stem = circling(walk, 30)
    found: list[str] = []

    def play(number: int) -> None:
        for round_ in range(50):
            course = stem
            for move in ("b" if (number + round_) % 2 else "c", "d" if number % 3 else "e"):
                course = course.play(move)
            found.append(spots(course)[:30] + spots(course)[30:].upper())
            assert course.since(stem) is not None

    threads = [threading.Thread(target=play, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 400
    assert {line[:30] for line in found} == {spots(stem)}
    assert {line[30:] for line in found} == {"BD", "BE", "CD", "CE"}
