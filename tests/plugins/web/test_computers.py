from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest

from stackyard_web.crew import Crew, JobError, RefusedError
from stackyard_web.limits import Limits

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


def with_crew(use: Callable[[Crew], Awaitable[Answer]], size: int = 1) -> Answer:
    async def run() -> Answer:
        crew = Crew(size)
        try:
            return await use(crew)
        finally:
            await crew.close()

    return asyncio.run(run())


async def best(crew: Crew, position: str = START) -> list[str]:
    answer = await crew.ask("analyse", 30, game="silo", options={}, position=position, seconds=0.05)
    return [line["move"] for line in answer["lines"]]


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
    assert {line["move"] for line in analysis["lines"]} == set(player.moves)
    assert 0 <= analysis["balance"] <= 1


def test_there_is_no_advice_between_two_people_before_the_end(server: Server, page: Open) -> None:
    url = server.begin()
    first = page(server, url)
    for question in ({"kind": "hint"}, {"kind": "analyse", "ply": 0}):
        assert first.ask("error", **question)["sentence"].startswith("there is no advice")
    first.ask("state", "resign")
    assert first.ask("analysis", "analyse", ply=0)["lines"]


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
    async def use(crew: Crew) -> list[list[str]]:
        answers = [await best(crew)]
        (worker,) = crew._all
        os.kill(worker.pid, signal.SIGKILL)
        await worker.wait()
        answers.append(await best(crew))
        thinking = asyncio.create_task(best(crew))
        await asyncio.sleep(0.02)
        (worker,) = crew._all
        os.kill(worker.pid, signal.SIGKILL)
        return [*answers, await thinking]

    assert [set(moves) for moves in with_crew(use)] == [{"a", "c", "e"}] * 3


def test_a_job_that_is_no_longer_wanted_ends_its_worker() -> None:
    async def use(crew: Crew) -> int:
        thinking = asyncio.create_task(
            crew.ask("analyse", 90, game="silo", options={}, position=START, seconds=60)
        )
        await asyncio.sleep(0.5)
        (worker,) = crew._all
        thinking.cancel()
        await best(crew)
        assert worker.returncode is not None
        return len(crew._all)

    assert with_crew(use) == 1


def test_what_is_wrong_with_a_job_is_said() -> None:
    async def use(crew: Crew) -> None:
        with pytest.raises(RefusedError, match="columns"):
            await best(crew, "nonsense r")
        with pytest.raises(JobError, match="no answer within"):
            await crew.ask("analyse", 0.3, game="silo", options={}, position=START, seconds=60)
        assert await best(crew)

    with_crew(use)
