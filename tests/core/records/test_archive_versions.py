from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.core.records.forks import three_matches
from tests.core.records.watched import Table, refusals

from stackyard.records.archive import Archive

if TYPE_CHECKING:
    from tests.toy_games import WalkGame


@pytest.mark.parametrize("version", [0, 99])
def test_an_archive_of_another_format_is_refused_and_left_alone(
    path: Path, game: WalkGame, version: int
) -> None:
    three_matches(path, game)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    content = path.read_bytes()
    (sentence,) = refusals(path)
    assert sentence.startswith(f"has format {version}, and this program reads format ")
    table = Table(path, game)
    table.play("bd")
    assert len(table.told) == 1
    assert path.read_bytes() == content


def test_several_programs_may_make_an_archive_at_once(path: Path, game: WalkGame) -> None:
    start, told = threading.Barrier(4), list[str]()

    def play() -> None:
        table = Table(path, game, patience=30.0)
        start.wait()
        table.play("bdb")
        told.extend(table.told)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == []
    assert [entry.plies for entry in Archive(path).entries()] == [3] * 4
