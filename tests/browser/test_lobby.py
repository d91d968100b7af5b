"""The lobby in browsers: a seat is offered, taken, played, and counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from tests.browser.conftest import Server

if TYPE_CHECKING:
    from tests.browser.conftest import NewPlayer, Player

TRIES = 20
PHONE = {"width": 375, "height": 667}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("lobby") / "archive.sqlite3", "--lobby")
    yield started
    started.kill()


def enter(player: Player, name: str, words: str = "") -> None:
    """Come from the start page to the lobby, and take a name."""
    player.go("/")
    player.page.click("text=Lobby")
    player.page.fill("#myname", name)
    player.page.click("#nameform button")
    player.wait_for(words or f"You play as {name}.")


@pytest.mark.nightly
def test_strangers_meet_in_the_lobby_and_their_match_counts(new_player: NewPlayer) -> None:
    ada, bob = new_player(), new_player(viewport=PHONE, has_touch=True, is_mobile=True)
    enter(ada, "Ada")
    enter(bob, "Ada", "The name Ada belongs to another browser; choose another name.")
    bob.problems.clear()  # the browser notes the 422
    bob.wait_for("Nobody is waiting for a player now.")
    enter(bob, "Bob")
    ada.page.click("#main >> text=Silo")
    ada.page.click("button.large")
    ada.page.wait_for_selector(".board")
    bob.page.wait_for_selector("text=Play Silo as blue")
    bob.wait_for("against Ada")
    bob.page.click("text=Play Silo as blue")
    ada.wait_for("Bob · here")
    ada.move()
    bob.await_ply(1)
    bob.move()
    ada.await_ply(2)
    ada.page.click("#resign")
    ada.page.click("#resign")
    bob.page.wait_for_selector("#result", state="visible")
    for player, scheme in ((ada, "light"), (bob, "dark")):
        player.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        player.go("/lobby")
        player.wait_for("Red resigns")
        rated = player.page.locator("tbody tr")
        for _ in range(TRIES):  # on a busy machine rating takes too long, and is tried again
            if rated.count() < 2:
                player.go("/lobby")
        assert rated.count() == 2
        assert player.page.locator("tbody th").first.inner_text() == "Bob"
        found = Axe().run(player.page).response["violations"]
        assert [each["id"] for each in found if each["impact"] in {"serious", "critical"}] == []
        wide = "document.documentElement.scrollWidth <= window.innerWidth"
        assert player.page.evaluate(wide)
