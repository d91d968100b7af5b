"""The notification of a turn, delivered by DevTools in place of a push service."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Error

if TYPE_CHECKING:
    from tests.browser.conftest import NewPlayer, Server

pytestmark = pytest.mark.nightly

READY = "navigator.serviceWorker.register('/service_worker.js')"
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  const shown = await worker.getNotifications();
  return shown.map(({ title, body, data }) => [title, body, data]);
}"""


def test_a_message_of_the_push_service_is_shown(new_player: NewPlayer, server: Server) -> None:
    player = new_player(permissions=["notifications"])
    session = player.page.context.new_cdp_session(player.page)
    registered: list[Any] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registered.extend(event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    player.go("/")
    player.page.evaluate(f"() => {READY}.then(() => navigator.serviceWorker.ready).then(() => 1)")
    while not registered:
        player.page.wait_for_timeout(50)
    content = {"title": "Your turn – Silo", "body": "Red: move", "path": "/mine"}
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": server.url,
            "registrationId": registered[-1]["registrationId"],
            "data": json.dumps(content),
        },
    )
    player.page.wait_for_function(f"async () => (await ({SHOWN})()).length > 0")
    assert player.page.evaluate(SHOWN) == [[*content.values()]]


def test_notices_that_are_turned_off_end_the_subscription(new_player: NewPlayer) -> None:
    player = new_player(permissions=["notifications"])
    player.page.add_init_script(
        """PushManager.prototype.getSubscription = async () => ({
            unsubscribe: () => { document.title = "ended"; },
        });"""
    )
    player.begin("silo", second="friend")
    player.page.evaluate(f"() => {READY}.then(() => navigator.serviceWorker.ready).then(() => 1)")
    player.set("notify")
    player.page.wait_for_selector('#notify[aria-pressed="true"]')
    player.set("notify")
    player.page.wait_for_function("() => document.title === 'ended'")


def test_a_page_reloaded_without_a_network_is_a_table_again_when_there_is_one(
    new_player: NewPlayer,
) -> None:
    player = new_player()
    page = player.page
    player.begin("silo")
    table = page.url
    player.move()
    page.evaluate(f"() => {READY}.then(() => navigator.serviceWorker.ready).then(() => 1)")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.wait_for_selector(".yours .hit.choice")
    page.context.set_offline(True)
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):  # the browser's own page
        page.reload()
    page.context.set_offline(False)
    page.goto(table)
    page.wait_for_selector(".yours .hit.choice")
    assert player.ply == 1
    player.move()
    assert player.ply == 2
