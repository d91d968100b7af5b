from __future__ import annotations

from multiprocessing import active_children
from typing import TYPE_CHECKING, Any

import pytest

from stackyard.plugins.registry import load_game
from stackyard.records.reader import restore
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match
from stackyard_web.workers.calls import header_of
from stackyard_web.workers.player_cache import PlayerCache

if TYPE_CHECKING:
    from tests.plugins.web.conftest import Open, Page, Server, UsePlugin


CLOSING = """
from stackyard import hookimpl
from stackyard.descriptions import PlayerKind

closed = []

class Closing:
    name = "closing"
    def __init__(self, game, seed): pass
    def choose(self, match):
        return match.game.legal_texts(match.position)[0]
    def close(self):
        closed.append(self)

@hookimpl
def stackyard_register_players(register):
    register(PlayerKind("closing", "Notes that it is closed."), Closing)
"""


def answers(page: Page, number: int, which: int = 0) -> list[str]:
    """The computer's answers while a person plays the first move there is, or another."""
    told = []
    for _ in range(number):
        page.play(page.moves[which])
        while page.state["player"] == 1 and page.state["winner"] is None:
            page.hear("state")
        told.append(page.state["plies"][-1]["move"])
    return told


def in_one_process(match: Match, number: int, which: int = 0) -> list[str]:
    """The same, without a server."""
    told = []
    for _ in range(number):
        match.play(int(match.position.legal_moves()[which]))
        while match.course.player == 1 and match.result is None:
            match.step()
        assert match.course.last is not None
        told.append(match.course.last.text)
    return told


@pytest.fixture
def seed(monkeypatch: pytest.MonkeyPatch) -> int:
    """The seed of every match that is begun."""
    monkeypatch.setattr("stackyard_web.tables.tables.randbits", lambda bits: 7)
    return 7


def test_the_computer_goes_on_with_its_tree_from_move_to_move(
    server: Server, page: Open, seed: int
) -> None:
    player = page(server, server.begin("silo", second="level:5", **{"option-size": "6"}))
    match = Match(load_game("silo", size=6), ("human", "level:5"), seed=seed)
    assert answers(player, 6) == in_one_process(match, 6)


@pytest.mark.usefixtures("seed")
def test_after_an_undo_or_a_death_the_computer_plays_as_one_that_begins(
    server: Server, page: Open
) -> None:
    player = page(server, server.begin("silo", second="level:5", **{"option-size": "6"}))
    answers(player, 2)
    player.ask("state", "undo")
    fresh = restore(server.archive.record(1), ("human", "level:5"))
    assert answers(player, 2, -1) == in_one_process(fresh, 2, -1)
    for process in active_children():
        process.kill()
    fresh = restore(server.archive.record(1), ("human", "level:5"))
    assert answers(player, 2) == in_one_process(fresh, 2)


def moves_of(players: PlayerCache, match: Match, number: int) -> list[int | str]:
    """The choices of kept players for a match, which is played on with them."""
    told: list[int | str] = []
    for _ in range(number):
        course = match.course
        move = players.choose(header_of(match), course.moves, course.seconds, lambda: False).move
        assert move is not None
        told.append(move)
        match.play(move)
    return told


def test_players_of_more_matches_than_are_kept_begin_anew_and_are_closed() -> None:
    game = load_game("silo", size=6)

    def match(seed: int) -> Match:
        return Match(game, ("level:5", "level:5"), seed=seed, id=f"match {seed}")

    kept, fresh = PlayerCache(1), PlayerCache(1)
    first, alike = match(1), match(1)
    assert moves_of(kept, first, 3) == moves_of(fresh, alike, 3)
    moves_of(kept, match(2), 1)  # takes the place
    begun = restore(record_of(first), first.specs)
    assert moves_of(kept, first, 1) == [begun.ask()]


def test_a_player_that_is_no_longer_kept_is_closed(use_plugin: UsePlugin) -> None:
    use_plugin(CLOSING)
    from stackyard.plugins.registry import registry

    (provider,) = [one for one in registry().providers if one.name == "extra"]
    module: Any = provider.module
    closed: list[object] = module.closed
    kept, game = PlayerCache(2), load_game("silo")
    for number in range(4):
        moves_of(kept, Match(game, ("closing", "closing"), id=f"match {number}"), 1)
        assert len(closed) == 2 * max(0, number - 1)
