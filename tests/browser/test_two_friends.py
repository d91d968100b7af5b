"""An evening of two friends: names, a whole match by a clock, a server that dies, a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard.records.archive import Archive

if TYPE_CHECKING:
    from tests.browser.conftest import NewPlayer, Player, Server

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOST = 60  # moves


def call_oneself(player: Player, name: str) -> None:
    player.page.click("summary:text-is('Name')")
    player.page.fill("#myname", name)
    player.page.keyboard.press("Enter")


@pytest.mark.nightly
def test_two_friends_play_an_evening_while_a_third_watches(
    new_player: NewPlayer, server: Server
) -> None:
    ada, bob, cleo = new_player(**DESK), new_player(**PHONE), new_player(**DESK)
    ada.begin("silo", second="friend", clock="3d/move", size="4", height="1")
    bob.join(ada)
    cleo.join(ada, "watch")
    ada.wait_for("3 d 0 h")
    call_oneself(ada, "Ada")
    call_oneself(bob, "Bob")
    cleo.wait_for("Ada · here")
    cleo.wait_for("Bob · here")
    for ply in range(MOST):
        mover, other = (ada, bob) if ply % 2 == 0 else (bob, ada)
        mover.page.wait_for_selector(".yours .hit.choice")
        assert other.cells().count() == 0
        mover.move(ply)
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
    results = {one.page.inner_text("#result") for one in (ada, bob, cleo)}
    assert len(results) == 1
    assert " wins: " in results.pop()
    record = Archive(server.archive).record(1)
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
