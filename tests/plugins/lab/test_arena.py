from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from typing import Any

import pytest

from stackyard.plugins.executors import executor_maker
from stackyard.records.archive import Archive
from stackyard.records.match_rows import LABELLED
from stackyard.workforce import Workforce
from stackyard_lab.arena import Arena
from stackyard_lab.elo_test import EloTest
from stackyard_lab.errors import ArenaError
from stackyard_lab.game_runner import failed_game
from stackyard_lab.plan import Plan

Make = Callable[..., Plan]
Records = Callable[[Arena, Archive], dict[str, Any]]
PLAYERS = ("random", "mcts:5", "mcts:5,seed=9")


@pytest.fixture
def threads(faulty_players: object) -> Iterator[Workforce]:
    """One thread in this process."""
    with Workforce(executor_maker("threads:1")) as workforce:
        yield workforce


def play_some(arena: Arena, games: int, workforce: Workforce) -> None:
    rest = arena.play(workforce)
    list(islice(rest, games))
    rest.close()


def test_the_games_are_the_same_whoever_plays_them(
    plan: Make, archive: Archive, records: Records
) -> None:
    found = []
    for number, executor in enumerate(("processes:1", "processes:2", "threads:1", "threads:3")):
        kept = Archive(archive.path.with_name(f"{number}.sqlite3"))
        arena = Arena(plan(*PLAYERS, games=8), kept)
        arena.run(executor)
        found.append(records(arena, kept))
    assert len(found[0]) == 24
    assert found[1:] == [found[0]] * 3


def test_another_seed_gives_other_games(plan: Make, records: Records, archive: Archive) -> None:
    found = []
    for seed in (1, 2):
        arena = Arena(plan("mcts:5", "random", seed=seed), archive)
        arena.run("threads")
        found.append([game[3] for game in records(arena, archive).values()])
    assert len(set(found[0]) & set(found[1])) <= 2


def test_an_arena_goes_on_where_it_stopped(
    plan: Make, archive: Archive, records: Records, threads: Workforce
) -> None:
    whole = Archive(archive.path.with_name("whole.sqlite3"))
    arena = Arena(plan(*PLAYERS), whole)
    arena.run("threads")
    for games in (3, 0, 11, 100):
        again = Arena(plan(*PLAYERS), archive)
        play_some(again, games, threads)
    assert again.finished
    assert again.outcomes == arena.outcomes
    assert records(again, archive) == records(arena, whole)


def test_a_finished_arena_plays_nothing(plan: Make, archive: Archive) -> None:
    Arena(plan("random", "mcts:2"), archive).run("threads")
    again = Arena(plan("random", "mcts:2"), archive)
    assert again.finished
    impossible = Workforce(executor_maker("processes:0"))
    assert list(again.play(impossible)) == []


def test_games_that_are_damaged_are_played_again(
    plan: Make, archive: Archive, records: Records
) -> None:
    arena = Arena(plan("random", "mcts:2"), archive)
    arena.run("threads")
    games = records(arena, archive)
    with closing(sqlite3.connect(archive.path)) as connection, connection:
        damaged = [LABELLED + 2, LABELLED + 6]
        connection.execute("UPDATE matches SET header = '{' WHERE id IN (?, ?)", damaged)
    again = Arena(plan("random", "mcts:2"), archive)
    assert len(again.outcomes) == 8
    again.run("threads")
    assert records(again, archive) == games
    assert again.outcomes == arena.outcomes


def test_more_games_are_added_to_those_there_are(plan: Make, archive: Archive) -> None:
    few = Arena(plan("random", "mcts:2", games=4), archive)
    few.run("threads")
    more = Arena(plan("random", "mcts:2", games=10), archive)
    assert more.outcomes == few.outcomes
    more.run("threads")
    assert len(list(archive.entries(label=more.label))) == 10
    assert Arena(plan("random", "mcts:2", games=4), archive).outcomes == few.outcomes


def test_without_an_archive_nothing_is_kept(plan: Make, archive: Archive) -> None:
    arena = Arena(plan("random", "mcts:2"))
    arena.run("threads")
    assert len(arena.counted) == 10
    assert list(archive.entries(label="")) == []


