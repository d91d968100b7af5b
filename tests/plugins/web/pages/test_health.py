from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard.records import database
from stackyard.records.archive import Archive
from stackyard_web.pages import health

if TYPE_CHECKING:
    from tests.plugins.web.conftest import Server


def test_a_server_that_can_store_matches_is_well(server: Server) -> None:
    answer = server.client.get("/health")
    assert (answer.status_code, answer.text) == (200, "ok\n")


def test_a_server_whose_archive_is_lost_says_so(server: Server) -> None:
    server.archive.path.rename(server.archive.path.with_name("elsewhere"))
    server.archive.path.mkdir()
    answer = server.client.get("/health")
    assert answer.status_code == 503
    assert answer.text.startswith(f"the archive {server.archive.path} ")


def test_a_read_only_archive_is_seen_before_anybody_plays(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "is_writable", lambda path: False)
    answer = server.client.get("/health")
    assert answer.status_code == 503
    assert "it is read-only" in answer.text


def test_many_requests_write_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    written = list[int]()
    monkeypatch.setattr(Archive, "check_writing", lambda self: written.append(1))
    monkeypatch.setattr(health, "PAUSE", 60.0)
    assert {server.client.get("/health").text for _ in range(20)} == {"ok\n"}
    assert len(written) == 1
