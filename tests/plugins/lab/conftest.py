"""Arenas of small games, an archive of their own, faulty_players among the players."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from stackyard.plugins.registry import registry
from stackyard.records.archive import Archive
from stackyard_cli.main import main
from stackyard_lab.arena import Arena
from stackyard_lab.plan import Plan

SMALL = {"size": 4, "height": 2}


@pytest.fixture(autouse=True)
def faulty_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of the plugin that every test here uses."""
    path = Path(__file__).with_name("faulty_players.py")
    monkeypatch.setenv("STACKYARD_PLUGINS", str(path))
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(tmp_path / "archive.sqlite3"))
    monkeypatch.delenv("STACKYARD_STRICT", raising=False)
    registry.cache_clear()
    yield path
    # An arena that has stopped does not wait for the games in its threads. While one of them loads
    # a plugin, it has standard output sent aside, which would be the next test's.
    for thread in threading.enumerate():
        if thread.name.startswith("ThreadPoolExecutor"):
            thread.join(60)
            assert not thread.is_alive()
    registry.cache_clear()


@pytest.fixture
def archive() -> Archive:
    """An archive in which nothing is kept yet."""
    return Archive()


@pytest.fixture
def plan() -> Callable[..., Plan]:
    """`plan("random", "mcts:5", games=10)`: a plan of small games of Silo."""

    def plan(*players: str, **settings: Any) -> Plan:
        given: dict[str, Any] = {"options": SMALL, "games": 10, "opening": 2} | settings
        return Plan("silo", players, **given)

    return plan


@pytest.fixture
def records() -> Callable[[Arena, Archive], dict[str, Any]]:
    """Each game in the archive, but for its time: its moves, its start and its ending."""

    def records(arena: Arena, archive: Archive) -> dict[str, Any]:
        found = {}
        for entry in archive.entries(label=arena.label):
            record = archive.record(entry.number)
            moves = " ".join([",".join(turn.moves) for turn in record.turns])
            specs = [seat.spec for seat in record.players]
            found[record.comment] = (record.start, specs, record.seed, moves, record.result)
        return found

    return records


@pytest.fixture
def run() -> Callable[..., Result]:
    """Run `stackyard` with these words in this process."""

    def run(*words: str) -> Result:
        result = CliRunner().invoke(main, list(words))
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run
