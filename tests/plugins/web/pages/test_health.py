from __future__ import annotations

from typing import TYPE_CHECKING

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
