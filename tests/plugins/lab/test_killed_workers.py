"""Worker processes that somebody kills, as an administrator or a system without memory does."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from multiprocessing import active_children
from threading import Event, Thread
from typing import Any

import pytest
from click.testing import Result

from stackyard.plugins.executors import executor_maker
from stackyard.records.archive import Archive
from stackyard.workforce import Workforce
from stackyard_lab.arena import Arena
from stackyard_lab.arena_report import report_of, sentences
from stackyard_lab.plan import Plan

Make = Callable[..., Plan]
Records = Callable[[Arena, Archive], dict[str, Any]]
Run = Callable[..., Result]


def kill_workers(choose: Callable[[list[int]], list[int]] = list) -> int:
    """Kill chosen workers, all by default; how many there were to kill."""
    victims = choose([child.pid for child in active_children() if child.pid])
    for victim in victims:
        with suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
    return len(victims)


@pytest.fixture
def undisturbed(archive: Archive, records: Records) -> Callable[[Plan], dict[str, Any]]:
    """The games of a plan, played in this process."""

    def undisturbed(plan: Plan) -> dict[str, Any]:
        kept = Archive(archive.path.with_name("undisturbed.sqlite3"))
        arena = Arena(plan, kept)
        arena.run("threads:1")
        return records(arena, kept)

    return undisturbed


def deadly_game(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make a game in the middle kill its worker; its name."""
    deadly = list(plan.pairings())[plan.total // 2]
    monkeypatch.setenv("DEADLY_GAME", plan.name_of(deadly))
    return plan.title_of(deadly)


@pytest.mark.nightly
def test_killed_workers_cost_no_game_but_the_deadly_one(
    plan: Make,
    archive: Archive,
    records: Records,
    undisturbed: Callable[[Plan], dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
) -> None:
    arena = Arena(plan("deadly", "mcts:20", games=40), archive)
    whole = undisturbed(arena.plan)
    named = deadly_game(arena.plan, monkeypatch)
    with Workforce(executor_maker("processes:2")) as workforce:
        games = arena.play(workforce)
        for number in (1, 12, 12):
            assert len(list(islice(games, number))) == number
            assert kill_workers() >= 1
        list(games)
    report = report_of(arena)
    assert (report.played, report.missing) == (39, (named,))
    assert any(f"played alone: {named}. The same command" in words for words in sentences(report))
    kept = records(arena, archive)
    lost = kept.pop(f"{named}: worker died")
    assert lost[-1] is None
    assert kept == {name: game for name, game in whole.items() if name != named}

    words = ("arena", "silo", "-o", "size=4", "-o", "height=2", "--opening", "2", "--workers", "1")
    again = run(*words, "deadly", "mcts:20", "--games", "40")
    assert again.exit_code == 1
    assert again.stdout.startswith("39 of 40 games are in the archive already\nSilo: 39 of 40")
    assert f"1 game is missing, since its worker died each time it was played alone: {named}" in (
        again.stdout
    )


@pytest.mark.nightly
@pytest.mark.parametrize("deadly", [False, True])
def test_a_minute_of_random_kills_costs_no_game_but_a_deadly_one(
    deadly: bool,
    plan: Make,
    archive: Archive,
    records: Records,
    undisturbed: Callable[[Plan], dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arena = Arena(plan("deadly", "mcts:100", games=12_000), archive)
    whole = undisturbed(arena.plan)
    named = deadly_game(arena.plan, monkeypatch) if deadly else ""
    killed, over, chance = 0, Event(), random.Random(1)

    def kill_for_a_minute() -> None:
        nonlocal killed
        end = time.monotonic() + 60
        while time.monotonic() < end and not over.wait(chance.uniform(0.5, 1.5)):
            killed += kill_workers(lambda pids: chance.sample(pids, min(1, len(pids))))

    killer = Thread(target=kill_for_a_minute)
    killer.start()
    arena.run("processes:2")
    over.set()
    killer.join()
    report = report_of(arena)
    print(f"{killed} workers were killed, {report.played} games were played")
    assert killed >= 30
    assert report.missing == ((named,) if deadly else ())
    kept = records(arena, archive)
    kept.pop(f"{named}: worker died", None)
    whole.pop(named, None)
    assert kept == whole
