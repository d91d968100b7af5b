"""A game by letter: each player opens a link, moves, and sends the next link."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard_notations.game_link import course_of
from stackyard_web.server.qr import svg

if TYPE_CHECKING:
    from tests.browser.conftest import NewPlayer, Player


def sent(player: Player) -> str:
    """The link that a player sends after a move."""
    player.page.wait_for_selector("#send:not([hidden])")
    return player.page.input_value("#letter")


@pytest.mark.both
def test_a_game_goes_by_letters_to_its_end(new_player: NewPlayer) -> None:
    one, other = new_player(), new_player()
    one.go("/games/silo")
    one.page.click("summary")
    one.page.select_option("#option-size", "4")
    one.page.select_option("#option-height", "1")
    one.page.click('button[value="letter"]')
    one.page.wait_for_selector(".board")
    link, ply = "", 0
    while True:
        mover = (one, other)[ply % 2]
        if link:
            mover.open(link)
            mover.page.wait_for_selector(".board")
            assert mover.ply == ply
        assert mover.page.locator("#send").is_hidden()
        mover.move()
        ply += 1
        link = sent(mover)
        course = course_of(link)
        assert course.ply == ply
        if course.result is not None:
            break
        assert mover.cells().count() == 0  # the other moves next
    assert " wins: " in mover.page.locator("#prompt").inner_text()


@pytest.mark.both
def test_a_move_can_be_taken_back_and_the_game_looked_through(player: Player) -> None:
    player.go("/letter#silo,B-FzCE")
    player.page.wait_for_selector(".board")
    player.page.click("#back")
    player.wait_for("Move 1 of 2")
    player.page.click("#end")
    player.move()
    first = sent(player)
    player.page.click("#undo")
    player.page.wait_for_selector("#send", state="hidden")
    player.move(1)
    assert sent(player) != first
    assert player.tab.url == sent(player)


def test_a_page_that_is_loaded_again_after_a_move_still_has_its_link(player: Player) -> None:
    player.go("/letter#silo,B-FzCE")
    player.page.wait_for_selector(".board")
    player.move()
    link = sent(player)
    player.tab.reload()
    assert sent(player) == link
    assert player.page.locator("#undo").is_visible()
    assert player.cells().count() == 0  # the other moves next


@pytest.mark.both
def test_the_code_to_scan_is_drawn(player: Player) -> None:
    player.go("/letter#silo,B-FzCE")
    player.page.wait_for_selector(".board")
    player.move()
    sent(player)
    with player.tab.expect_response("**/letter/qr.svg?*") as drawn:
        player.page.click("#send summary")
    assert drawn.value.ok
    assert drawn.value.text() == svg(player.tab.url)


@pytest.mark.both
def test_a_link_from_elsewhere_is_pasted_and_a_damaged_one_told(player: Player) -> None:
    player.go("/letter")
    player.page.fill("#pasted", "https://example.org/x/#/letter/silo,B-FzC")
    player.page.press("#pasted", "Enter")
    player.wait_for("This link is cut short or mistyped: copy it whole, or ask for it again.")
    player.problems.clear()  # the browser notes the 422
    player.page.fill("#pasted", "stackyard play silo,B-FzCE")
    player.page.press("#pasted", "Enter")
    player.page.wait_for_selector(".board")
    assert player.ply == 2
    assert player.page.locator("#error").is_hidden()


@pytest.mark.nightly
def test_a_move_is_shared_where_the_browser_can(player: Player) -> None:
    player.tab.add_init_script("navigator.share = async (told) => { window.shared = told; }")
    player.go("/letter#silo,B-FzCE")
    player.page.wait_for_selector(".board")
    player.move()
    link = sent(player)
    player.page.click("#share")
    assert player.page.evaluate("shared.url") == link


def test_a_table_goes_on_by_letter(player: Player) -> None:
    player.begin("silo", size="4", height="1")
    player.move()
    player.page.click("#sharebox summary")
    with player.page.expect_popup() as opened:
        player.page.click("text=Go on by letter")
    opened.value.wait_for_selector(".board")
    assert opened.value.locator("#moves button").count() == 1
