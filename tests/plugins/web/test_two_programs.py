"""Two programs play on one match, or would."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from stackyard.errors import ArchiveError
from stackyard.records.archive import Archive
from stackyard_web.serve import command
from stackyard_web.server.lock import server_lock
from stackyard_web.workers import pool

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Server, UsePlugin

HEXAPAWN = (Path(__file__).parents[3] / "docs/authors/hexapawn.py").read_text("utf-8")
FIRST_AND_LAST = """
from stackyard import hookimpl
from stackyard.descriptions import PlayerKind

class First:
    name, which = "first", 0
    def __init__(self, game, seed): pass
    def choose(self, match):
        return match.game.legal_texts(match.position)[self.which]

class Last(First):
    name, which = "last", -1

@hookimpl
def stackyard_register_players(register):
    register(PlayerKind("first", "Plays its first move."), First)
    register(PlayerKind("last", "Plays its last move."), Last)
"""
ELSEWHERE = "another program has played this match on; the board now shows how it stands"


def test_a_match_that_another_program_played_on_is_taken_up_from_there(
    server: Server, page: Open
) -> None:
    url = server.begin(second="me")
    player, watcher = page(server, url), page(server, server.watching(url))
    player.play("c")
    match = server.archive.resume(1, print)
    match.play(match.course.game.format_move(match.position.legal_moves()[0], match.position))
    told = player.ask("error", "move", move=player.moves[-1], version=player.state["version"])
    assert told["sentence"] == ELSEWHERE
    assert watcher.hear("state")["ply"] == 1
    shown = watcher.hear("state")
    assert [made["move"] for made in shown["plies"]] == [
        ply.text for ply in match.course.plies(shown["since"])
    ]
    assert player.play(player.moves[0])["ply"] == 3
    assert server.archive.record(1).plies == 3


def test_an_opponent_that_another_program_took_goes_on_here(
    server: Server, page: Open, use_plugin: UsePlugin
) -> None:
    use_plugin(FIRST_AND_LAST)
    player = page(server, server.begin("slicron", second="first"))

    def answer() -> str:
        """The computer's answer to a move."""
        player.play(player.moves[0])
        while player.state["player"] == 1:
            player.hear("state")
        return str(player.state["plies"][-1]["move"])

    answer()
    match = server.archive.resume(1, print, second="last")
    for _ in range(2):
        match.play(match.course.game.legal_texts(match.position)[0])
    player.ask("error", "move", move=player.moves[0], version=player.state["version"])
    played = answer()
    before = server.archive.resume(1, print).course.at(player.state["ply"] - 1)
    assert played == before.game.legal_texts(before.position)[-1]


def test_two_servers_never_fork_a_match(make_server: MakeServer, page: Open) -> None:
    one, two = make_server(), make_server()
    url = one.begin(second="me")
    first, second = page(one, url), page(two, url)
    first.play("c")
    told = second.ask("error", "move", move="e", version=second.state["version"])
    assert told["sentence"] == ELSEWHERE
    assert second.state["ply"] == 1
    assert second.play(second.moves[0])["ply"] == 2
    assert one.archive.record(1).plies == 2


def test_a_second_server_on_one_archive_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "a.sqlite3"
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(archive))
    with server_lock(archive):
        done = CliRunner().invoke(command, ["--port", "0"])
        assert isinstance(done.exception, ArchiveError)
        assert str(done.exception) == (
            f"another `stackyard serve` uses the archive {archive}: end it, or name another "
            "archive with STACKYARD_ARCHIVE"
        )
    with server_lock(archive):
        pass


def test_the_archive_and_what_lies_beside_it_are_its_owner_s_alone(tmp_path: Path) -> None:
    archive = tmp_path / "folder" / "a.sqlite3"
    with server_lock(archive):
        Archive(archive).setting("web-secret", lambda: "secret")
        rights = {stat.S_IMODE(path.stat().st_mode) for path in archive.parent.iterdir()}
    assert rights == {0o600}
    assert stat.S_IMODE(archive.parent.stat().st_mode) == 0o700


def test_a_match_in_play_survives_an_upgrade_of_its_game(
    make_server: MakeServer, page: Open, use_plugin: UsePlugin
) -> None:
    use_plugin(HEXAPAWN)
    before = make_server()
    url = before.begin("hexapawn", second="me")
    player = page(before, url)
    player.play(player.moves[0])
    use_plugin(f"{HEXAPAWN}\nHexapawnGame.rules_version = 2\n")
    player = page(make_server(), url)
    assert (player.state["ply"], player.play(player.moves[0])["ply"]) == (1, 2)


def test_a_worker_process_of_another_version_says_that_the_server_must_be_started_again(
    server: Server, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "VERSION", "0.0.1")
    player = page(server, server.begin(second="me"))
    assert player.ask("error", "hint")["sentence"] == (
        "Stackyard was upgraded while the server was running; restart the server"
    )
    assert player.play(player.moves[0])["ply"] == 1
