from __future__ import annotations

from multiprocessing import active_children
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.plugins.web.conftest import wait_until

from stackyard.records.help import Help, read_help
from stackyard_web.server.limits import Limits
from stackyard_web.tables.tables import WORKERS

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Server, UsePlugin

PLAYERS = """
import os, time
from stackyard import hookimpl
from stackyard.descriptions import PlayerKind

def begin():
    with open(os.environ.get("BEGUN", os.devnull), "w") as begun:
        begun.write(str(os.getpid()))

class Sleepy:
    name = "sleepy"
    def __init__(self, game, seed): pass
    def choose(self, match):
        print("a plugin may print")
        begin()
        time.sleep(60)

class Deadly(Sleepy):
    def choose(self, match):
        os._exit(3)

class Rude(Sleepy):
    def choose(self, match):
        raise RuntimeError("I will not")

class Wild(Sleepy):
    def choose(self, match):
        return "z9"

class Patient(Sleepy):
    name = "patient"
    def choose(self, match):
        begin()
        while not match.watch(0.5):
            time.sleep(0.01)
        return match.game.legal_texts(match.position)[-1]

class Foreign(Sleepy):
    name = "foreign"
    stopped = False
    def stop(self):
        self.stopped = True
    def choose(self, match):
        begin()
        while not self.stopped:
            time.sleep(0.01)
        return match.game.legal_texts(match.position)[-1]

class Moody(Sleepy):
    name = "moody"
    def accepts_draw(self, match, side):
        raise RuntimeError("no")

class Peaceful(Sleepy):
    name = "peaceful"
    def accepts_draw(self, match, side):
        return True

class Brooding(Sleepy):
    name = "brooding"
    def accepts_draw(self, match, side):
        time.sleep(60)

@hookimpl
def stackyard_register_players(register):
    register(PlayerKind("moody", "Fails on a draw.", games=("splay",)), Moody)
    register(PlayerKind("peaceful", "Agrees on a draw.", games=("splay",)), Peaceful)
    register(PlayerKind("brooding", "Thinks about a draw for long.", games=("splay",)), Brooding)
    register(PlayerKind("sleepy", "Sleeps.", games=("silo",)), Sleepy)
    register(PlayerKind("deadly", "Dies.", games=("silo",)), Deadly)
    register(PlayerKind("rude", "Refuses.", games=("silo",)), Rude)
    register(PlayerKind("wild", "Plays anything.", games=("silo",)), Wild)
    register(PlayerKind("patient", "Waits until it is told.", games=("silo",)), Patient)
    register(PlayerKind("foreign", "Waits to be stopped.", games=("silo",)), Foreign)
"""


@pytest.fixture
def players(use_plugin: UsePlugin) -> None:
    """Silo and Splay have players that sleep, die, fail and wait to be stopped."""
    use_plugin(PLAYERS)


def test_the_computer_answers_each_move_and_is_taken_back_with_it(
    server: Server, page: Open
) -> None:
    player = page(server, server.begin(second="level:1"))
    for expected in (2, 4):
        player.play(player.moves[0])
        while player.state["player"] == 1:
            player.hear("state")
        assert player.state["ply"] >= expected
    assert player.ask("state", "undo")["player"] == 0
    assert player.state["ply"] == 2
    assert player.ask("state", "redo")["ply"] == 4


def test_the_computer_begins_where_it_has_the_first_seat(server: Server, page: Open) -> None:
    player = page(server, server.begin(first="level:1", second="me"))
    assert player.seats == [1]
    assert player.hear("state")["ply"] == 1


def test_two_computers_play_while_somebody_watches(server: Server, page: Open) -> None:
    player = page(server, server.begin(first="level:1", second="level:1", **{"option-size": "4"}))
    assert player.seats == []
    while player.state["winner"] is None:
        player.hear("state")
    assert server.archive.record(1).result is not None


@pytest.mark.usefixtures("players")
def test_a_computer_agrees_on_a_draw(server: Server, page: Open) -> None:
    player = page(server, server.begin("splay", second="peaceful"))
    assert player.state["may_offer"] == [True, False]
    assert player.ask("state", "offer_draw")["offer"] == 0
    assert player.hear("state")["result"] == "Draw: the players agree on it"
    result = server.archive.record(1).result
    assert result is not None
    assert result.reason == "agreement"


