from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from stackyard.errors import StackyardError
from stackyard.plugins.executors import executor_maker
from stackyard.plugins.registry import registry
from stackyard_lab.dispatch import play_all
from stackyard_lab.errors import ArenaError
from stackyard_lab.plan import Pairing, Plan
from stackyard_lab.pool import processes as make_processes

Make = Callable[..., Plan]


class Frail(Executor):
    """Plays at once, in this process; what is in `orders` happens to its tasks instead."""

    in_flight = 4

    def __init__(self, orders: Iterator[str]) -> None:
        self.orders = orders
        self.broken = False
        self.waiting: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        order = "refuse" if self.broken else next(self.orders, "play")
        if order == "refuse":
            self.fall("broken before")
            raise BrokenExecutor("broken before")
        future: Future[Any] = Future()
        if order == "wait":
            self.waiting.append(future)
        elif order == "die":
            self.waiting.append(future)
            self.fall("died")
        elif order == "cancel":
            future.set_exception(CancelledError())
        elif order == "fail":
            future.set_exception(ModuleNotFoundError("No module named 'stackyard_lab'"))
        elif order == "play":
            future.set_result(fn(*args, **kwargs))
        return future

    def fall(self, words: str) -> None:
        """Break, and fail all tasks that are waiting."""
        self.broken = True
        while self.waiting:
            self.waiting.pop().set_exception(BrokenExecutor(words))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.fall("shut down")


def played(plan: Plan, *orders: str) -> dict[Pairing, bool]:
    """Which games were played, and whether to an end, when these things happen to the tasks."""
    left = iter(orders)
    games = list(play_all(plan, plan.pairings(), lambda: Frail(left)))
    assert Counter([game.pairing for game in games]).most_common(1)[0][1] == 1
    return {game.pairing: game.record.result is not None for game in games}


@pytest.mark.parametrize(
    "orders",
    [
        (),
        ("die",),
        ("play", "play", "die"),
        ("refuse",),
        ("play", "refuse", "play", "refuse"),
        ("wait", "play", "wait", "die"),
        ("wait", "wait", "wait", "die", "play", "play", "play", "play", "die"),
    ],
    ids="-".join,
)
def test_no_game_is_lost_or_played_twice(plan: Make, orders: tuple[str, ...]) -> None:
    arena = plan("random", "random", "mcts:1", games=6)
    assert played(arena, *orders) == dict.fromkeys(arena.pairings(), True)


class Mined(Frail):
    """Breaks when it gets a task with a certain game, as often as `orders` allow."""

    def __init__(self, orders: Iterator[str], game: Pairing) -> None:
        super().__init__(orders)
        self.game = game

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        there = self.orders
        if self.game not in args[-1]:
            self.orders = iter(())
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            self.orders = there


class Isolated(Mined):
    """Breaks a task only, never as a whole."""

    isolated = True

    def fall(self, words: str) -> None:
        super().fall(words)
        self.broken = False


@pytest.mark.parametrize(
    ("executor", "deaths"),
    [(Mined, 3), (Isolated, 2)],  # a task of one game is alone where workers are isolated
)
def test_a_game_is_given_up_when_it_was_deadly_twice_alone_and_no_other(
    plan: Make, executor: type[Mined], deaths: int
) -> None:
    arena = plan("random", "random", games=8)
    one, *others = arena.pairings()
    for number, missing in ((deaths - 1, ""), (deaths, "worker died")):
        make = partial(executor, iter(["die"] * number), one)
        games = play_all(arena, arena.pairings(), make)
        found = {game.pairing: game.missing for game in games}
        assert found == {one: missing} | dict.fromkeys(others, "")


def test_an_executor_that_takes_no_task_ends_the_arena(plan: Make) -> None:
    with pytest.raises(ArenaError, match="the executor takes no task: broken before"):
        played(plan("random", "random"), "play", *["refuse"] * 100)


def test_workers_that_never_live_end_the_arena(plan: Make) -> None:
    arena = plan("random", "random", games=100)
    with pytest.raises(ArenaError, match="every worker dies before it has played a game: "):
        played(arena, *["die"] * 1000)


def test_where_games_were_played_before_the_deadly_ones_are_told_apart(plan: Make) -> None:
    arena = plan("random", "random", games=20)
    games = play_all(arena, arena.pairings(), lambda: Frail(iter(["die"] * 1000)), playable=True)
    assert [game.record.result for game in games] == [None] * 20


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("cancel", "has cancelled its tasks"),
        ("fail", "a worker cannot play: ModuleNotFoundError: No module"),
    ],
)
def test_what_another_worker_would_not_mend_ends_the_arena(
    plan: Make, order: str, words: str
) -> None:
    with pytest.raises(ArenaError, match=words):
        played(plan("random", "random"), "play", order)


def test_a_task_grows_until_it_is_worth_the_while(plan: Make) -> None:
    sizes = []

    class Counting(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            sizes.append(len(args[-1]))
            return super().submit(fn, *args, **kwargs)

    arena = plan("random", "random", games=600, opening=0)
    assert len(list(play_all(arena, arena.pairings(), lambda: Counting(1)))) == 600
    assert sizes[0] == 1
    assert 1 < max(sizes) <= 100
    assert sum(sizes) == 600


@pytest.mark.parametrize("kind", ["exiting", "killed"])
def test_a_player_that_kills_its_worker_spoils_only_its_own_games(plan: Make, kind: str) -> None:
    arena = plan("random", f"{kind}:4", "mcts:2", games=4, opening=1)
    results = {
        game.pairing: game.record.result
        for game in play_all(arena, arena.pairings(), lambda: make_processes("2"))
    }
    assert set(results) == set(arena.pairings())
    for pairing, result in results.items():
        assert (result is None) == (1 in pairing.seats), pairing


def test_what_a_player_prints_does_not_come_among_the_results(
    plan: Make, capfd: pytest.CaptureFixture[str]
) -> None:
    arena = plan("chatty", "random", games=2)
    assert len(list(play_all(arena, arena.pairings(), lambda: make_processes("1")))) == 2
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
    arena = plan("random", "random", games=4, plugins=str(path))
    assert len(list(play_all(arena, arena.pairings(), lambda: make_processes("2")))) == 4
    assert [record.getMessage() for record in caplog.records] == [
        f"plugin spoilsport ({path}): stackyard_turn_started failed (RuntimeError: no fun); "
        "it is switched off for this match"
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
