"""Terms and clocks, with a plugin that gives a number of seconds for the match."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from tests.plugins.web.conftest import wait_until

from stackyard_web.server.limits import Limits
from stackyard_web.tables import actions, clock, watches
from stackyard_web.tables.watches import end_timed_out_matches

if TYPE_CHECKING:
    from tests.plugins.web.conftest import MakeServer, Open, Server, UsePlugin

CLOCK = """
import time
from stackyard import OptionError, hookimpl
from stackyard.descriptions import PlayerKind, Term

def read(text):
    try:
        return str(float(text))
    except ValueError:
        raise OptionError("sandglass", text, "seconds", f"{text} is no number of seconds")

@hookimpl
def stackyard_register_terms(register):
    register(Term("sandglass", "Seconds for the match.", "300"), read)

@hookimpl
def stackyard_time_left(match, player):
    if "sandglass" not in match.terms:
        return None
    turns = [turn for turn in match.course.so_far if turn.player == player]
    return float(match.terms["sandglass"]) - sum(sum(turn.seconds) for turn in turns)

@hookimpl
def stackyard_turn_started(match):
    match.say(f"turn {len(match.turns)}")

class Patient:
    name = "patient"
    def __init__(self, game, seed): pass
    def choose(self, match):
        while not match.watch(0.5):
            time.sleep(0.01)
        return match.game.legal_texts(match.position)[-1]

@hookimpl
def stackyard_register_players(register):
    register(PlayerKind("patient", "Waits until it is told.", games=("silo",)), Patient)