def test_two_that_play_the_same_arena_count_the_same_games(
    plan: Make, archive: Archive, threads: Workforce
) -> None:
    one, other = (Arena(plan("random", "mcts:2"), archive) for _ in range(2))
    play_some(one, 3, threads)
    games = list(archive.entries(label=one.label))
    play_some(other, 100, threads)
    play_some(one, 100, threads)
    kept = list(archive.entries(label=one.label))
    assert [entry for entry in kept if entry in games] == games
    assert len({archive.record(entry.number).comment for entry in kept}) == len(kept) == 10
    assert one.outcomes == other.outcomes == Arena(one.plan, archive).outcomes


def test_lists_of_matches_leave_the_games_of_an_arena_out(plan: Make, archive: Archive) -> None:
    arena = Arena(plan("random", "mcts:2"), archive)
    arena.run("threads")
    assert list(archive.entries()) == []
    assert len(list(archive.entries(label="arena silo"))) == 10


def test_faults_are_counted_and_the_arena_goes_on(plan: Make, archive: Archive) -> None:
    players = ("raising", "illegal:2", "dawdling:3", "random")
    arena = Arena(plan(*players, games=4, terms={"clock": "1/move"}), archive)
    arena.run("processes:2")
    at_fault = [outcome.at_fault for outcome in arena.counted]
    reasons = {outcome.reason for outcome in arena.counted}
    assert len(at_fault) == 24
    assert 3 not in at_fault
    assert {0, 1, 2} <= set(at_fault)
    assert {"fault", "illegal", "time"} <= reasons
    assert Arena(arena.plan, archive).outcomes == arena.outcomes


def test_a_game_that_killed_its_workers_is_played_by_the_next_that_plays_the_arena(
    plan: Make, archive: Archive, records: Records
) -> None:
    whole = Archive(archive.path.with_name("whole.sqlite3"))
    there = Arena(plan("random", "mcts:2"), whole)
    there.run("threads")
    for pairing in islice(there.plan.pairings(), 2):
        archive.add(failed_game(there.plan, pairing, "it died").record, there.label)
    again = Arena(there.plan, archive)
    assert again.outcomes == {}
    again.run("threads")
    assert records(again, archive) == records(there, whole)
    assert again.outcomes == there.outcomes == Arena(there.plan, archive).outcomes


@pytest.mark.nightly
def test_a_game_that_kills_its_workers_again_is_told_again(plan: Make, archive: Archive) -> None:
    arena = Arena(plan("random", "killed:2", "mcts:2", games=2), archive)
    arena.run("processes:2")
    again = Arena(arena.plan, archive)
    assert not again.finished
    again.run("processes:2")
    assert again.outcomes == arena.outcomes
    assert [outcome.reason for outcome in again.counted].count("worker died") == 4
    assert len(list(archive.entries(label=arena.label))) == 6


@pytest.mark.parametrize("executor", ["threads:1", "processes:2"])
def test_a_test_ends_after_the_same_game_whoever_plays(plan: Make, executor: str) -> None:
    arena = Arena(plan("mcts:60", "random", games=200), None, EloTest(0, 100))
    arena.run(executor)
    assert arena.test is not None
    assert arena.test.accepted == 1
    assert 8 < arena.test.pairs < 60
    assert len(arena.counted) == 2 * arena.test.pairs
    in_order = [outcome.pairing.number for outcome in arena.counted]
    assert in_order == list(range(len(in_order)))


def test_the_first_player_is_the_one_a_test_is_about(plan: Make) -> None:
    arena = Arena(plan("random", "mcts:60", games=200), None, EloTest(0, 100))
    arena.run("threads:1")
    assert arena.test is not None
    assert arena.test.accepted == 0


def test_a_test_goes_on_where_it_stopped(plan: Make, archive: Archive, threads: Workforce) -> None:
    whole = Arena(plan("mcts:60", "random", games=200), None, EloTest(0, 100))
    whole.run("threads")
    play_some(Arena(plan("mcts:60", "random", games=200), archive, EloTest(0, 100)), 9, threads)
    again = Arena(plan("mcts:60", "random", games=200), archive, EloTest(0, 100))
    again.run("threads")
    assert again.counted == whole.counted
    assert Arena(plan("mcts:60", "random", games=200), archive, EloTest(0, 100)).finished


def test_a_test_is_for_two(plan: Make) -> None:
    with pytest.raises(ArenaError, match="compares two players, not 3"):
        Arena(plan(*PLAYERS), None, EloTest(0, 10))
