"""Looking beyond the match: moves tried out, analyses, hints, the graph, the list of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.browser.test_screens import is_seen

if TYPE_CHECKING:
    from tests.browser.conftest import NewPlayer, Player

pytestmark = pytest.mark.nightly


def variations(player: Player) -> list[str]:
    return player.page.locator(".variations li").all_inner_texts()


def try_move(player: Player, number: int = 0) -> None:
    """Click the way of a move on the analysis board."""
    page = player.page
    before = (
        page.inner_text("#explored .variations [aria-current=true]") if variations(player) else ""
    )
    player.cells().nth(number).click()
    if player.cells("target").count():
        player.cells("target").first.click()
    page.wait_for_function(
        "before => document.querySelector('.variations [aria-current=true]')?.innerText !== before",
        arg=before,
    )


def test_moves_are_tried_in_variations_while_the_match_stays_as_it_is(
    new_player: NewPlayer,
) -> None:
    first, second = new_player(), new_player()
    first.begin("slicron", second="friend", side="3")
    second.join(first)
    second.page.click("#explore")  # also while it is the other's turn
    second.wait_for("Trying moves – black: place a stone")
    try_move(second)
    second.wait_for("Trying moves – white: place a stone")
    try_move(second, 1)
    second.page.click("#back")
    second.wait_for("Trying moves – white: place a stone")
    try_move(second, 2)
    assert len(variations(second)) == 2
    assert variations(second)[1].startswith("after move 1: ")
    first.move()
    second.await_ply(1)
    assert second.page.locator(".variations button").count() == 3
    second.page.click("text=Back to the match")
    second.wait_for("Your turn: place a stone")
    assert second.page.locator(".board .piece:not(.moving *)").count() == 1
    second.move()
    first.await_ply(2)


@pytest.mark.both
def test_a_match_that_is_over_is_explored_from_where_one_looks(player: Player) -> None:
    player.begin("silo")
    player.move()
    player.move()
    player.page.click("#resign")
    player.page.click("#resign")
    player.page.wait_for_selector("#result")
    player.page.click("#moves button >> nth=0")
    player.wait_for("After move 1 of 2")
    player.page.click("#explore")
    player.wait_for("Trying moves after move 1")
    try_move(player)
    player.page.click("#analysisbox summary")
    player.page.click("#analyse")
    player.page.wait_for_selector("#analysis .balance")
    assert "After move 1 and " in player.page.inner_text("#analysis")
    player.page.focus("#settings")
    player.tab.keyboard.press("ArrowLeft")
    player.page.wait_for_selector("#analysis.stale")


@pytest.mark.both
def test_a_hint_says_how_sure_it_is_and_goes_when_a_move_is_made(player: Player) -> None:
    player.begin("silo")
    player.page.click("#hint")
    player.wait_for("Hint: ")
    words = player.page.inner_text("#reasons p")
    assert words.count(".") >= 2  # its worth, and what that rests on
    assert player.page.locator(".hinted").count() == 2
    player.move()
    assert player.page.is_hidden("#reasons")
    assert player.page.locator(".hinted").count() == 0


def test_a_hint_that_is_refused_waits_for_nothing(player: Player) -> None:
    player.begin("silo")
    player.page.click("#analysisbox summary")
    player.page.click("#analyse")
    player.page.click("#hint")
    player.wait_for("last analysis is still running")
    player.page.wait_for_selector("#reasons", state="hidden")
    player.page.wait_for_selector("#analysis .balance")


def test_the_line_of_a_hint_is_walked_on_the_board(player: Player) -> None:
    player.begin("silo", size="4", height="1")  # proven, so that the line goes on to the end
    page = player.page
    page.click("#hint")
    page.click("#reasons button")
    page.wait_for_selector("#board.tried")
    page.wait_for_selector(".variations button >> nth=1")
    assert is_seen(player, "#explored >> text=Back to the match")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.variations button')]"
        ".findIndex(each => each.getAttribute('aria-current') === 'true') === 1"
    )
    assert page.is_hidden("#reasons")


@pytest.mark.both
def test_moves_stand_in_two_columns_and_say_their_words(player: Player) -> None:
    player.begin("slicron", second="me")
    for number in range(3):
        player.move(3 * number)
    lines = player.page.locator("#moves li")
    assert lines.count() == 2
    assert lines.nth(0).locator("button").count() == 2
    assert "black places a stone on" in (
        lines.nth(0).locator("button >> nth=0").get_attribute("title") or ""
    )
    heights = lines.evaluate_all("all => all.map(line => line.getBoundingClientRect().height)")
    assert max(heights) < 45  # no move is wrapped
