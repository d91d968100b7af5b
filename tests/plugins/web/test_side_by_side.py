"""Tables of the server's own code, played at the same time in its threads."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stackyard.errors import StackyardError
from stackyard.plugins.registry import load_game
from stackyard.records.archive import Archive
from stackyard.records.reader import course_of
from stackyard_web.protocol import Play
from stackyard_web.server.limits import Limits
from stackyard_web.tables.audience import PageConnection
from stackyard_web.tables.handlers import answer
from stackyard_web.tables.seats import HUMAN
from stackyard_web.tables.tables import TableRegistry
from stackyard_web.tables.tokens import BOTH

if TYPE_CHECKING:
    from tests.plugins.web.conftest import UsePlugin

    from stackyard.game import Game
    from stackyard_web.tables.table import MatchTable

pytestmark = pytest.mark.builds

TABLES = 8
MOST = 2000  # moves of a match
HEXAPAWN = Path(__file__).parents[3] / "docs/authors/hexapawn.py"
SCRATCH = """
import time

_scratch = []
_play = Hexapawn.play

def _play_with_shared_memory(position, move):
    _scratch[:] = position.cells
    time.sleep(0.0005)
    position.cells[:] = _scratch
    _play(position, move)

Hexapawn.play = _play_with_shared_memory
"""


@pytest.fixture(autouse=True)
def _switch_often() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


async def play(table: MatchTable, rng: random.Random) -> None:
    """Both sides of a match, by messages, to the end."""
    page = PageConnection(BOTH, BOTH, "", 1000)
    await table.join(page)
    heard: list[dict[str, Any]] = []
    while table.match.result is None and table.match.ply < MOST:
        state: dict[str, Any] = {"choices": []}
        while not page.unsent.empty():
            heard.append(msgspec.json.decode(page.unsent.get_nowait()))
            if heard[-1]["type"] == "state":
                state = heard[-1]
        if not state["choices"]:
            return  # it cannot go on
        choice = rng.choice(state["choices"])
        await answer(table, Play(choice["move"], state["version"]), page)
    table.leave(page)


def refused(game: Game, folder: Path, seed: int) -> list[str]:
    """The faults of the matches of several tables that were played side by side."""
    archive = Archive(folder / "archive.sqlite3")

    async def play_all() -> None:
        tables = TableRegistry(archive, Limits())
        made = [await tables.create(game, (HUMAN, HUMAN), None, {}, "") for _ in range(TABLES)]
        await asyncio.gather(
            *[play(table, random.Random(seed + n)) for n, table in enumerate(made)]
        )
        await tables.close()

    asyncio.run(play_all())
    wrong = []
    for number in range(1, TABLES + 1):
        record = archive.record(number)
        try:
            course_of(record)
        except StackyardError as error:
            wrong.append(f"match {number}: {error}")
        else:
            if record.result is None:
                wrong.append(f"match {number} did not end")
    return wrong


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("slicron", {"rules": "revised", "side": 3}),
        ("pit_of_pillars", {"size": 4}),
        *[
            pytest.param(name, options, marks=pytest.mark.nightly)
            for name, options in [
                ("slicron", {"rules": "2024", "side": 3}),
                ("silo", {"size": 6}),
                ("filo", {}),
                ("splay", {"side": 3}),
            ]
        ],
    ],
)
def test_tables_that_are_played_side_by_side_keep_true_matches(
    tmp_path: Path, name: str, options: dict[str, object]
) -> None:
    seed = random.randrange(10**6)
    assert refused(load_game(name, **options), tmp_path, seed) == [], f"seed {seed}"


def test_a_game_whose_positions_share_memory_is_found_out(
    tmp_path: Path, use_plugin: UsePlugin
) -> None:
    use_plugin(HEXAPAWN.read_text("utf-8") + SCRATCH)
    assert refused(load_game("hexapawn"), tmp_path, 1)