"""


@pytest.fixture(autouse=True)
def _clock(use_plugin: UsePlugin) -> None:
    use_plugin(CLOCK)


def test_a_form_asks_for_each_term_and_the_match_keeps_it(server: Server, page: Open) -> None:
    form = server.client.get("/games/silo").text
    assert 'name="term-sandglass"' in form
    assert "Seconds for the match." in form
    url = server.begin(**{"term-sandglass": "60"})
    assert "sandglass 60.0" in server.client.get(url).text
    assert server.archive.record(1).terms == {"sandglass": "60.0"}
    assert server.client.get(f"{url}/export/json").json()["terms"] == {"sandglass": "60.0"}
    player = page(server, url)
    player.ask("state", "resign")
    player.ask("rematch", "rematch")
    assert server.archive.record(2).terms == {"sandglass": "60.0"}


@pytest.mark.parametrize(
    ("filled", "sentence"),
    [
        ({"term-sandglass": "soon"}, "Soon is no number of seconds"),
        ({"term-weather": "fine"}, "provides the term &#39;weather&#39;"),
    ],
)
def test_a_term_that_cannot_be_read_comes_back_with_a_sentence(
    server: Server, filled: dict[str, str], sentence: str
) -> None:
    answer = server.client.post("/games/silo", data=filled)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert list(server.archive.entries()) == []


def test_no_clock_runs_where_none_was_agreed(server: Server, page: Open) -> None:
    player = page(server, server.begin(second="me"))
    assert player.state["clocks"] == [None, None]


def test_the_clocks_run_as_soon_as_both_players_are_there(server: Server, page: Open) -> None:
    url = server.begin(**{"term-sandglass": "3000"})
    first = page(server, url)
    watcher = page(server, server.watching(url))
    for each in (first, watcher):
        assert (each.state["ticking"], each.state["clocks"]) == (False, [None, None])
    time.sleep(0.3)
    second = page(server, server.invitation(url))
    for each in (first, watcher):
        each.hear("state")
    for each in (first, second, watcher):
        left, other = each.state["clocks"]
        assert (each.state["ticking"], other) == (True, 3000)
        assert 2900 < left <= 3000
    time.sleep(0.2)
    left, other = first.play("c")["clocks"]
    assert 2900 < left <= 3000 - 0.2
    assert 2900 < other <= 3000


def test_a_move_before_the_other_player_is_there_takes_no_time(server: Server, page: Open) -> None:
    first = page(server, server.begin(**{"term-sandglass": "3000"}))
    time.sleep(2)
    assert not first.play("c")["ticking"]
    assert server.archive.record(1).turns[0].seconds[0] < 1.9


def test_the_match_ends_while_a_person_thinks(server: Server, page: Open) -> None:
    url = server.begin(second="me", **{"term-sandglass": "0.4"})
    player = page(server, url)
    watcher = page(server, server.watching(url))
    for each in (player, watcher):
        told = each.hear("state")
        assert (told["winner"], told["result"]) == (1, "Blue wins: the time of red is up")
    result = server.archive.record(1).result
    assert result is not None
    assert result.reason == "time"


def test_the_match_ends_while_nobody_looks(make_server: MakeServer, page: Open) -> None:
    server = make_server(Limits(finished=0.0, tables=1))
    player = page(server, server.begin(second="me", **{"term-sandglass": "0.5"}))
    player.leave()
    server.begin("splay")  # takes the place of tables that nobody uses
    wait_until(lambda: server.archive.record(1).result)


def test_a_move_that_comes_too_late_is_refused_and_the_end_is_shown(
    server: Server, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "LATE", 60.0)  # the clock of the table oversleeps
    url = server.begin(second="me", **{"term-sandglass": "0.2"})
    player, watcher = page(server, url), page(server, server.watching(url))
    time.sleep(0.3)
    assert player.play("c")["result"] == "Blue wins: the time of red is up"
    assert player.state["ply"] == 0
    assert player.hear("refusal")["rule"] == "match-over"
    assert watcher.hear("state")["winner"] == 1


def test_a_match_that_is_taken_up_again_has_the_time_that_was_left(
    make_server: MakeServer, page: Open
) -> None:
    before = make_server()
    url = before.begin(second="me", **{"term-sandglass": "3000"})
    player = page(before, url)
    time.sleep(0.3)
    left = player.play("c")["clocks"][0]
    assert left <= 3000 - 0.3
    again = page(make_server(), url)
    assert again.state["ticking"]
    assert again.state["clocks"][0] == pytest.approx(left, abs=0.01)


@pytest.mark.parametrize(("hours", "left"), [(1.0, 3600.0), (3.0, None)])
def test_a_long_time_runs_on_while_the_server_is_down(
    make_server: MakeServer,
    page: Open,
    monkeypatch: pytest.MonkeyPatch,
    hours: float,
    left: float | None,
) -> None:
    before = make_server()
    url = before.begin(**{"term-sandglass": "7200"})
    first = page(before, url)
    page(before, before.invitation(url))
    first.hear("state")  # the clock runs
    first.play("c")
    now = time.time() + 3600 * hours
    monkeypatch.setattr(actions, "time", SimpleNamespace(time=lambda: now))
    again = page(make_server(), url)
    if left is None:
        told = again.state if again.state["winner"] is not None else again.hear("state")
        assert told["result"] == "Red wins: the time of blue is up"
    else:
        assert again.state["ticking"]
        assert again.state["clocks"][1] == pytest.approx(left, abs=5)
        assert again.state["clocks"][0] == pytest.approx(7200, abs=5)


@pytest.mark.parametrize("down", [True, False])
def test_a_long_time_that_is_up_ends_the_match_though_nobody_looks(
    make_server: MakeServer, page: Open, monkeypatch: pytest.MonkeyPatch, down: bool
) -> None:
    """The server sees it when it starts, and from time to time."""
    server = make_server(Limits(tables=1))
    for _ in range(2):
        here = page(server, server.begin(second="me", **{"term-sandglass": "7200"}))
        here.play("c")
        here.leave()
    wait_until(lambda: server.begin("splay") and len([*server.app.state.tables]) == 1)

    def at(hours: float) -> list[bool]:
        """The ends of the two matches, according to the archive, some hours later: true if over."""
        now = time.time() + 3600 * hours
        for module in (actions, watches):
            monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: now))
        looked = (make_server() if down else server).client.portal
        assert looked is not None
        looked.call(end_timed_out_matches, server.app.state.tables)
        return [server.archive.record(number).result is not None for number in (1, 2)]

    assert at(1.9) == [False, False]
    wait_until(lambda: at(2.1) == [True, True])
    result = server.archive.record(1).result
    assert result is not None
    assert result.sentence == "the time of blue is up"


def test_a_match_with_a_long_time_leaves_the_memory_and_its_time_runs_on(
    make_server: MakeServer, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = make_server(Limits(tables=1))
    url = server.begin(second="me", **{"term-sandglass": "7200"})
    player = page(server, url)
    assert player.play("c")["ticking"]
    player.leave()
    wait_until(lambda: server.begin("splay") and len([*server.app.state.tables]) == 1)
    now = time.time() + 1800
    monkeypatch.setattr(actions, "time", SimpleNamespace(time=lambda: now))
    again = page(server, url)
    assert again.state["ticking"]
    assert again.state["clocks"][1] == pytest.approx(5400, abs=5)
    assert again.play(again.moves[0])["ply"] == 2


def test_a_time_that_runs_on_ends_with_a_turn_that_is_taken_back(
    make_server: MakeServer, page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = make_server()
    url = before.begin(second="me", **{"term-sandglass": "7200"})
    player = page(before, url)
    player.play("c")
    player.ask("state", "undo")
    now = time.time() + 1800
    monkeypatch.setattr(actions, "time", SimpleNamespace(time=lambda: now))
    again = page(make_server(), url)
    assert again.state["clocks"][0] == pytest.approx(5400, abs=5)
    assert again.play("c")["clocks"][1] == pytest.approx(7200, abs=5)


def test_a_turn_that_is_taken_back_gives_its_time_back(server: Server, page: Open) -> None:
    player = page(server, server.begin(second="me", **{"term-sandglass": "3000"}))
    time.sleep(2)
    player.play("c")
    player.ask("state", "undo")
    assert player.state["clocks"][0] > 3000 - 1.9


def test_a_computer_player_moves_before_its_time_is_up(make_server: MakeServer, page: Open) -> None:
    server = make_server(Limits(move_margin=58.0))
    player = page(server, server.begin(second="patient", **{"term-sandglass": "60"}))
    player.play("c")
    told = player.hear("state")
    assert (told["ply"], told["winner"]) == (2, None)
    assert 0 < told["clocks"][1] <= 58.5


def test_a_computer_player_thinks_on_while_its_clock_runs_and_nobody_looks(
    make_server: MakeServer, page: Open
) -> None:
    server = make_server(Limits(move_margin=58.0))
    player = page(server, server.begin(second="patient", **{"term-sandglass": "60"}))
    player.play("c")
    player.leave()
    wait_until(lambda: server.archive.record(1).plies == 2)


def test_what_a_plugin_says_is_told_on_the_page(server: Server, page: Open) -> None:
    player = page(server, server.begin(second="me"))
    assert player.hear("said")["sentence"] == "turn 0"
    player.play("c")
    assert player.hear("said")["sentence"] == "turn 1"
