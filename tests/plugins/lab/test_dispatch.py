from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from stackyard.errors import StackyardError
from stackyard.plugins.executors import executor_maker
from stackyard.plugins.registry import registry
from stackyard.workforce import Workforce
from stackyard_lab.dispatch import play_all
from stackyard_lab.errors import ArenaError
from stackyard_lab.game_runner import PlayedGame
from stackyard_lab.plan import Pairing, Plan
from stackyard_lab.pool import processes as make_processes

Make = Callable[..., Plan]


def played(plan: Plan, workers: str) -> list[PlayedGame]:
    """The games of a plan, played by that many processes."""
    with Workforce(lambda: make_processes(workers)) as workforce:
        return list(play_all(plan, plan.pairings(), workforce))


def killing(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> Pairing:
    """Make a game in the middle kill its worker."""
    deadly = list(plan.pairings())[plan.total // 2]
    monkeypatch.setenv("DEADLY_GAME", plan.name_of(deadly))
    return deadly


@pytest.mark.nightly
@pytest.mark.parametrize("isolated", [True, False])
def test_a_game_that_kills_its_workers_is_given_up_and_no_other_of_its_task(
    isolated: bool, plan: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = plan("deadly", "random", games=40)
    deadly = killing(arena, monkeypatch)

    def make() -> Executor:
        return make_processes("2") if isolated else ProcessPoolExecutor(2, get_context("spawn"))

    with Workforce(make) as workforce:
        games = list(play_all(arena, arena.pairings(), workforce))
    found = {game.pairing: game.missing for game in games}
    assert len(games) == len(found) == 40
    assert found == dict.fromkeys(arena.pairings(), "") | {deadly: "worker died"}


@pytest.mark.nightly
def test_workers_that_never_live_end_the_arena(plan: Make) -> None:
    arena = plan("killed", "killed", games=100)
    with pytest.raises(ArenaError, match="every worker dies before it has played a game"):
        played(arena, "2")


@pytest.mark.nightly
def test_where_games_were_played_before_the_deadly_ones_are_told_apart(plan: Make) -> None:
    arena = plan("killed", "killed", games=8)
    with Workforce(lambda: make_processes("2")) as workforce:
        games = list(play_all(arena, arena.pairings(), workforce, playable=True))
    assert [game.missing for game in games] == ["worker died"] * 8


def test_a_task_grows_until_it_is_worth_the_while(plan: Make) -> None:
    sizes = []

    class Counting(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            sizes.append(len(args[-1]))
            return super().submit(fn, *args, **kwargs)

    arena = plan("random", "random", games=600, opening=0)
    assert len(list(play_all(arena, arena.pairings(), Workforce(lambda: Counting(1))))) == 600
    assert sizes[0] == 1
    assert 1 < max(sizes) <= 100
    assert sum(sizes) == 600


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ["exiting", "killed"])
def test_a_player_that_kills_its_worker_spoils_only_its_own_games(plan: Make, kind: str) -> None:
    arena = plan("random", f"{kind}:4", "mcts:2", games=4, opening=1)
    results = {game.pairing: game.record.result for game in played(arena, "2")}
    assert set(results) == set(arena.pairings())
    for pairing, result in results.items():
        assert (result is None) == (1 in pairing.seats), pairing


def test_what_a_player_prints_does_not_come_among_the_results(
    plan: Make, capfd: pytest.CaptureFixture[str]
) -> None:
    arena = plan("chatty", "random", games=2)
    assert len(played(arena, "1")) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert "I think" in err


def test_a_hook_that_fails_in_every_game_is_told_once(
    plan: Make,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    path = tmp_path / "spoilsport.py"
    hook = "@hookimpl\ndef stackyard_turn_started(match): raise RuntimeError('no fun')\n"
    path.write_text(f"from stackyard import hookimpl\n{hook}", "utf-8")
    monkeypatch.setenv("STACKYARD_PLUGINS", str(path))
    registry.cache_clear()
    arena = plan("random", "random", games=4)
    assert len(played(arena, "2")) == 4
    assert [record.getMessage() for record in caplog.records] == [
        f"plugin spoilsport ({path}): stackyard_turn_started failed: RuntimeError: no fun "
        "(spoilsport.py, line 3); it is switched off for this match "
        f"(mend {path}, or leave it out of --plugin and STACKYARD_PLUGINS)"
    ]
    assert "no fun" not in capfd.readouterr().err


@pytest.mark.parametrize(
    ("described", "words"),
    [
        ("nowhere", "there is no executor 'nowhere'; the executors are"),
        ("processes:0", "the number of workers is 1 to 1024"),
        pytest.param(f"processes:{'9' * 5000}", "the number of workers is 1 to 1024", id="999"),
        ("processes:many", "the number of workers is 1 to 1024"),
        ("threads:many", "executor threads:many: ValueError"),
    ],
)
def test_an_executor_that_cannot_be_had_is_refused(described: str, words: str) -> None:
    with pytest.raises(StackyardError, match=words):
        executor_maker(described)()


def test_without_a_number_there_is_a_process_for_each_processor() -> None:
    executor = executor_maker("processes")()
    executor.shutdown()
    assert getattr(executor, "in_flight", 0) == 2 * (os.cpu_count() or 1)
