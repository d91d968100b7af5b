"""One search in several processes."""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from threading import Timer
from time import sleep

import pytest

from stackyard import DRAW, ONGOING, Game, Match, load_game
from stackyard.analysis import Analysis, Limit
from stackyard.builds import build_of
from stackyard.rng import derive
from stackyard.turnloop.history import Course
from stackyard_engine.engine import MctsEngine
from stackyard_engine.mcts.factory import search_of
from stackyard_engine.mcts.search import Child, Search, child_of, rank
from stackyard_engine.workers import MergedSearch, SearchPart

pytestmark = pytest.mark.alone


@pytest.fixture(scope="module")
def engine() -> Iterator[MctsEngine]:
    engine = MctsEngine(1, workers=2)
    yield engine
    engine.close()


@pytest.fixture
def game() -> Game:
    return load_game("silo")


def figures(analysis: Analysis) -> list[tuple[int, int, float]]:
    return [(line.move, line.visits, line.value) for line in analysis.lines]


def tried(analysis: Analysis) -> int:
    return sum([line.visits for line in analysis.lines])


def test_the_simulations_are_shared_out_and_what_is_found_is_added_up(
    engine: MctsEngine, game: Game
) -> None:
    found = engine.analyse(Course(game), Limit(simulations=301))
    assert found.simulations == 301
    assert sum(line.visits for line in found.lines) == 301
    assert sorted(line.move for line in found.lines) == [0, 2, 4]
    for line in found.lines:
        assert line.variation[0] == line.move


def test_the_same_seed_finds_the_same_twice_and_again_later(game: Game) -> None:
    limit, found = Limit(simulations=400), []
    for _ in range(2):
        engine, course = MctsEngine(3, workers=2), Course(game)
        found.append([figures(engine.analyse(course, limit))])
        found[-1].append(figures(engine.analyse(course.play(4).play(1), limit)))
        engine.close()
    assert found[0] == found[1]


def test_all_trees_are_kept_from_move_to_move(game: Game) -> None:
    engine, course, limit = MctsEngine(3, workers=2), Course(game), Limit(simulations=600)
    assert tried(engine.analyse(course, limit)) == 600
    later = engine.analyse(course.play(4), limit)
    assert later.simulations == 600
    alone = MctsEngine(3)
    alone.analyse(course, Limit(simulations=300))
    kept = tried(alone.analyse(course.play(4), Limit(simulations=300))) - 300
    assert tried(later) - 600 > 1.5 * kept > 0
    engine.analyse(Course(game).play(0), limit)  # another match
    assert tried(engine.analyse(course.play(2), limit)) == 600
    engine.close()


def test_one_worker_is_the_search_alone(game: Game) -> None:
    seed, course = 5, Course(game)
    search = search_of(game, course.position, derive(seed, 0))
    search.reseed(derive(seed, 0))
    search.run(400)
    before = multiprocessing.active_children()
    engine = MctsEngine(seed, workers=1, merges_images=False)
    lines = engine.analyse(course, Limit(simulations=400)).lines
    assert [(line.move, line.visits) for line in lines] == [
        (child.move, child.visits) for child in search.children()
    ]
    assert multiprocessing.active_children() == before


@pytest.mark.parametrize("number", [0, -1, 257])
def test_a_number_of_workers_is_from_1_to_256(number: int) -> None:
    with pytest.raises(ValueError, match=f"workers is 1 to 256, not {number}"):
        MctsEngine(1, workers=number)


def test_all_search_with_the_parameters_that_were_given(game: Game) -> None:
    engine = MctsEngine(1, workers=2, changes={"exploration": 100.0})
    visits = [line.visits for line in engine.analyse(Course(game), Limit(simulations=600)).lines]
    engine.close()
    assert max(visits) < 1.2 * min(visits)  # the game's own parameters give five times


def test_the_processes_search_differently(engine: MctsEngine, game: Game) -> None:
    limit, course = Limit(simulations=400), Course(game)
    visits = []
    for move in (0, 2, 4):  # none continues the one before
        visits += [line.visits for line in engine.analyse(course.play(move), limit).lines]
    assert any(number % 2 for number in visits)


def test_fewer_simulations_than_processes_are_enough(engine: MctsEngine, game: Game) -> None:
    assert engine.analyse(Course(game), Limit(simulations=1)).simulations == 1


def test_a_proven_win_is_found_by_all_together(engine: MctsEngine, game: Game) -> None:
    position = game.parse_position("bbb/bb/rb/bbrrrrrrrr/-/b r")
    found = engine.analyse(Course(game, position), Limit(simulations=10**8))
    assert found.proven == 0
    assert (found.move, found.lines[0].proven) == (2, 0)


def test_the_watch_is_told_how_far_they_are_and_may_stop_them(
    engine: MctsEngine, game: Game
) -> None:
    shares: list[float] = []

    def note(share: float) -> bool:
        shares.append(share)
        return len(shares) > 3

    found = engine.analyse(Course(game), Limit(simulations=10**9), note)
    assert found.simulations < 10**9
    assert all(line.visits for line in found.lines)
    assert all(0 <= share <= 1 for share in shares)
    assert len(shares) >= 4


def test_another_thread_may_stop_them(engine: MctsEngine, game: Game) -> None:
    stopper = Timer(0.3, engine.stop)
    stopper.start()
    found = engine.analyse(Course(game), Limit(simulations=10**9))
    stopper.join()
    assert 0 < found.simulations < 10**9


