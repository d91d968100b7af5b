"""One search in several processes."""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Iterator

import pytest

from stackyard import ONGOING, Game, Match, load_game
from stackyard.errors import StackyardError
from stackyard.search.mcts import Child, child_of, rank
from stackyard.search.workers import Merged, Part, Workers


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    workers = Workers(2)
    yield workers
    workers.close()


@pytest.fixture
def game() -> Game:
    return load_game("silo")


def test_the_simulations_are_shared_out_and_what_is_found_is_added_up(
    workers: Workers, game: Game
) -> None:
    found = workers.think(game, game.initial(), 1, 301)
    assert found.simulations == 301
    assert sum(line.visits for line in found.children()) == 301
    assert sorted(line.move for line in found.children()) == [0, 2, 4]
    for line in found.children():
        assert found.variation(line.move)[0] == line.move


def test_the_same_seed_finds_the_same(workers: Workers, game: Game) -> None:
    for seed in (3, 4):
        one, other = (workers.think(game, game.initial(), seed, 400) for _ in range(2))
        assert list(map(repr, one.children())) == list(map(repr, other.children()))


def test_the_processes_search_differently(workers: Workers, game: Game) -> None:
    visits = [
        line.visits
        for seed in range(5)
        for line in workers.think(game, game.initial(), seed, 400).children()
    ]
    assert any(number % 2 for number in visits)


def test_fewer_simulations_than_processes_are_enough(workers: Workers, game: Game) -> None:
    assert workers.think(game, game.initial(), 1, 1).simulations == 1


def test_a_proven_win_is_found_by_all_together(workers: Workers, game: Game) -> None:
    position = game.parse_position("bbb/bb/rb/bbrrrrrrrr/-/b r")
    found = workers.think(game, position, 1, 10**8)
    assert found.proven == 0
    assert (found.children()[0].move, found.children()[0].proven) == (2, 0)


def test_who_watches_is_told_how_far_they_are_and_may_stop_them(
    workers: Workers, game: Game
) -> None:
    shares: list[float] = []

    def note(share: float) -> bool:
        shares.append(share)
        return len(shares) > 3

    found = workers.think(game, game.initial(), 1, 10**9, watch=note)
    assert found.simulations < 10**9
    assert all(line.visits for line in found.children())
    assert all(0 <= share <= 1 for share in shares)
    assert len(shares) >= 4


def test_a_budget_in_seconds_is_enough(workers: Workers, game: Game) -> None:
    found = workers.think(game, game.initial(), 1, seconds=0.05)
    assert found.simulations > 0


def test_what_a_process_raises_is_raised_and_the_next_search_works(
    workers: Workers, game: Game
) -> None:
    broken = load_game("silo")
    broken.__dict__["playout"] = math.sqrt  # any function that cannot be called like a playout
    with pytest.raises(TypeError, match="argument"):
        workers.think(broken, broken.initial(), 1, 1000)
    assert workers.think(game, game.initial(), 1, 100).simulations == 100


def test_a_process_that_dies_is_reported_and_the_next_search_works(
    workers: Workers, game: Game
) -> None:
    def kill(share: float) -> bool:
        for process in multiprocessing.active_children():
            process.kill()
        return False

    with pytest.raises(StackyardError, match="has died"):
        workers.think(game, game.initial(), 1, 10**9, watch=kill)
    assert workers.think(game, game.initial(), 1, 100).simulations == 100


def test_a_budget_is_needed_and_a_game_that_goes_on(workers: Workers, game: Game) -> None:
    with pytest.raises(ValueError, match="needs a budget"):
        workers.think(game, game.initial(), 1)


def test_a_player_with_workers_repeats_its_match() -> None:
    game = load_game("silo", size=4, height=1)
    matches = [Match(game, ("mcts:40,workers=2", "random"), seed=5) for _ in range(2)]
    for match in matches:
        match.run()
    assert [turn.moves for turn in matches[0].turns] == [turn.moves for turn in matches[1].turns]


def part(*lines: tuple[int, int, float, int]) -> Part:
    return Part(sum(line[1] for line in lines), list(lines), [[line[0], 9] for line in lines])


def test_values_are_weighted_by_visits() -> None:
    merged = Merged(0, [part((1, 30, 0.5, ONGOING)), part((1, 10, 0.9, ONGOING))])
    (line,) = merged.children()
    assert (line.visits, round(line.value, 9)) == (40, 0.6)


def test_what_one_has_proven_all_have() -> None:
    parts = [part((1, 90, 0.6, ONGOING), (2, 9, 0.1, ONGOING)), part((1, 5, 0, 1), (2, 9, 1, 0))]
    assert [(line.move, line.proven) for line in Merged(0, parts).children()] == [(2, 0), (1, 1)]
    assert Merged(0, parts).proven == 0
    assert Merged(1, parts).proven == 1


def test_two_may_prove_together_what_neither_has_proven_alone() -> None:
    parts = [part((1, 5, 0, 1), (2, 9, 0.1, ONGOING)), part((1, 5, 0.2, ONGOING), (2, 5, 0, 1))]
    assert Merged(0, parts).proven == 1
    assert Merged(0, parts[:1]).proven == ONGOING


def test_lines_of_one_and_of_several_searches_are_ranked_alike() -> None:
    merged = Merged(0, [part((1, 30, 0.5, ONGOING), (2, 60, 0.25, ONGOING), (3, 1, 0.0, 1))])
    alone = rank([Child(1, 30, 0.5), Child(2, 60, 0.25), child_of(3, 1, 0.0, 1, 0)])
    assert list(map(repr, merged.children())) == list(map(repr, alone))
