from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest
from tests.conftest import PATIENCE

from stackyard.analysis import Analysis, Limit, Source, value_words
from stackyard.plugins.registry import load_game
from stackyard.position import DRAW, ONGOING
from stackyard.turnloop.history import Course
from stackyard_engine.analysis import analyse
from stackyard_engine.engine import AlphaBetaEngine, MctsEngine
from stackyard_engine.limits import paced

if TYPE_CHECKING:
    from tests.toy_games import WalkGame, WalkMaker

GRAPH = ("a 0 bcd", "b 1 efg", "c 1 efg", "d 1 efg", "e 0 hi", "f 0 hi", "g 0 hi")
ENDS = ("h 1 won 0", "i 1 won 1")


@pytest.fixture
def game(walk: WalkMaker) -> WalkGame:
    return walk(*GRAPH, *ENDS)


@pytest.fixture
def endless(walk: WalkMaker) -> WalkGame:
    """A game of which nothing can be proven: either player may draw or go round once more."""
    return walk("a 0 bcd", "b 1 ae", "c 1 ae", "d 1 ae", "e 0 drawn")


@pytest.fixture
def circle(walk: WalkMaker) -> WalkGame:
    """A game in which the first player loses, or draws by repetition."""
    return walk("a 0 bc", "b 1 a", "c 1 d", "d 0 won 1")


def tried(analysis: Analysis) -> int:
    """How many simulations the tree stands on, those of earlier analyses included."""
    return sum([line.visits for line in analysis.lines])


def test_exactly_the_simulations_asked_for_are_run(endless: WalkGame) -> None:
    for simulations in (1, 2, 3, 100, 1000):
        found = MctsEngine(5).analyse(Course(endless), Limit(simulations=simulations))
        assert found.simulations == tried(found) == simulations


def test_within_any_time_every_move_is_tried_at_least_once(endless: WalkGame) -> None:
    found = MctsEngine(5).analyse(Course(endless), Limit(seconds=1e-9))
    assert all(line.visits for line in found.lines)


def test_of_two_limits_the_first_to_be_reached_ends_the_analysis(endless: WalkGame) -> None:
    engine, course = MctsEngine(5), Course(endless)
    assert engine.analyse(course, Limit(simulations=40, seconds=3600)).simulations == 40
    assert engine.analyse(course, Limit(simulations=10**9, seconds=1e-9)).simulations < 10**9


def test_the_watch_is_told_how_far_the_analysis_has_come(endless: WalkGame) -> None:
    shares: list[float] = []

    def note(share: float) -> bool:
        shares.append(share)
        return False

    found = MctsEngine(5).analyse(Course(endless), Limit(simulations=500), note)
    assert found.simulations == 500
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert all(0 < share <= 1 for share in shares)


def test_the_watch_may_end_the_analysis(endless: WalkGame) -> None:
    found = MctsEngine(5).analyse(Course(endless), Limit(simulations=10**9), lambda share: True)
    assert found.simulations == 3
    assert all(line.visits for line in found.lines)


def test_an_analysis_does_not_depend_on_its_watch(endless: WalkGame) -> None:
    limit = Limit(simulations=300)
    alone = MctsEngine(5).analyse(Course(endless), limit)
    watched = MctsEngine(5).analyse(Course(endless), limit, lambda share: False)
    assert [(one.move, one.visits) for one in alone.lines] == [
        (one.move, one.visits) for one in watched.lines
    ]


@pytest.mark.parametrize(
    "engine", [MctsEngine(5), AlphaBetaEngine(5), AlphaBetaEngine(5, selective=True)]
)
def test_another_thread_may_stop_an_engine(
    engine: MctsEngine | AlphaBetaEngine, endless: WalkGame
) -> None:
    limit = Limit(seconds=3600) if isinstance(engine, MctsEngine) else Limit(seconds=3600, depth=99)
    stopper = threading.Timer(0.05, engine.stop)
    begin = time.monotonic()
    stopper.start()
    found = engine.analyse(Course(endless, repetition=0), limit)
    assert time.monotonic() - begin < PATIENCE
    assert found.lines
    stopper.join()


def test_an_analysis_ends_when_the_result_is_proven(game: WalkGame) -> None:
    shares: list[float] = []

    def note(share: float) -> bool:
        shares.append(share)
        return False

    found = MctsEngine(5).analyse(Course(game), Limit(simulations=10**9), note)
    assert found.proven == 0
    assert found.simulations < 10**6
    assert shares[-1] == 1.0


