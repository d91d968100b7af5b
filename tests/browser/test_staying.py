"""What a person has half chosen stays chosen, whatever else the page is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import HABIT
from tests.conftest import first_in_check

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute
    from tests.browser.conftest import NewPlayer, Player, Server

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DROP = (
    "(() => { const Known = WebSocket; window.lines = [];"
    " window.WebSocket = class extends Known {"
    " constructor(...all) { super(...all); window.lines.push(this); } }; })()"
)


def friend_joins(host: Player, server: Server, new_player: NewPlayer) -> None:
    friend = new_player()
    friend.go("/mine")
    friend.page.evaluate("localStorage.setItem('stackyard-name', JSON.stringify('Ida'))")
    friend.join(host)
    host.wait_for("Ida")


def name_is_saved(host: Player, server: Server, new_player: NewPlayer) -> None:
    host.page.evaluate("document.getElementById('myname').value = 'Ada'")
    host.page.evaluate("document.getElementById('nameform').requestSubmit()")
    host.wait_for("Ada")


def network_comes_back(host: Player, server: Server, new_player: NewPlayer) -> None:
    host.page.context.set_offline(True)
    host.page.evaluate("for (const line of window.lines) line.close()")
    host.wait_for("The connection is lost")
    host.page.context.set_offline(False)
    host.page.wait_for_selector("#lost", state="hidden")


def server_restarts(host: Player, server: Server, new_player: NewPlayer) -> None:
    server.kill()
    host.wait_for("The connection is lost")
    server.start()
    host.page.wait_for_selector("#lost", state="hidden")


Cause = Callable[["Player", "Server", "NewPlayer"], None]
CAUSES: list[Cause] = [network_comes_back, server_restarts, friend_joins, name_is_saved]


def settle(player: Player) -> None:
    """Wait until the page has heard all that the server had to say."""
    player.page.wait_for_timeout(400)


def chosen(player: Player) -> list[str]:
    cells = player.page.evaluate(
        "() => [...document.querySelectorAll('.hit.selected, .hit.planned')]"
        ".map((hit) => hit.dataset.cell)"
    )
    return [str(cell) for cell in cells]


@pytest.mark.parametrize("cause", first_in_check(CAUSES), ids=lambda cause: cause.__name__)
def test_a_chosen_piece_and_its_move_stay(
    new_player: NewPlayer, server: Server, cause: Cause
) -> None:
    host = new_player(**PHONE)
    host.page.add_init_script(DROP)
    host.begin("silo", second="friend", size="4")
    page = host.page
    page.click(".yours .hit.choice >> nth=0")
    settle(host)
    piece = chosen(host)
    assert len(piece) == 1
    play = page.locator("#choices .primary")
    words = play.inner_text()
    cause(host, server, new_player)
    settle(host)
    assert chosen(host) == piece
    assert play.inner_text() == words
    assert page.locator(".boardbox.preview").count() == 1
    play.click()
    host.await_ply(1)


@pytest.mark.nightly
@pytest.mark.parametrize("cause", CAUSES, ids=lambda cause: cause.__name__)
def test_a_move_chosen_in_advance_stays(
    new_player: NewPlayer, server: Server, cause: Cause
) -> None:
    host = new_player(**PHONE)
    host.page.add_init_script(DROP)
    host.begin("silo", second="friend", size="4")
    host.move()
    host.page.wait_for_timeout(HABIT)  # an earlier click on the cell of the move is taken as stray
    host.page.click(".hit >> nth=0")
    host.page.wait_for_selector(".hit.selected")
    piece = chosen(host)
    cause(host, server, new_player)
    settle(host)
    assert chosen(host) == piece
    host.page.click("#choices .primary")
    host.wait_for("Chosen in advance")
    planned = chosen(host)
    host.page.evaluate("document.getElementById('nameform').requestSubmit()")
    settle(host)
    assert chosen(host) == planned


@pytest.mark.nightly
def test_an_answer_tried_beforehand_stays(new_player: NewPlayer, server: Server) -> None:
    host = new_player()
    host.begin("silo", second="friend", size="4")
    host.move()
    page = host.page
    page.click("#explore")
    for _ in range(2):  # a move of the other player, and an answer
        before = page.locator("#explored button").count()
        page.click(".yours .hit.choice >> nth=0")
        page.wait_for_function(
            "n => document.querySelectorAll('#explored button').length > n", arg=before
        )
    page.wait_for_selector(".yours .hit.choice")
    page.focus("#explored >> text=Play this answer automatically")
    server_restarts(host, server, new_player)
    settle(host)
    assert page.locator(".yours .hit.choice").count() > 0
    assert page.evaluate("document.activeElement.textContent") == "Play this answer automatically"
    page.click("#explored >> text=Play this answer automatically")
    host.wait_for("which are played for you")


@pytest.mark.nightly
def test_an_earlier_move_asked_for_before_the_loss_is_shown_when_the_page_is_back(
    player: Player, server: Server, new_player: NewPlayer
) -> None:
    player.page.add_init_script(DROP)
    player.begin("silo", size="4")
    for _ in range(2):
        player.move()
    player.page.evaluate("window.lines.at(-1).send = () => {}")  # it reaches nobody
    player.page.click("#moves button >> nth=0")
    network_comes_back(player, server, new_player)
    player.wait_for("After move 1 of 2")


@pytest.mark.nightly
def test_a_page_that_comes_back_knows_the_message_and_the_planned_answer_that_it_missed(
    new_player: NewPlayer, server: Server
) -> None:
    host, guest = new_player(), new_player()
    host.page.add_init_script(DROP)
    host.begin("silo", second="friend", size="4")
    guest.join(host)
    host.wait_for("here")
    host.move()
    guest.await_ply(1)
    page = host.page
    page.click("#explore")
    for number in (1, 2):
        page.click(".yours .hit.choice >> nth=0")
        page.wait_for_function(
            "n => document.querySelectorAll('#explored .row button').length >= n", arg=number
        )
        settle(host)
    page.click("text=Play this answer automatically")
    page.wait_for_selector("#plans >> text=Drop")
    page.context.set_offline(True)
    page.evaluate("for (const line of window.lines) line.close()")
    host.wait_for("The connection is lost")
    guest.move()  # the same: there is one cell to choose first
    guest.await_ply(3)
    guest.page.click("#chat summary")
    guest.page.fill("#chat input", "Well played")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector("#chat >> text=Well played")
    page.context.set_offline(False)
    page.wait_for_selector("#lost", state="hidden")
    host.await_ply(3)
    page.wait_for_selector("#chat summary:has-text('Messages (1 new)')")
    page.wait_for_selector("#plans", state="hidden")
    assert "there are none now" not in page.inner_text("body")


@pytest.mark.nightly
def test_a_page_that_loads_connects_once(new_player: NewPlayer) -> None:
    player = new_player()
    player.begin("silo")
    table = player.page.url
    sockets: list[str] = []
    # The answer to the first connection comes after the page is shown.
    player.page.route_web_socket("**/live?*", lambda socket: sockets.append(socket.url))
    player.page.goto(table, wait_until="load")
    player.page.wait_for_timeout(1000)
    assert len(sockets) == 1


@pytest.mark.nightly
def test_a_click_before_the_first_state_is_kept(new_player: NewPlayer) -> None:
    player = new_player()
    player.begin("silo")
    silent: list[WebSocketRoute] = []

    def answer(socket: WebSocketRoute) -> None:
        if silent:
            socket.connect_to_server()
        else:
            silent.append(socket)

    player.page.route_web_socket("**/live?*", answer)
    player.page.reload()
    player.page.click("#resign")
    player.page.click("#resign")
    assert player.page.inner_text("#resign") == "Resign"
    silent[0].close()
    player.wait_for("resigns")
