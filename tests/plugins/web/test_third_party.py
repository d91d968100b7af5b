from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stackyard.plugins.registry import registry

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Server, UsePlugin

AUTHORS = Path(__file__).parents[3] / "docs/authors"
EXPORTER = """
from stackyard import hookimpl
from stackyard.descriptions import Exporter

def shout(records, view):
    (record,) = records
    moves = [move for turn in record.turns for move in turn.moves]
    return f"{' '.join(moves).upper()} {view.ply} {view.flip}".encode()

def fail(records, view):
    raise RuntimeError("no ink")

@hookimpl
def stackyard_register_exporters(register):
    register(Exporter("shout", "Moves, loudly.", (".loud", ".txt"), "text/x-loud"), shout)
    register(Exporter("blot", "Nothing.", (".blot",), "text/plain"), fail)
"""
# A token on a row of four cells; to step on the last one loses.
SHUTTLE = """
from librt.vecs import vec
from mypy_extensions import i64
from stackyard import ONGOING, GameInfo, Game, Piece, Refusal, hookimpl
from stackyard.boards import Row
from stackyard.position import uniform

class Shuttle:
    def __init__(self, at, player):
        self.at, self.player, self.mid_turn = at, player, False
        self.winner = player if at == 3 else ONGOING

    def copy(self):
        return Shuttle(self.at, self.player)

    def key(self):
        return self.at, self.player

    def legal_moves(self) -> "vec[i64]":
        near = [there for there in (self.at - 1, self.at + 1) if 0 <= there <= 3]
        return vec[i64](near if self.winner == ONGOING else [])

    def random_move(self, bits: i64) -> i64:
        return uniform(self.legal_moves(), bits)

    def play(self, move: i64) -> None:
        self.__init__(int(move), 1 - self.player)

class ShuttleGame(Game):
    about = GameInfo("shuttle", "Shuttle", "Nobody", 2020, "Never step on d.")
    def prepare(self):
        self.board, self.move_space = Row(4), 4
    def initial(self):
        return Shuttle(0, 0)
    def parse_position(self, text):
        return Shuttle(int(text[0]), int(text[1]))
    def format_position(self, position):
        return f"{position.at}{position.player}"
    def read_move(self, text):
        return self.board.cell(text)
    def format_move(self, move, position):
        return self.board.names[move]
    def refusal(self, move, position):
        return Refusal("not-near", "it goes to the next cell")
    def pieces(self, position):
        return {position.at: (Piece(0, "w"),)}

@hookimpl
def stackyard_register_games(register):
    register(ShuttleGame.about, ShuttleGame)
"""
GAMES = {"hexapawn": "hexapawn.py", "domineering": "tutorial/domineering.py"}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game that is one file and not installed."""
    monkeypatch.setenv("STACKYARD_PLUGINS", str(AUTHORS / GAMES[request.param]))
    registry.cache_clear()
    yield request.param
    registry.cache_clear()


def test_a_game_of_others_is_offered_and_played_to_the_end(
    make_server: MakeServer, page: Open, game: str
) -> None:
    server = make_server()
    get = server.client.get
    assert f'href="/games/{game}"' in get("/").text
    assert get(f"/games/{game}/picture.svg").text.startswith("<svg")
    assert get(f"/games/{game}/rules").status_code == 200
    url = server.begin(game, second="me")
    player = page(server, url)
    assert player.ask("hint", "hint")["move"] in player.moves
    while player.state["winner"] is None:
        player.play(player.moves[0])
    assert server.archive.record(1).result is not None
    record = get(f"{url}/export/json").text
    told = server.client.post("/replay?ply=1", content=record).json()
    assert (told["name"], told["ply"]) == (game, 1)
    assert get(f"{url}/export/png?ply=1").content.startswith(b"\x89PNG")


def test_the_computer_plays_a_game_of_others(
    make_server: MakeServer, page: Open, game: str
) -> None:
    server = make_server()
    player = page(server, server.begin(game, second="level:1"))
    player.play(player.moves[0])
    while player.state["player"] == 1 and player.state["winner"] is None:
        player.hear("state")
        assert player.state["notice"] == ""
    assert player.state["ply"] >= 2


def test_the_page_offers_every_form_that_plugins_register(
    server: Server, page: Open, use_plugin: UsePlugin
) -> None:
    use_plugin(EXPORTER)
    url = server.begin(second="me")
    player = page(server, url)
    player.play("c")
    player.play("b")
    shown = server.client.get(url).text
    for name in ("json", "text", "svg", "png", "gif", "shout"):
        assert f'href="{url}/export/{name}"' in shown
    assert "Moves, loudly." in shown
    told = server.client.get(f"{url}/export/Shout")
    assert told.text == "C B None False"
    assert told.headers["content-type"].startswith("text/x-loud")
    assert told.headers["content-disposition"] == 'attachment; filename="silo.loud"'
    assert server.client.get(f"{url}/export/shout?ply=9&flip=1").text == "C B 2 True"
    assert server.client.get(f"{url}/export/whisper").status_code == 404


def test_an_exporter_that_fails_is_named(server: Server, page: Open, use_plugin: UsePlugin) -> None:
    use_plugin(EXPORTER)
    url = server.begin(second="me")
    answer = server.client.get(f"{url}/export/blot")
    assert answer.status_code == 409
    assert "no ink" in answer.text
    assert page(server, url).play("c")["ply"] == 1


def test_an_analysis_knows_which_move_repeats_the_position_once_too_often(
    server: Server, page: Open, use_plugin: UsePlugin
) -> None:
    use_plugin(SHUTTLE)
    player = page(server, server.begin("shuttle", second="me"))

    def judged() -> tuple[str, dict[str, str]]:
        told = player.ask("analysis", "analyse", ply=player.state["ply"])
        return told["source"], {each["move"]: each["judgement"] for each in told["candidates"]}

    for move in "ba":  # endless, as far as the rules of the game go
        source, words = judged()
        assert (source, {*words.values()}) == ("solved", {"a sure draw"})
        player.play(move)
    source, words = judged()  # the next moves decide whether a position stands once too often
    assert source == "estimate"
    assert "a sure draw" not in words.values()
    player.play("b")
    source, words = judged()
    assert (source, words["a"]) == ("proof", "a sure draw")
    assert player.play("a")["result"] == "Draw: the same position has stood 3 times"