def test_the_tree_is_kept_from_move_to_move(endless: WalkGame) -> None:
    engine, limit = MctsEngine(4), Limit(simulations=200)
    course = Course(endless, repetition=0)
    first = engine.analyse(course, limit)
    after = course.play(first.move).play("a")
    second = engine.analyse(after, limit)
    assert second.simulations == 200
    assert 200 < tried(second) < 200 + first.lines[0].visits


def test_the_tree_is_kept_for_an_equal_course_of_another_game_object(walk: WalkMaker) -> None:
    limit, graph = Limit(simulations=200), ("a 0 bcd", "b 1 ae", "c 1 ae", "d 1 ae", "e 0 drawn")
    engine = MctsEngine(4)
    engine.analyse(Course(walk(*graph), repetition=0), limit)
    again = Course(walk(*graph), repetition=0).play("b").play("a")
    assert tried(engine.analyse(again, limit)) > 200


def test_no_tree_is_kept_if_the_course_went_another_way(walk: WalkMaker) -> None:
    game = walk("a 0 bc", "b 1 de", "c 1 de", "d 0 fg", "e 0 fg", "f 1 dh", "g 1 eh", "h 0 drawn")
    engine, limit = MctsEngine(4), Limit(simulations=200)
    start = Course(game)
    move = engine.analyse(start, limit).move
    engine.analyse(start.play(move).play("d"), limit)
    assert tried(engine.analyse(start.play(move).play("e"), limit)) == 200


def test_no_tree_is_kept_from_another_start(endless: WalkGame) -> None:
    engine, limit = MctsEngine(1), Limit(simulations=200)
    for kept in (200, 400):  # the same position, reached by no move
        assert tried(engine.analyse(Course(endless), limit)) == kept
    other = Course(endless, endless.parse_position("b"))
    assert tried(engine.analyse(other, limit)) == 200


@pytest.mark.parametrize(
    "engine", [MctsEngine(1), AlphaBetaEngine(1), AlphaBetaEngine(1, selective=True)]
)
def test_what_would_end_the_course_by_repetition_is_a_draw(
    engine: MctsEngine | AlphaBetaEngine, circle: WalkGame
) -> None:
    limit = Limit(simulations=100, depth=1)
    course = Course(circle)
    for move in "ba":
        course = course.play(move)
    found = engine.analyse(course, Limit(simulations=100, depth=9))
    assert (found.move, found.proven) == (1, DRAW)
    endless = Course(circle, repetition=0)
    for move in "bababa":
        endless = endless.play(move)
    assert engine.analyse(endless, limit).proven == ONGOING


def test_hints_and_analyses_heed_repetition(circle: WalkGame) -> None:
    course = Course(circle).play("b").play("a")
    found = analyse(course, Limit(simulations=100))
    assert (found.move, found.proven, found.share) == (1, DRAW, 0.5)
    assert value_words(found.lines[0]) == "a sure draw"


def test_a_win_through_a_position_that_has_stood_twice_is_no_win(walk: WalkMaker) -> None:
    game = walk("s 0 b", "b 1 c", "c 0 tuw", "t 1 b", "u 1 b", "w 1 won 0")
    course = Course(game)
    for move in "bctbcu":
        course = course.play(move)
    found = analyse(course, Limit(simulations=100))
    assert (found.proven, found.source) == (DRAW, Source.PROOF)
    fresh = Course(game, game.parse_position("u"))
    found = analyse(fresh, Limit(simulations=100))
    assert (found.proven, found.source, found.lines[0].plies) == (0, Source.SOLVED, 3)


def test_alphabeta_says_within_how_many_moves_a_win_comes(game: WalkGame) -> None:
    found = AlphaBetaEngine(1).analyse(Course(game), Limit(depth=9))
    (line,) = found.lines
    assert (found.proven, line.value, line.plies) == (0, 1.0, 3)
    assert line.best_play[-1] == "h"
    assert line.best.result is not None
    assert value_words(line) == "wins for certain in 3 moves"


def test_alphabeta_stops_at_a_number_of_positions(endless: WalkGame) -> None:
    few = AlphaBetaEngine(1).analyse(Course(endless, repetition=0), Limit(positions=1))
    assert few.depth == 1


