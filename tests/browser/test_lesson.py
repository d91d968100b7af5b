"""Each lesson from its first step to the won game, in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import HABIT
from tests.conftest import first_in_check

from stackyard.plugins.registry import load_game
from stackyard_coach.lesson import lesson_of

if TYPE_CHECKING:
    from tests.browser.conftest import Player

SEEN = """id => {
    const { top, bottom } = document.getElementById(id).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight + 1;
}"""
GAMES = ("silo", "filo", "slicron", "pit_of_pillars", "splay")


def make(player: Player, move: str) -> None:
    """Make a move by its button or its cells; the cell where it ends may be left to the page."""
    page = player.page
    page.wait_for_selector("#board:not([aria-busy])")
    button = page.locator(f'#choices button[data-move="{move}"]')
    if not button.count():
        page.wait_for_timeout(HABIT)  # a click at once would belong to the move before
        labels = "hits => hits.map((hit) => hit.getAttribute('aria-label').split(/[, ]/)[0])"
        names = page.locator(".hit").evaluate_all(labels)
        for name in filter(None, move.lstrip("px").rstrip("*").split("-")):
            page.locator(".hit").nth(names.index(name)).click()
    if button.count():
        button.click()
    elif page.locator(".chosen .hit.target").count():
        page.locator(".chosen .hit.target").first.click()


@pytest.mark.both
@pytest.mark.parametrize("game", first_in_check(GAMES))
def test_a_lesson_is_learned_from_the_first_page_to_a_won_game(player: Player, game: str) -> None:
    lesson = lesson_of(load_game(game))
    assert lesson is not None
    player.go("/")
    player.page.click(f'a[href$="/games/{game}/lesson"]')
    for number, step in enumerate(lesson.steps):
        player.wait_for(f"Step {number + 1} of {len(lesson.steps)}: {step.title}")
        player.page.wait_for_selector("#board:not([aria-busy])")
        for move in step.way:
            with player.tab.expect_response("**/lesson"):
                make(player, move)
            player.page.wait_for_selector("#board:not([aria-busy])")
        player.page.wait_for_selector("#told.good")
        on = "next" if number + 1 < len(lesson.steps) else "play"
        player.page.wait_for_function(SEEN, arg=on)
        assert player.page.evaluate(SEEN, "board")  # it has not moved
        if on == "next":
            player.page.click("#next")
    player.page.wait_for_selector("#play")
    assert player.page.locator("#closing").is_visible()
