from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
from msgspec.structs import replace

from stackyard.match import Match
from stackyard.plugins.host import load_game
from stackyard.records.format import encode
from stackyard.records.writing import head_of
from stackyard_web.limits import Limits
from stackyard_web.workers import CallError, RefusedError, Workers

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Server

START = "rrr/bbb/rrr/bbb/rrr/bbb r"
Answer = TypeVar("Answer")

SLEEPY = """
import os, time
from stackyard import hookimpl
from stackyard.about import PlayerKind

class Sleepy:
    name = "sleepy"
    def __init__(self, game, seed): pass
    def choose(self, match):
        print("a plugin may print")
        time.sleep(60)

class Deadly(Sleepy):
    def choose(self, match):
        os._exit(3)

class Rude(Sleepy):
    def choose(self, match):
        raise RuntimeError("I will not")

@hookimpl
def stackyard_register_players(register):
    register(PlayerKind("sleepy", "Sleeps.", games=("silo",)), Sleepy)
    register(PlayerKind("deadly", "Dies.", games=("silo",)), Deadly)
    register(PlayerKind("rude", "Refuses.", games=("silo",)), Rude)
"""


@pytest.fixture
def players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Silo has players that sleep, die and fail."""
    from stackyard.plugins.host import host

    file = tmp_path / "sleepy.py"
    file.write_text(SLEEPY, "utf-8")
    monkeypatch.setenv("STACKYARD_PLUGINS", str(file))
    host.cache_clear()


@pytest.fixture(autouse=True)
def _look_again() -> object:
    from stackyard.plugins.host import host

    yield
    host.cache_clear()


def with_workers(use: Callable[[Workers], Awaitable[Answer]], size: int = 1) -> Answer:
    async def run() -> Answer:
        workers = Workers(size)
        try:
            return await use(workers)
        finally:
            await workers.close()

    return asyncio.run(run())


def head(start: str = START) -> str:
    """A match of Silo before its first move."""
    game = load_game("silo")
    empty = replace(head_of(Match(game), []), position=None, start=start)
    return encode(empty).decode()


async def best(workers: Workers, start: str = START, within: float = 0.05) -> list[str]:
    answer = await workers.call("analyse", 30, head=head(start), moves=[], within=within)
    return [candidate["move"] for candidate in answer["candidates"]]


def test_the_computer_answers_each_move_and_is_taken_back_with_it(
    server: Server, page: Open
) -> None:
    player = page(server, server.begin(second="level:1"))
    for expected in (2, 4):
        player.play(player.moves[0])
        while player.state["player"] == 1:
            player.hear("state")
        assert player.state["ply"] >= expected
    assert player.ask("state", "undo")["player"] == 0
    assert player.state["ply"] == 2
    assert player.ask("state", "redo")["ply"] == 4


def test_the_computer_begins_where_it_has_the_first_seat(server: Server, page: Open) -> None:
    player = page(server, server.begin(first="level:1", second="me"))
    assert player.seats == [1]
    assert player.hear("state")["ply"] == 1


def test_two_computers_play_while_somebody_watches(server: Server, page: Open) -> None:
    player = page(server, server.begin(first="level:1", second="level:1", **{"option-size": "4"}))
    assert player.seats == []
    while player.state["winner"] is None:
        player.hear("state")
    assert server.archive.record(1).result is not None


def test_a_hint_and_an_analysis_name_legal_moves(server: Server, page: Open) -> None:
    player = page(server, server.begin(second="me"))
    assert player.ask("hint", "hint")["move"] in player.moves
    analysis = player.ask("analysis", "analyse", ply=0)
    assert {each["move"] for each in analysis["candidates"]} == set(player.moves)
    assert 0 <= analysis["balance"] <= 1


def test_there_is_no_advice_between_two_people_before_the_end(server: Server, page: Open) -> None:
    url = server.begin()
    first = page(server, url)
    for question in ({"kind": "hint"}, {"kind": "analyse", "ply": 0}):
        assert first.ask("error", **question)["sentence"].startswith("there is no advice")
    first.ask("state", "resign")
    assert first.ask("analysis", "analyse", ply=0)["candidates"]


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("sleepy", "no answer within 3 seconds"),
        ("deadly", "the process that works on it dies again and again"),
        ("rude", "RuntimeError: I will not"),
    ],
)
def test_a_computer_player_that_cannot_move_stops_nobody_else(
    make_server: MakeServer, page: Open, spec: str, reason: str
) -> None:
    server = make_server(Limits(thinking=3.0))
    player = page(server, server.begin(second=spec))
    other = page(server, server.begin(second="me"))
    player.play("c")
    assert other.play("c")["ply"] == 1
    notice = player.hear("state")["notice"]
    assert notice == f"The computer player does not move: {reason}. You may take back a turn."
    assert player.ask("state", "undo")["ply"] == 0


def test_a_worker_that_is_killed_is_replaced() -> None:
    async def use(workers: Workers) -> list[list[str]]:
        answers = [await best(workers)]
        (process,) = workers.processes
        os.kill(process, signal.SIGKILL)
        answers.append(await best(workers))
        thinking = asyncio.create_task(best(workers))
        await asyncio.sleep(0.02)
        (process,) = workers.processes
        os.kill(process, signal.SIGKILL)
        return [*answers, await thinking]

    assert [set(moves) for moves in with_workers(use)] == [{"a", "c", "e"}] * 3


def test_a_call_that_is_no_longer_wanted_stops_and_its_worker_goes_on() -> None:
    async def use(workers: Workers) -> None:
        await best(workers)
        before = workers.processes
        thinking = asyncio.create_task(best(workers, within=60))
        await asyncio.sleep(0.3)
        thinking.cancel()
        assert await asyncio.wait_for(best(workers), 5)
        assert workers.processes == before

    with_workers(use)


def test_what_is_wrong_with_a_call_is_said() -> None:
    async def use(workers: Workers) -> None:
        with pytest.raises(RefusedError, match="columns"):
            await best(workers, "nonsense r")
        with pytest.raises(CallError, match="no answer within"):
            await workers.call("analyse", 0.3, head=head(), moves=[], within=60)
        assert await best(workers)

    with_workers(use)
