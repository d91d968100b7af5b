"""Variations on the replay page: by mouse, by keyboard, and heard."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from stackyard import Match, load_game, record_of
from stackyard.records.format import Variation, decode, encode

if TYPE_CHECKING:
    from tests.browser.conftest import Player

pytestmark = pytest.mark.nightly


@pytest.fixture
def open_record(player: Player) -> Any:
    """Open the record of a match of four moves of Silo, with these fields, on the page."""

    def open_record(**fields: Any) -> None:
        match = Match(load_game("silo", size=4, height=1))
        for move in "adbc":
            match.play(move)
        record = json.loads(encode(record_of(match))) | fields
        file = {
            "name": "match.json",
            "mimeType": "application/json",
            "buffer": json.dumps(record).encode(),
        }
        player.go("/replay")
        player.page.set_input_files("#file", file)  # type: ignore[arg-type]

    return open_record


def press(player: Player, *keys: str) -> None:
    for key in keys:
        player.page.keyboard.press(key)


def at(player: Player, place: str) -> None:
    """Wait until the page shows a place."""
    player.page.wait_for_selector(f"#status:has-text('{place} ')")


def choose(player: Player, cell: int) -> None:
    """Choose the only move from a cell by Enter, twice."""
    player.page.focus(f"#board .hit[data-cell='{cell}']")
    press(player, "Enter", "Enter")


def saved(player: Player) -> tuple[Variation, ...]:
    """The variations of the record that is downloaded."""
    with player.page.expect_download() as download:
        player.page.click("#save")
    return decode(download.value.path().read_bytes()).variations


def test_keys_lead_into_a_variation_and_back_and_it_is_spoken(
    player: Player, open_record: Any
) -> None:
    open_record(variations=[{"ply": 1, "moves": ["b", "c"], "comments": ["bolder"]}])
    at(player, "Move 0 of 4")
    press(player, "ArrowRight")
    at(player, "Move 1 of 4")
    press(player, "ArrowDown")
    at(player, "Variation, move 2 of 3")
    assert player.page.inner_text("#note") == "bolder"
    press(player, "ArrowRight")
    at(player, "Variation, move 3 of 3")
    press(player, "ArrowUp")
    at(player, "Move 1 of 4")
    heard = " ".join(player.page.inner_text("#speech").split())
    assert "Move 1 of 4. red moves a checker from a to b. A variation begins here." in heard
    assert "Variation, move 2 of 3. blue moves 2 checkers from b to a" in heard
    assert "bolder" in heard
    player.page.click("#variations button:text-is('c')")
    at(player, "Variation, move 3 of 3")
    current = player.page.locator("#variations [aria-current=true]")
    assert current.get_attribute("aria-label") == "move 3: c"
    press(player, "ArrowLeft", "ArrowLeft")
    at(player, "Move 1 of 4")
    press(player, "ArrowLeft", "ArrowRight", "ArrowDown", "ArrowRight")  # without waiting
    at(player, "Variation, move 3 of 3")


def test_a_variation_is_added_by_keyboard_alone_commented_promoted_and_deleted(
    player: Player, open_record: Any
) -> None:
    open_record()
    page = player.page
    at(player, "Move 0 of 4")
    press(player, "ArrowRight")
    at(player, "Move 1 of 4")
    page.focus("#add")
    press(player, "Enter")
    choose(player, 1)
    at(player, "Variation, move 2 of 2")
    choose(player, 2)
    at(player, "Variation, move 3 of 3")
    page.focus("#text")
    page.keyboard.type("a <b>remark</b>")
    page.focus("#comment-on")
    press(player, "Enter")
    page.wait_for_selector("#note:text-is('a <b>remark</b>')")
    assert saved(player) == (Variation(1, ("b", "c"), ("", "a <b>remark</b>")),)
    page.focus("#back")
    press(player, "Enter")
    at(player, "Variation, move 2 of 3")
    choose(player, 0)
    page.wait_for_selector("#variations li:nth-child(2)")
    page.focus("#promote")
    press(player, "Enter")
    page.wait_for_function(
        "() => document.querySelector('#variations li')?.textContent.includes('ba')"
    )
    assert [each.moves for each in saved(player)] == [("b", "a")]
    page.focus("#delete")
    press(player, "Enter")
    at(player, "Variation, move 2 of 3")
    press(player, "Enter")
    at(player, "Move 1 of 4")
    assert saved(player) == ()


def test_a_button_that_leads_nowhere_is_not_seen_and_keeps_its_room(
    player: Player, open_record: Any
) -> None:
    open_record(variations=[{"ply": 1, "moves": ["b", "c"], "comments": [""]}])
    at(player, "Move 0 of 4")
    room = player.page.locator("#add").bounding_box()
    for name in ("into", "out", "promote", "delete"):
        assert player.page.is_hidden(f"#{name}")
    press(player, "ArrowRight")
    at(player, "Move 1 of 4")
    press(player, "ArrowDown")
    player.page.wait_for_selector("#out")
    assert player.page.locator("#add").bounding_box() == room
    assert player.page.locator("button:disabled").count() == 0


def test_a_click_on_the_board_adds_nothing_unless_that_is_wanted(
    player: Player, open_record: Any
) -> None:
    open_record()
    at(player, "Move 0 of 4")
    player.page.click("#board .hit[data-cell='2']")
    at(player, "Move 0 of 4")
    assert saved(player) == ()
    player.page.click("#add")
    player.page.click("#board .hit[data-cell='1']")
    player.wait_for("That is no legal move here.")
    for _ in range(2):
        player.page.click("#board .hit[data-cell='2']")
    at(player, "Variation, move 1 of 1")
    assert saved(player) == (Variation(0, ("c",)),)


def test_an_illegal_variation_is_refused_and_the_first_of_a_match_stays_beside_it(
    player: Player, open_record: Any
) -> None:
    open_record(variations=[{"ply": 1, "moves": ["b", "b"]}])
    player.wait_for("Move 3, b, of the variation that leaves after move 1: column b")
    open_record(variations=[{"ply": 1, "moves": ["b"]}])
    at(player, "Move 0 of 4")
    player.page.click("#variations button")
    at(player, "Variation, move 2 of 2")
    player.page.click("#promote")
    player.wait_for("the match's own moves stay as played")
    player.problems.clear()  # the browser notes the 422
