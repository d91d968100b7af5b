"""One search in several processes."""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Iterator
from threading import Timer

import pytest

from stackyard import ONGOING, Game, Match, load_game
from stackyard.analysis import Analysis, Limit
from stackyard.errors import StackyardError
from stackyard.tuning import MctsParams
from stackyard.turnloop.history import Course
from stackyard_engine.engine import MctsEngine
from stackyard_engine.mcts.search import Child, child_of, rank
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


def test_the_simulations_are_shared_out_and_what_is_found_is_added_up(
    engine: MctsEngine, game: Game
) -> None:
    found = engine.analyse(Course(game), Limit(simulations=301))
    assert found.simulations == 301
    assert sum(line.visits for line in found.lines) == 301
    assert sorted(line.move for line in found.lines) == [0, 2, 4]
    for line in found.lines:
        assert line.variation[0] == line.move


def test_the_same_seed_finds_the_same(game: Game) -> None:
    for seed in (3, 4):
        engine = MctsEngine(seed, workers=2)
        one, other = (engine.analyse(Course(game), Limit(simulations=400)) for _ in range(2))
        engine.close()
        assert figures(one) == figures(other)


def test_the_processes_search_differently(engine: MctsEngine, game: Game) -> None:
    limit, course = Limit(simulations=400), Course(game)
    visits = []
    for move in (0, 2, 4):  # the seed of an analysis depends on the ply
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


def test_what_a_process_raises_is_raised_and_the_next_search_works(
    engine: MctsEngine, game: Game
) -> None:
    broken = load_game("silo")
    broken.__dict__["mcts_params"] = MctsParams()  # plain, so that it plays the game's own playouts
    broken.__dict__["playout"] = math.sqrt  # any function that cannot be called like a playout
    limit = Limit(simulations=100)
    with pytest.raises(TypeError, match="argument"):
        engine.analyse(Course(broken), limit)
    assert engine.analyse(Course(game), limit).simulations == 100


def test_a_process_that_dies_is_reported_and_the_next_search_works(
    engine: MctsEngine, game: Game
) -> None:
    def kill(share: float) -> bool:
        for process in multiprocessing.active_children():
            process.kill()
        return False

    with pytest.raises(StackyardError, match="has died"):
        engine.analyse(Course(game), Limit(simulations=10**9), kill)
    assert engine.analyse(Course(game), Limit(simulations=100)).simulations == 100


def test_a_player_with_workers_repeats_its_match() -> None:
    game = load_game("silo", size=4, height=1)
    matches = [Match(game, ("mcts:40,workers=2", "random"), seed=5) for _ in range(2)]
    for match in matches:
        match.run()
        match.close()
    assert matches[0].course.moves == matches[1].course.moves


def part(*lines: tuple[int, int, float, int]) -> SearchPart:
    return SearchPart(sum(line[1] for line in lines), list(lines), [[line[0], 9] for line in lines])


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
    assert list(map(repr, merged.children())) == list(map(repr, alone))
