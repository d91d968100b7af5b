"""Seats that belong to people, and networks that are lost, in a browser."""

from __future__ import annotations

import select
import socket
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from tests.browser.conftest import NewPlayer, Player, Server

SEEN, BACK = 5.0, 1.0  # seconds in which a lost network is noticed, and one that is back is used
SLACK = 2.0  # of a machine that does other things as well


class Network:
    """The way to a server, on which nothing gets through while it is `lost`: nobody is told."""

    def __init__(self, port: int) -> None:
        self.server = port
        self.lost = False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                there = self._listening.accept()[0]
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(there,), daemon=True).start()

    def _pass_on(self, page: socket.socket) -> None:
        self._wait()
        server = socket.create_connection(("127.0.0.1", self.server))
        other = {page: server, server: page}
        while True:
            for end in select.select([page, server], [], [])[0]:
                self._wait()
                try:
                    data = end.recv(65536)
                    other[end].sendall(data)
                except OSError:
                    data = b""
                if not data:
                    page.close()
                    server.close()
                    return

    def _wait(self) -> None:
        while self.lost:
            time.sleep(0.01)

    def close(self) -> None:
        self.lost = False
        self._listening.close()


@pytest.fixture
def network(server: Server) -> Iterator[Network]:
    made = Network(server.port)
    yield made
    made.close()


def begin_across(network: Network, player: Player, second: str = "me") -> None:
    """Begin a match of Silo by a network that can be lost."""
    url, player.server.url = player.server.url, f"http://127.0.0.1:{network.port}"
    try:
        player.begin("silo", second=second)
    finally:
        player.server.url = url
    player.page.wait_for_selector(".yours .hit.choice")


def click_a_move(page: Page) -> None:
    page.locator(".yours .hit.choice").first.click()  # it has one way to go


def try_to_resign(page: Page) -> None:
    page.click("#resign")
    page.click("#resign")


@pytest.mark.nightly
def test_a_move_clicked_while_the_network_is_lost_is_kept_and_sent(
    new_player: NewPlayer, network: Network
) -> None:
    player = new_player()
    begin_across(network, player)
    network.lost, lost_at = True, time.monotonic()
    player.page.wait_for_selector("#lost", state="visible")
    assert time.monotonic() - lost_at < SEEN + SLACK
    click_a_move(player.page)
    player.wait_for("is kept, and sent when there is")
    try_to_resign(player.page)
    player.wait_for("There is no connection now. Do that again")
    network.lost, back_at = False, time.monotonic()
    player.page.wait_for_selector("#lost", state="hidden")
    assert time.monotonic() - back_at < BACK + SLACK
    player.await_ply(1)


@pytest.mark.nightly
def test_a_move_clicked_before_the_loss_is_seen_is_sent_again_only_if_it_was_not_played(
    new_player: NewPlayer, network: Network
) -> None:
    player = new_player()
    begin_across(network, player)
    network.lost = True
    click_a_move(player.page)
    player.wait_for("may not have arrived. It is sent again")
    network.lost = False
    player.await_ply(1)
    player.page.wait_for_timeout(500)
    assert player.ply == 1


@pytest.mark.nightly
def test_a_third_browser_with_the_guest_s_link_watches_and_may_be_handed_the_seat(
    new_player: NewPlayer,
) -> None:
    host, guest, third = new_player(), new_player(), new_player()
    host.begin("silo", second="friend")
    invitation = host.page.input_value("#invitelink")
    guest.join(host)
    host.wait_for("here")
    third.page.goto(invitation)
    third.wait_for("This seat is played in another browser")
    host.wait_for("Another browser has opened the link of blue")
    guest.wait_for("Another browser has opened the link of blue")
    assert third.page.locator("#resign").count() == 0
    host.move()
    third.await_ply(1)
    assert third.cells().count() == 0
    third.page.click("text=Ask for the seat")
    guest.page.click("text=Hand it over")
    guest.wait_for("you are watching")
    third.page.wait_for_selector(".yours .hit.choice")
    third.move()
    guest.await_ply(2)


