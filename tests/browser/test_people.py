"""What people at a table are told of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.browser.conftest import NewPlayer, Player


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("people") / "archive.sqlite3", "--lobby")
    yield started
    started.kill()


def two(new_player: NewPlayer, game: str = "silo") -> tuple[Player, Player]:
    host, guest = new_player(), new_player()
    host.begin(game, second="friend")
    guest.join(host)
    host.wait_for("here")
    return host, guest


def test_a_declined_offer_is_shown_and_spoken(new_player: NewPlayer) -> None:
    host, guest = two(new_player, "splay")
    host.page.dblclick("#draw")  # the second click confirms
    guest.page.click("text=Decline")
    host.wait_for("Black declines the draw.")
    assert host.page.inner_text("[role=status]#said") == "Black declines the draw."
    assert host.page.get_attribute("#draw", "aria-disabled") == "true"
    host.page.click("#draw", force=True)
    host.wait_for("Play a turn before you offer a draw again.")
    host.move()
    guest.await_ply(1)
    host.page.click("#undo")
    guest.page.click("text=Decline")
    host.wait_for("Black declines to take back the turn.")


def test_a_draw_and_a_takeback_are_asked_for_at_once(new_player: NewPlayer) -> None:
    host, guest = two(new_player, "splay")
    host.move()
    guest.await_ply(1)
    host.page.dblclick("#draw")
    guest.page.wait_for_selector("text=offers a draw.")
    host.page.click("#undo")
    guest.wait_for("White asks to take back the last turn.")
    host.wait_for("You ask to take back your last turn.")
    guest.page.click("text=Decline >> nth=0")
    host.wait_for("Black declines the draw.")
    guest.page.click("text=Accept")
    host.page.wait_for_function("() => !document.querySelector('#moves button')")


def test_the_other_at_one_screen_is_asked_for_a_draw(player: Player) -> None:
    player.begin("splay")
    player.move()
    player.page.click("#draw")
    player.wait_for("Black offers a draw. White, do you agree?")
    player.page.click("text=Decline")
    assert player.page.locator("#offer").is_hidden()
    assert not player.is_over
    player.page.click("#draw")
    player.page.click("text=Accept")
    player.page.wait_for_selector("#result", state="visible")
    assert "draw" in player.page.inner_text("#result").lower()


@pytest.mark.nightly
def test_a_withdrawn_offer_is_not_called_declined(new_player: NewPlayer) -> None:
    host, guest = two(new_player, "splay")
    host.page.dblclick("#draw")  # the second click confirms
    guest.page.wait_for_selector("text=Accept")
    tab = host.page.context.new_page()
    tab.goto(host.page.url)
    tab.wait_for_selector("text=You offer a draw.")
    host.page.click("text=Withdraw")
    guest.page.wait_for_selector("text=Accept", state="hidden")
    tab.wait_for_selector("text=You offer a draw.", state="hidden")
    for page in (host.page, tab):
        assert "declines" not in page.inner_text("body")


def test_who_has_closed_the_page_is_away(new_player: NewPlayer) -> None:
    host, guest = two(new_player)
    guest.page.close()
    host.wait_for("away")
    assert host.page.locator("#invite").is_hidden()


@pytest.mark.nightly
def test_a_player_without_a_name_is_asked_for_one_once(new_player: NewPlayer) -> None:
    host, guest = two(new_player)
    assert not guest.page.locator("#asked").is_visible()
    host.move()
    guest.await_ply(1)
    guest.move()
    guest.page.fill("#askedname", "Bea")
    guest.page.keyboard.press("Enter")
    host.wait_for("Bea · here")
    host.page.click("#unnamed")
    assert not guest.page.locator("#asked").is_visible()
    host.begin("silo", second="friend")
    host.move()
    assert not host.page.locator("#asked").is_visible()


@pytest.mark.nightly
def test_the_lobby_says_at_once_that_a_name_is_taken(new_player: NewPlayer) -> None:
    first, second = new_player(), new_player()
    for player, words in (
        (first, "You play as Cai."),
        (second, "The name Cai belongs to another browser; choose another name."),
    ):
        player.go("/")
        player.page.click("nav >> text=Lobby")
        player.page.fill("#myname", "Cai")
        player.page.click("#nameform button")
        player.wait_for(words)
    second.problems.clear()  # the browser notes the 422
    first.go("/games/silo?second=friend&lobby=1")
    first.page.click("#begin")
    first.wait_for("The seat is offered in the lobby, too.")
    second.join(first)
    for name in ("Cai", "Dora"):  # the first is refused, and the question stays
        second.page.wait_for_selector("#askedname", state="visible")
        second.page.fill("#askedname", name)
        second.page.keyboard.press("Enter")
        if name == "Cai":
            second.wait_for("The name Cai belongs to another browser")
    first.wait_for("Dora · here")
    first.page.click("#resign")
    first.page.click("#resign")
    first.page.wait_for_selector("#ending >> text=Lobby")