def test_a_limit_in_seconds_is_enough(engine: MctsEngine, game: Game) -> None:
    assert engine.analyse(Course(game), Limit(seconds=0.05)).simulations > 0


def test_what_a_process_raises_is_raised_and_the_next_search_works(game: Game) -> None:
    engine = MctsEngine(1, workers=2, changes={"history": False})  # plays the game's playouts
    broken = load_game("silo")
    broken.__dict__["playout"] = math.sqrt  # any function that cannot be called like a playout
    limit = Limit(simulations=100)
    with pytest.raises(TypeError, match="argument"):
        engine.analyse(Course(broken).play(0), limit)
    assert engine.analyse(Course(game), limit).simulations == 100
    engine.close()


def test_without_a_process_that_dies_the_search_goes_on_and_the_next_has_another(
    game: Game,
) -> None:
    engine = MctsEngine(1, workers=3)
    # A thousand for each would be done before the first look at a compiled search.
    simulations = 3_000 if build_of("stackyard_engine.mcts.tree") == "pure" else 900_000
    killed: list[BaseProcess] = []
    before = set(multiprocessing.active_children())

    def kill(share: float) -> bool:
        if share > 0 and not killed:  # all have begun
            killed.append(set(multiprocessing.active_children()).difference(before).pop())
            killed[0].kill()
        return False

    found = engine.analyse(Course(game), Limit(simulations=simulations), kill)
    assert "went on without 1 of its 3 processes: a worker process has died" in found.warning
    assert found.simulations == 2 * simulations // 3
    again = engine.analyse(Course(game), Limit(simulations=300))
    assert (again.simulations, again.warning) == (300, "")
    engine.close()
    assert before.issuperset(multiprocessing.active_children())


def test_a_process_that_dies_with_a_search_that_is_stopped_is_not_missed(game: Game) -> None:
    engine = MctsEngine(1, workers=2)
    before = set(multiprocessing.active_children())

    def kill(share: float) -> bool:
        killed = set(multiprocessing.active_children()).difference(before)
        for child in killed:
            child.kill()
        return bool(killed)

    found = engine.analyse(Course(game), Limit(simulations=10**9), kill)
    assert (found.simulations > 0, found.warning) == (True, "")
    engine.close()


def test_a_search_limited_by_time_ends_when_another_process_has_proven_the_result(
    engine: MctsEngine, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = Course(game, game.parse_position("bbb/bb/rb/bbrrrrrrrr/-/b r"))

    def idle(*_: int) -> bool:
        sleep(0.01)
        return True

    monkeypatch.setattr(Search, "run", idle)  # this process proves nothing
    found = engine.analyse(course, Limit(seconds=600))
    assert (found.proven, found.move) == (0, 2)


def test_a_draw_that_rests_on_bounds_is_told_with_a_drawn_move_first(engine: MctsEngine) -> None:
    game = load_game("splay", side=3)
    course = Course(game, game.parse_position("3/4/2,w2,w1,1/1,b2,2/3 b"))
    for each in (engine, MctsEngine(1)):
        found = each.analyse(course, Limit(simulations=20_000))
        assert (found.proven, found.lines[0].proven) == (DRAW, DRAW)
        assert {line.proven for line in found.lines} == {DRAW, ONGOING, 0}
        assert max(line.value for line in found.lines) == 0.5


def test_a_player_with_workers_repeats_its_match() -> None:
    game = load_game("silo", size=4, height=1)
    matches = [Match(game, ("mcts:40,workers=2", "random"), seed=5) for _ in range(2)]
    for match in matches:
        match.run()
        match.close()
    assert matches[0].course.moves == matches[1].course.moves


def part(*lines: tuple[int, int, float, int]) -> SearchPart:
    children = [Child(*line) for line in lines]
    return SearchPart(
        sum(child.visits for child in children), children, [[c.move, 9] for c in children]
    )


def test_values_are_weighted_by_visits() -> None:
    merged = MergedSearch(0, [part((1, 30, 0.5, ONGOING)), part((1, 10, 0.9, ONGOING))])
    (line,) = merged.children()
    assert (line.visits, round(line.value, 9)) == (40, 0.6)


def test_what_one_has_proven_all_have() -> None:
    parts = [part((1, 90, 0.6, ONGOING), (2, 9, 0.1, ONGOING)), part((1, 5, 0, 1), (2, 9, 1, 0))]
    assert [(line.move, line.proven) for line in MergedSearch(0, parts).children()] == [
        (2, 0),
        (1, 1),
    ]
    assert MergedSearch(0, parts).proven == 0
    assert MergedSearch(1, parts).proven == 1


def test_two_may_prove_together_what_neither_has_proven_alone() -> None:
    parts = [part((1, 5, 0, 1), (2, 9, 0.1, ONGOING)), part((1, 5, 0.2, ONGOING), (2, 5, 0, 1))]
    assert MergedSearch(0, parts).proven == 1
    assert MergedSearch(0, parts[:1]).proven == ONGOING


def test_lines_of_one_and_of_several_searches_are_ranked_alike() -> None:
    merged = MergedSearch(0, [part((1, 30, 0.5, ONGOING), (2, 60, 0.25, ONGOING), (3, 1, 0.0, 1))])
    alone = rank([Child(1, 30, 0.5), Child(2, 60, 0.25), child_of(3, 1, 0.0, 1, 0)])
    assert merged.children() == alone
