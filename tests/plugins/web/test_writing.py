from __future__ import annotations

import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stackyard.errors import ArchiveError
from stackyard.match import Match
from stackyard.plugins.host import load_game
from stackyard.records.archive import Archive, Writing
from stackyard.records.keeping import Row
from stackyard_web.writing import SharedArchive

if TYPE_CHECKING:
    from tests.plugins.web.conftest import Open, Server


@pytest.fixture
def shared(tmp_path: Path) -> SharedArchive:
    return SharedArchive(Archive(tmp_path / "archive.sqlite3"))


def test_matches_that_are_played_at_once_are_all_kept(shared: SharedArchive) -> None:
    matches = [Match(load_game("silo")) for _ in range(12)]
    at_once = threading.Barrier(len(matches))

    def play(match: Match) -> int:
        at_once.wait()
        number = shared.begin(match, pytest.fail).number
        assert number is not None
        for move in "cbe":
            match.play(move)
        return number

    with ThreadPoolExecutor(len(matches)) as pool:
        numbers = list(pool.map(play, matches))
    shared.close()
    archive = Archive(shared.path)
    for match, number in zip(matches, numbers, strict=True):
        record = archive.record(number)
        assert (record.id, record.plies) == (match.id, 3)


def test_moves_that_wait_for_the_disk_share_a_transaction(tmp_path: Path) -> None:
    written: list[int] = []
    let_go, asked = threading.Event(), threading.Semaphore(0)

    class Slow(Archive):
        def write_all(
            self, writings: Iterable[Writing], hasty: bool = False
        ) -> list[Row | ArchiveError]:
            waiting = list(writings)
            written.append(len(waiting))
            let_go.wait(30)
            return super().write_all(waiting, hasty)

    class Counted(SharedArchive):
        def write(
            self, match: Match, row: Row | None, kept: int, memo: str = "", hasty: bool = False
        ) -> Row:
            asked.release()
            return super().write(match, row, kept, memo, hasty)

    shared = Counted(Slow(tmp_path / "archive.sqlite3"))
    matches = [Match(load_game("silo")) for _ in range(8)]
    let_go.set()
    for match in matches:
        shared.begin(match, pytest.fail)
        asked.acquire()
    let_go.clear()
    written.clear()
    with ThreadPoolExecutor(len(matches)) as pool:
        played = [pool.submit(match.play, "c") for match in matches]
        for _ in matches:
            assert asked.acquire(timeout=30)
        let_go.set()
        for each in played:
            each.result()
    shared.close()
    assert sum(written) == len(matches)
    assert len(written) < len(matches)
    archive = Archive(shared.path)
    assert [archive.record(number).plies for number in range(1, 9)] == [1] * 8


def test_a_match_that_was_played_on_elsewhere_is_refused_alone(shared: SharedArchive) -> None:
    first, second = Match(load_game("silo")), Match(load_game("silo"))
    number = shared.begin(first, pytest.fail).number
    assert number is not None
    shared.begin(second, pytest.fail)
    with pytest.raises(ArchiveError, match="played on by another program"):
        shared.write(first, (number, 9), 0)
    second.play("c")
    assert Archive(shared.path).record(2).plies == 1


def test_a_file_that_cannot_be_written_is_reported_to_each(tmp_path: Path) -> None:
    path = tmp_path / "archive.sqlite3"
    path.write_text("no archive", "utf-8")
    shared = SharedArchive(Archive(path))
    for _ in range(2):
        with pytest.raises(ArchiveError, match="damaged or no archive"):
            shared.begin(Match(load_game("silo")), pytest.fail)


def test_a_match_that_is_not_kept_goes_on_and_says_so(
    server: Server, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = page(server, server.begin(second="me"))
    with monkeypatch.context() as patch:

        def full(*arguments: object) -> None:
            raise ArchiveError("the disk is full")

        patch.setattr(Archive, "write_all", full)
        patch.setattr(Archive, "write", full)
        assert player.play("c")["notice"] == "Not kept: the disk is full."
        assert player.ask("state", "flip", flipped=True)["ply"] == 1
    player.play("b")
    assert player.state["notice"] == ""
    assert server.archive.record(1).plies == 2