def test_a_code_opens_the_seat_on_another_device_and_both_sides_see_that(
    new_player: NewPlayer,
) -> None:
    host, guest, phone = new_player(), new_player(), new_player()
    host.begin("silo", second="friend")
    guest.join(host)
    guest.page.click("text=Your seat")
    guest.page.click("text=Show the code")
    link = guest.page.input_value("input[aria-label='Link with the code']")
    assert "works only on this machine" in guest.page.inner_text("#seatbox")
    guest.page.evaluate("document.getElementById('seatbox').dataset.base = 'http://192.0.2.2'")
    guest.page.click("text=Show the code")
    guest.wait_for("This link contains it:")
    there = guest.page.input_value("input[aria-label='Link with the code']")
    assert there == link.replace(guest.server.url, "http://192.0.2.2")
    phone.page.goto(link)
    for player in (host, guest, phone):
        player.wait_for("open in 2 places")
    assert "#" not in phone.page.url
    host.move()
    phone.page.wait_for_selector(".yours .hit.choice")
    phone.page.reload()
    phone.page.wait_for_selector(".yours .hit.choice")
    stranger = new_player()
    stranger.page.goto(f"{link.partition('#')[0]}#code=AAAAA-AAAAA")
    stranger.wait_for("so you are watching")
    stranger.wait_for("This is not the code of this seat")
    assert stranger.page.locator("#seatcode").count() == 1


@pytest.mark.nightly
def test_a_kept_move_is_not_asked_for_again(new_player: NewPlayer, network: Network) -> None:
    player = new_player(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    begin_across(network, player)
    network.lost = True
    player.page.wait_for_selector("#lost", state="visible")
    click_a_move(player.page)
    player.page.wait_for_selector("#choices .primary")
    assert "Do that again" not in player.page.inner_text("#refusal")
    player.page.click("#choices .primary")
    player.wait_for("is kept, and sent when there is")
    try_to_resign(player.page)
    assert "is kept" in player.page.inner_text("#refusal")
    network.lost = False
    player.await_ply(1)


@pytest.mark.nightly
def test_a_dead_line_is_told_within_seconds(new_player: NewPlayer, network: Network) -> None:
    host, guest = new_player(), new_player()
    begin_across(network, host, "friend")
    link = host.page.input_value("#invitelink")
    guest.page.goto(link.replace(f":{network.port}/", f":{host.server.port}/"))
    guest.wait_for("here")
    network.lost, lost_at = True, time.monotonic()
    guest.wait_for("connection lost")
    assert time.monotonic() - lost_at < SEEN + SLACK
    network.lost = False
    host.page.wait_for_selector("#lost", state="hidden")
    guest.page.wait_for_function("() => !document.body.innerText.includes('connection lost')")


def test_a_move_chosen_in_advance_is_played_when_it_is_legal_and_dropped_when_not(
    new_player: NewPlayer,
) -> None:
    host, guest = new_player(), new_player()
    host.begin("silo", second="friend")
    guest.join(host)
    host.wait_for("here")
    guest.page.click(".hit[data-cell='1']")  # column b goes to a in one step
    guest.wait_for("Chosen in advance: b.")
    host.move()
    host.await_ply(2)
    assert host.page.locator("#moves button").nth(1).inner_text() == "b"
    guest.page.fill("#typedmove", "zz")
    guest.page.click("#typed button")
    guest.wait_for("Chosen in advance: zz.")
    host.page.wait_for_selector(".yours .hit.choice")
    host.move()
    guest.wait_for("Your move zz, chosen in advance, is dropped")
    assert guest.ply == 3


@pytest.mark.nightly
def test_a_move_typed_in_advance_in_another_spelling_is_played(new_player: NewPlayer) -> None:
    """With a hyphen or without, as the game reads it."""
    host, guest = new_player(), new_player()
    position = quote("w,r/2,r,1/w,r,w,1/2 w 0,0 move")
    host.go(f"/games/pit_of_pillars?second=friend&option-size=4&position={position}")
    host.page.click("button.large")
    guest.join(host)
    for player, move in ((guest, "b2b3"), (host, "a2a3")):
        player.page.fill("#typedmove", move)
        player.page.click("#typed button")
        guest.wait_for("Chosen in advance: b2b3.")
    host.await_ply(2)
    assert host.page.locator("#moves button").nth(1).inner_text() == "b2-b3"


def test_a_conditional_move_is_played_with_the_page_closed(new_player: NewPlayer) -> None:
    host, guest = new_player(), new_player()
    host.begin("silo", second="friend", clock="3d/move")
    guest.join(host)
    host.wait_for("here")
    guest.page.click("#explore")
    first = guest.cells().first.get_attribute("data-cell")
    for _ in range(2):
        guest.page.wait_for_selector(".yours .hit.choice")
        before = guest.page.locator("#prompt").text_content()  # it names the player to move
        guest.cells().first.click()
        guest.page.wait_for_function(
            "words => document.getElementById('prompt').textContent !== words", arg=before
        )
    guest.page.click("text=Play this answer automatically")
    guest.page.wait_for_selector("#plans >> text=Drop")
    guest.page.goto("about:blank")
    host.page.click(f".hit[data-cell='{first}']")
    host.await_ply(2)
