"""Other people's code fails while a match is played: a game, a hook, a player, an exporter."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

if TYPE_CHECKING:
    from tests.plugins.web.conftest import Open, Server, UsePlugin

HEXAPAWN = (Path(__file__).parents[4] / "docs/authors/hexapawn.py").read_text("utf-8")
FAULT = """
def _break(kind, method):
    sound = getattr(kind, method)
    def broken(self, *arguments):
        if FAULTY():
            raise ZeroDivisionError("oh dear")
        return sound(self, *arguments)
    broken.__code__ = broken.__code__.replace(co_name=method)  # as tracebacks name it
    setattr(kind, method, broken)

import os
def FAULTY():
    return os.path.exists(os.environ["FAULTY"])
"""
HOOK = """
from stackyard import hookimpl

@hookimpl
def stackyard_move_played(match, move):
    raise ZeroDivisionError("oh dear")
"""


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """While this file is there, the game fails."""
    monkeypatch.setenv("FAULTY", str(tmp_path / "faulty"))
    return tmp_path / "faulty"


def broken(kind: str, method: str) -> str:
    return f"{HEXAPAWN}{FAULT}_break({kind}, {method!r})\n"


@pytest.mark.parametrize(
    ("kind", "method"),
    [("Hexapawn", "play"), ("Hexapawn", "copy"), ("HexapawnGame", "read_move")],
)
def test_a_game_that_fails_at_a_move_leaves_the_match_as_it_was(
    server: Server,
    page: Open,
    use_plugin: UsePlugin,
    faulty: Path,
    caplog: pytest.LogCaptureFixture,
    kind: str,
    method: str,
) -> None:
    use_plugin(broken(kind, method))
    url = server.begin("hexapawn", second="me")
    player, watcher = page(server, url), page(server, server.watching(url))
    other = page(server, server.begin("silo", second="me"))
    faulty.touch()
    version = player.state["version"]
    told = player.ask("error", "move", move=player.moves[0], version=version)["sentence"]
    assert told.startswith(
        f"plugin extra (extra.py) failed in {method}: ZeroDivisionError: oh dear"
    )
    assert "The match is as it was: " in told
    assert "Traceback" in caplog.text
    assert other.play("c")["ply"] == 1
    faulty.unlink()
    assert server.archive.record(1).plies == 0
    assert player.play(player.moves[0])["ply"] == 1
    assert watcher.hear("state")["ply"] == 1


@pytest.mark.parametrize("method", ["scene", "describe", "prompt", "format_position"])
def test_a_game_that_fails_to_show_a_position_says_so_on_every_page(
    server: Server, page: Open, use_plugin: UsePlugin, faulty: Path, method: str
) -> None:
    use_plugin(broken("HexapawnGame", method))
    url = server.begin("hexapawn", second="me")
    player, watcher = page(server, url), page(server, server.watching(url))
    faulty.touch()
    player.say("move", move=player.moves[0], version=player.state["version"])
    for each in (player, watcher):
        told = each.hear("error")["sentence"]
        assert told.startswith(f"plugin extra (extra.py) failed in {method}: ZeroDivisionError")
        assert "take back the last turn" in told
    faulty.unlink()
    assert player.ask("state", "undo")["ply"] == 0
    assert player.play(player.moves[0])["ply"] == 1
    assert watcher.hear("state")["ply"] == 0
    assert watcher.hear("state")["ply"] == 1
    assert server.archive.record(1).plies == 1


def test_a_table_whose_game_fails_can_be_opened_and_says_why(
    server: Server, use_plugin: UsePlugin, faulty: Path
) -> None:
    use_plugin(broken("HexapawnGame", "scene"))
    url = server.begin("hexapawn", second="me")
    faulty.touch()
    with server.client.websocket_connect(f"ws://localhost{url}/live") as session:
        assert session.receive_json()["type"] == "hello"
        told = session.receive_json()
        assert told["sentence"].startswith("plugin extra (extra.py) failed in scene")


def test_a_hook_that_fails_is_named_on_the_page_and_the_match_goes_on(
    server: Server, page: Open, use_plugin: UsePlugin, caplog: pytest.LogCaptureFixture
) -> None:
    use_plugin(HOOK)
    player = page(server, server.begin(second="me"))
    assert player.state["notice"] == ""
    notice = player.play("c")["notice"]
    assert notice.startswith("plugin extra (extra.py): stackyard_move_played failed")
    assert "oh dear" in notice
    assert notice.endswith("it is switched off for this match.")
    assert [record for record in caplog.records if record.exc_info] != []
    assert player.play("b")["ply"] == 2
    assert caplog.text.count("Traceback") == 1


def test_a_form_whose_game_fails_names_it(
    server: Server, use_plugin: UsePlugin, faulty: Path, caplog: pytest.LogCaptureFixture
) -> None:
    use_plugin(broken("HexapawnGame", "initial"))
    faulty.touch()
    quiet = TestClient(server.client.app, "http://localhost", raise_server_exceptions=False)
    with caplog.at_level(logging.ERROR):
        answer = quiet.post("/games/hexapawn", data={"second": "me"})
    assert answer.status_code == 500
    assert "plugin extra (extra.py) failed in initial: ZeroDivisionError: oh dear" in answer.text
    assert list(server.archive.entries()) == []


def test_a_computer_player_of_a_game_that_fails_names_the_game(
    server: Server, page: Open, use_plugin: UsePlugin, faulty: Path
) -> None:
    use_plugin(broken("Hexapawn", "random_move"))
    player = page(server, server.begin("hexapawn", second="level:1"))
    faulty.touch()
    player.play(player.moves[0])
    notice = player.hear("state")["notice"]
    assert (
        "does not move: plugin extra (extra.py) failed in random_move: ZeroDivisionError" in notice
    )
    faulty.unlink()
    player.ask("state", "undo")
    player.play(player.moves[0])
    assert player.hear("state")["ply"] == 2