def test_the_computer_declines_a_draw_and_is_asked_again_after_a_turn(
    server: Server, page: Open
) -> None:
    player = page(server, server.begin("splay", second="random"))
    player.ask("state", "offer_draw")
    assert player.hear("state")["may_offer"] == [False, False]
    assert player.state["offer"] is None
    assert player.hear("said")["sentence"] == "black declines the draw."
    sentence = player.ask("error", "offer_draw")["sentence"]
    assert sentence == "your offer was declined; play a turn before the next one"
    player.play(player.moves[0])
    while player.state["player"] == 1:
        player.hear("state")
    assert player.state["may_offer"] == [True, False]


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize("spec", ["moody", "brooding"])
def test_a_computer_that_cannot_answer_declines(
    make_server: MakeServer, page: Open, spec: str
) -> None:
    server = make_server(Limits(thinking=2.0))
    player = page(server, server.begin("splay", second=spec))
    player.ask("state", "offer_draw")
    assert player.hear("state")["offer"] is None
    assert player.hear("said")["sentence"] == "black declines the draw."


@pytest.mark.usefixtures("players")
def test_an_offer_to_a_computer_is_withdrawn(server: Server, page: Open) -> None:
    player = page(server, server.begin("splay", second="brooding"))
    assert player.ask("state", "offer_draw")["offer"] == 0
    assert player.ask("state", "answer_draw", accept=False)["offer"] is None
    assert player.play(player.moves[0])["ply"] == 1


@pytest.mark.usefixtures("players")
def test_an_offer_to_the_computer_is_answered_after_a_restart(
    make_server: MakeServer, page: Open
) -> None:
    before = make_server()
    url = before.begin("splay", second="peaceful")
    match, kept = before.archive.reopen(1, print)
    kept.memo = '{"offer":0}'
    match.store = kept
    match.keep()
    player = page(make_server(), url)
    while player.state["winner"] is None:
        player.hear("state")
    assert player.state["result"] == "Draw: the players agree on it"


def test_a_hint_and_an_analysis_name_legal_moves(server: Server, page: Open) -> None:
    player = page(server, server.begin(second="me"))
    assert player.ask("hint", "hint")["move"] in player.moves
    analysis = player.ask("analysis", "analyse", ply=0)
    assert {each["move"] for each in analysis["candidates"]} == set(player.moves)
    assert 0 <= analysis["balance"] <= 1


def test_a_hint_has_reasons_and_counts_as_help_as_analyses_and_takebacks_do(
    server: Server, page: Open
) -> None:
    small = {"option-size": "4", "option-height": "1"}
    player = page(server, server.begin(first="me", second="me", **small))
    hint = player.ask("hint", "hint")
    assert hint["line"][0] == hint["move"]
    assert any(reason.startswith("Expect ") for reason in hint["reasons"])
    player.play(hint["move"])
    player.ask("state", "undo")
    player.ask("analysis", "analyse", ply=0)  # tells as much as a hint
    (entry,) = server.archive.entries()
    assert read_help(entry.memo) == Help(hints=2, takebacks=1)


def test_a_hint_and_an_analysis_of_a_small_board_are_exact(server: Server, page: Open) -> None:
    small = {"option-size": "4", "option-height": "1"}
    player = page(server, server.begin(first="me", second="me", **small))
    player.play("a")
    hint = player.ask("hint", "hint")
    assert hint["judgement"] == "wins for certain in 5 moves"
    assert hint["basis"] == "The position is solved"
    analysis = player.ask("analysis", "analyse", ply=0)
    assert (analysis["source"], analysis["balance"]) == ("solved", 0.0)
    assert [len(each["best"]) for each in analysis["candidates"]] == [8, 6]