def test_a_tree_search_has_as_many_positions_for_each_analysis(endless: WalkGame) -> None:
    engine, limit = MctsEngine(4), Limit(positions=20_000)
    course = Course(endless, repetition=0)
    first = engine.analyse(course, limit)
    again = engine.analyse(course.play(first.move), limit)
    assert first.simulations == MctsEngine(4).analyse(course, limit).simulations
    assert 0.5 < again.simulations / first.simulations < 2


def test_a_selective_search_keeps_its_table_and_counts_its_positions_anew(
    endless: WalkGame,
) -> None:
    engine, limit = AlphaBetaEngine(1, selective=True), Limit(depth=6)
    course = Course(endless, repetition=0)
    move = engine.analyse(course, limit).move
    after = course.play(move)
    kept = engine.analyse(after, limit).positions
    assert 0 < kept < AlphaBetaEngine(1, selective=True).analyse(after, limit).positions


def test_the_line_of_an_earlier_selective_search_stays_as_it_was(endless: WalkGame) -> None:
    engine, limit = AlphaBetaEngine(1, selective=True), Limit(depth=6)
    course = Course(endless, repetition=0)
    line = engine.analyse(course, limit).lines[0]
    before = line.variation
    assert before[0] == line.move
    engine.analyse(course.play(line.move), limit)
    assert line.variation == before


def test_a_selective_search_that_goes_on_with_a_course_stops_at_once(endless: WalkGame) -> None:
    engine, course = AlphaBetaEngine(1, selective=True), Course(endless, repetition=0)
    first = engine.analyse(course, Limit(depth=5))
    again = engine.analyse(course, Limit(depth=9), lambda share: True)
    assert (again.positions, again.depth, again.move) == (0, 5, first.move)
    assert engine.analyse(course, Limit(depth=6)).depth == 6


def test_the_best_line_is_the_course_played_on(game: WalkGame) -> None:
    course = Course(game).play("b")
    found = MctsEngine(5).analyse(course, Limit(simulations=300))
    line = found.lines[0]
    assert line.best.since(course) == tuple(line.variation)
    assert course.ply == 1


def test_the_best_play_is_asked_for_before_the_engine_goes_on(endless: WalkGame) -> None:
    engine, limit = MctsEngine(4), Limit(simulations=200)
    course = Course(endless, repetition=0)
    line = engine.analyse(course, limit).lines[0]
    assert len(line.variation) > 1
    engine.analyse(course.play(line.move), limit)
    assert line.variation == [line.move]


@pytest.mark.parametrize(
    "engine", [MctsEngine(), AlphaBetaEngine(), AlphaBetaEngine(selective=True)]
)
def test_an_analysis_needs_a_limit_and_a_game_that_goes_on(
    engine: MctsEngine | AlphaBetaEngine, game: WalkGame
) -> None:
    with pytest.raises(ValueError, match="needs a limit"):
        engine.analyse(Course(game), Limit())
    over = Course(game, game.parse_position("h"))
    with pytest.raises(ValueError, match="the game is over"):
        engine.analyse(over, Limit(seconds=1))


@pytest.mark.parametrize("field", ["simulations", "depth", "positions", "seconds"])
@pytest.mark.parametrize("bound", [0, -1])
def test_a_limit_is_above_0(field: str, bound: int) -> None:
    with pytest.raises(
        ValueError, match=rf"the limit of {field} is a .*number above 0.*, not {bound}"
    ):
        Limit(**{field: bound})


def test_the_steps_of_a_search_get_short_before_its_time_is_up() -> None:
    now = 0.0

    def work(step: int) -> float:
        nonlocal now
        now += 0.0005 * step
        return 0.0

    paced(work, Limit(seconds=0.06), lambda share: False, 60, 0.01, lambda: now)
    assert 0.06 <= now < 0.061


def test_a_proof_in_a_tree_that_was_kept_is_that_of_the_move_told() -> None:
    """A move is proven, and then told as the image of another one."""
    game = load_game("slicron", side=3)
    course = Course(game, game.parse_position("1b1/b2b/1www1/1ww1/b1b b -"))
    engine = MctsEngine(67)
    engine.analyse(course, Limit(simulations=400))
    analysis = engine.analyse(course.play("a2"), Limit(simulations=400))
    assert analysis.proven == 1
    assert analysis.lines[0].proven == 1
