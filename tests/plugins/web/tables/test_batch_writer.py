from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.conftest import PATIENCE

from stackyard.errors import ArchiveError
from stackyard.plugins.registry import load_game
from stackyard.records.archive import Archive
from stackyard.records.match_rows import Writing
from stackyard.records.stored_match import Row
from stackyard.turnloop.match import Match
from stackyard_web.tables.batch_writer import SharedArchive

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


class Gathering:
    """An archive in which all that is written at once waits for one transaction after the first."""

    def __init__(self, path: Path) -> None:
        self.written: list[int] = []  # matches in each transaction
        self.let_go, self.asked = threading.Event(), threading.Semaphore(0)
        self.let_go.set()
        gathering = self

        class Slow(Archive):
            def write_all(
                self, writings: Iterable[Writing], hasty: bool = False
            ) -> list[Row | ArchiveError]:
                waiting = list(writings)
                gathering.written.append(len(waiting))
                gathering.let_go.wait(30)
                return super().write_all(waiting, hasty)

        class Counted(SharedArchive):
            def write(
                self, match: Match, row: Row | None, kept: int, memo: str = "", hasty: bool = False
            ) -> Row:
                gathering.asked.release()
                return super().write(match, row, kept, memo, hasty)

        self.archive = Counted(Slow(path))

    def play(self, matches: list[Match], move: str) -> None:
        """Play the same move in all of them at once."""
        self.let_go.clear()
        self.written.clear()
        with ThreadPoolExecutor(len(matches)) as pool:
            played = [pool.submit(match.play, move) for match in matches]
            for _ in matches:
                assert self.asked.acquire(timeout=PATIENCE)
            self.let_go.set()
            for each in played:
                each.result()

    def begin(self, count: int, tell: Callable[[str], None]) -> list[Match]:
        """New matches of Silo."""
        matches = [Match(load_game("silo")) for _ in range(count)]
        for match in matches:
            self.archive.begin(match, tell)
            self.asked.acquire()
        return matches


@pytest.fixture
def gathering(tmp_path: Path) -> Iterator[Gathering]:
    made = Gathering(tmp_path / "archive.sqlite3")
    yield made
    made.archive.close()


def test_moves_that_wait_for_the_disk_share_a_transaction(gathering: Gathering) -> None:
    matches = gathering.begin(8, pytest.fail)
    gathering.play(matches, "c")
    assert sum(gathering.written) == len(matches)
    assert len(gathering.written) < len(matches)
    archive = gathering.archive
    assert [archive.record(number).plies for number in range(1, 9)] == [1] * 8


def test_a_game_that_cannot_be_written_down_is_named_and_holds_up_nobody(
    gathering: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    matches = gathering.begin(8, heard.append)

    def fail(position: object) -> str:
        raise ZeroDivisionError("oh dear")

    for broken in matches[:2]:
        monkeypatch.setattr(broken.game, "format_position", fail)
    gathering.play(matches, "c")
    assert max(gathering.written) > 1
    for sentence in heard:
        assert sentence.startswith("Not kept: plugin silo (stackyard-silo ")
        assert sentence.endswith("ZeroDivisionError: oh dear.")
    plies = [gathering.archive.record(number).plies for number in range(1, 9)]
    assert plies == [0, 0, 1, 1, 1, 1, 1, 1]
    assert [match.ply for match in matches] == [1] * 8


def test_a_match_that_was_played_on_elsewhere_is_refused_alone(shared: SharedArchive) -> None:
    first, second = Match(load_game("silo")), Match(load_game("silo"))
    number = shared.begin(first, pytest.fail).number
    assert number is not None
    shared.begin(second, pytest.fail)
    with pytest.raises(ArchiveError, match="played on by another program"):
        shared.write(first, (number, 9), 0)
    second.play("c")
    assert Archive(shared.path).record(2).plies == 1


def test_a_move_after_the_close_is_kept(shared: SharedArchive) -> None:
    """It is being played while the server ends."""
    match = Match(load_game("silo"))
    shared.begin(match, pytest.fail)
    shared.close()
    playing = threading.Thread(target=match.play, args=["c"], daemon=True)
    playing.start()
    playing.join(PATIENCE)
    assert not playing.is_alive()
    assert Archive(shared.path).record(1).plies == 1


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