def test_perfect_tells_the_page_what_it_plays_from(server: Server, page: Open) -> None:
    small = {"option-size": "4", "option-height": "1"}
    player = page(server, server.begin(first="me", second="perfect", **small))
    player.play("a")
    said = player.hear("said")["sentence"]
    assert said == "The player perfect has solved the position: blue wins in 5 moves."
    while player.state["winner"] is None:
        if player.state["player"]:
            player.hear("state")
        else:
            player.play(player.moves[0])
    assert player.state["winner"] == 1


def test_a_damaged_table_is_told_to_the_log_once_and_the_match_goes_on(
    server: Server,
    page: Open,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("STACKYARD_TABLES", str(tmp_path))
    damaged = tmp_path / "silo-1.table"
    damaged.write_bytes(b"nothing")
    small = {"option-size": "4", "option-height": "1"}
    player = page(server, server.begin(first="me", second="perfect", **small))
    player.play("a")
    assert player.hear("said")["sentence"].startswith("The player perfect has solved the position")
    while player.state["ply"] < 2:
        player.hear("state")
    assert player.ask("hint", "hint")["move"] in player.moves
    told = [entry.getMessage() for entry in caplog.records if "table" in entry.getMessage()]
    problem = f"{damaged} is no table of this version of Stackyard"
    remedy = "`stackyard tables --remove silo-1` removes it"
    assert told == [f"a kept table is not used: {problem}; {remedy}"]


def test_there_is_no_advice_between_two_people_before_the_end(server: Server, page: Open) -> None:
    url = server.begin()
    first = page(server, url)
    for question in ({"kind": "hint"}, {"kind": "analyse", "ply": 0}):
        assert first.ask("error", **question)["sentence"].startswith("there is no advice")
    first.ask("state", "resign")
    assert first.ask("analysis", "analyse", ply=0)["candidates"]


@pytest.mark.nightly
@pytest.mark.usefixtures("players")
@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("sleepy", "no answer within 3 seconds"),
        ("deadly", "the worker process keeps crashing"),
        ("rude", "plugin extra (extra.py) failed in choose: RuntimeError: I will not"),
        ("wild", "it chose 'z9', and 'z9' is no move; name the column to move from, a to f"),
    ],
    ids=["sleepy", "deadly", "rude", "wild"],
)
def test_a_computer_player_that_cannot_move_stops_nobody_else(
    make_server: MakeServer, page: Open, spec: str, reason: str
) -> None:
    server = make_server(Limits(thinking=3.0))
    player = page(server, server.begin(second=spec))
    other = page(server, server.begin(second="me"))
    player.play("c")
    assert other.play("c")["ply"] == 1
    notice = player.hear("state")["notice"]
    begin = f"The computer player {spec} of plugin extra (extra.py) does not move: {reason}"
    assert notice.startswith(begin)
    assert notice.endswith(". You may take back a turn.")
    assert player.ask("state", "undo")["ply"] == 0


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that holds the number of a process as soon as a player thinks there."""
    monkeypatch.setenv("BEGUN", str(tmp_path / "begun"))
    return tmp_path / "begun"


def thinking_process(begun: Path) -> int:
    wait_until(lambda: begun.exists() and begun.read_text())
    return int(begun.read_text())


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize("spec", ["patient", "foreign"])
@pytest.mark.parametrize("way", ["undo", "resign", "leave"])
def test_a_player_whose_answer_is_no_longer_wanted_is_stopped_and_its_process_kept(
    server: Server, page: Open, begun: Path, spec: str, way: str
) -> None:
    url = server.begin(second=spec)
    player = page(server, url)
    player.play("c")
    process = thinking_process(begun)
    if way == "leave":
        player.leave()
    else:
        player.ask("state", way)
    wait_until(lambda: len(server.engine_workers._free) == WORKERS)
    assert process in [child.pid for child in active_children()]
    assert page(server, url).state["ply"] == (0 if way == "undo" else 1)


@pytest.mark.usefixtures("players")
def test_a_player_that_does_not_stop_is_ended(server: Server, page: Open, begun: Path) -> None:
    player = page(server, server.begin(second="sleepy"))
    player.play("c")
    process = thinking_process(begun)
    assert player.ask("state", "undo")["ply"] == 0
    wait_until(lambda: len(server.engine_workers._free) == WORKERS)
    assert process not in [child.pid for child in active_children()]
