"""An evening of two friends: names, a whole match by a clock, a server that dies, a rematch."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from stackyard.records.archive import Archive

if TYPE_CHECKING:
    from tests.browser.conftest import NewPlayer, Player, Server

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL = {"silo": {"size": "4", "height": "1"}, "pit_of_pillars": {"size": "4"}}
SEED = 1
MOST = 400  # moves between people who do not think


def call_oneself(player: Player, name: str) -> None:
    player.page.click("summary:text-is('Name')")
    player.page.fill("#myname", name)
    player.page.keyboard.press("Enter")


def to_move(players: tuple[Player, Player]) -> tuple[Player, Player]:
    """The player whose turn it is, and the other; a turn of Pit of Pillars may have two moves."""
    host = players[0].page
    host.wait_for_selector(".moving", state="detached")
    host.wait_for_selector("#own.acting, #rival.acting")
    return players if host.locator("#own.acting").count() else (players[1], players[0])


@pytest.mark.nightly
@pytest.mark.parametrize("game", SMALL)
def test_two_friends_play_an_evening_while_a_third_watches(
    new_player: NewPlayer, server: Server, game: str
) -> None:
    ada, bob, cleo = new_player(**DESK), new_player(**PHONE), new_player(**DESK)
    ada.begin(game, second="friend", clock="3d/move", **SMALL[game])
    bob.join(ada)
    cleo.join(ada, "watch")
    ada.wait_for("3 d 0 h")
    call_oneself(ada, "Ada")
    call_oneself(bob, "Bob")
    cleo.wait_for("Ada · here")
    cleo.wait_for("Bob · here")
    dice = Random(SEED)  # the same moves again and again would be a draw
    for ply in range(MOST):
        mover, other = to_move((ada, bob))
        mover.page.wait_for_selector(".yours .hit.choice")
        assert other.cells().count() == 0
        mover.move(dice.randrange(100))
        for one in (ada, bob, cleo):
            one.await_ply(ply + 1)
        if mover.is_over:
            break
        if ply == 2:
            server.kill()
            cleo.wait_for("The connection is lost")
            server.start()
            for one in (ada, bob, cleo):
                one.page.wait_for_selector("#lost", state="hidden")
        elif ply == 4:
            bob.page.reload()
            bob.page.wait_for_selector(".board")
    for one in (ada, bob, cleo):
        one.page.wait_for_selector("#result", state="visible")
    results = {one.page.inner_text("#result") for one in (ada, bob, cleo)}
    assert len(results) == 1
    assert " wins: " in results.pop()
    archive = Archive(server.archive)
    [number] = archive.numbers(game)
    record = archive.record(number)
    assert [seat.name for seat in record.players] == ["Ada", "Bob"]
    assert record.plies == ada.ply
    assert record.result is not None

    table = ada.page.url
    ada.page.click("#rematch")
    ada.page.wait_for_url(lambda url: url != table)
    bob.page.click("text=Play again")
    bob.page.wait_for_selector(".yours .hit.choice")  # colours are changed, so it begins
    bob.wait_for("Bob · you")
    bob.move()
    ada.page.wait_for_selector(".yours .hit.choice")
    ada.page.go_back()
    ada.page.wait_for_selector("#result", state="visible")
