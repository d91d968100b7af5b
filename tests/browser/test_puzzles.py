"""Puzzles in the browser: practice, a streak, a storm, and what is kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import DRAWN, HABIT
from tests.browser.test_lesson import SEEN, make
from tests.conftest import first_in_check

from stackyard.plugins.registry import load_game
from stackyard_coach.puzzles import begin_puzzle, puzzles_of

if TYPE_CHECKING:
    from playwright.sync_api import Route
    from tests.browser.conftest import NewPlayer, Player

GAMES = ("silo", "filo", "slicron", "pit_of_pillars", "splay")

COUNT_MOTIONS = """
window.motions = 0;
new MutationObserver((changes) => {
    for (const change of changes)
        for (const node of change.addedNodes)
            if (node.classList?.contains("moving")) window.motions += 1;
}).observe(document.getElementById("board"), { childList: true, subtree: true });
"""

# Clicks cells by name, each as soon as the page takes a click.
CLICKS_OF_ONE_TURN = """async (names) => {
    for (const name of names) {
        while (document.querySelector("#board[aria-busy]")) {
            await new Promise((go) => setTimeout(go, 5));
        }
        document.querySelector(`.hit[data-name^="${name},"]`)
            .dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    }
}"""


def solve(player: Player, game: str, index: int) -> None:
    """Play the solution of a puzzle, which is on the page."""
    board = load_game(game)
    attempt = begin_puzzle(puzzles_of(board)[index], type(board))
    for move in attempt.step.way:
        answer(player, move)


def answer(player: Player, move: str) -> None:
    with player.tab.expect_response("**/puzzles"):
        make(player, move)
    player.page.wait_for_selector("#board:not([aria-busy])")


def shown(player: Player) -> int:
    """The index of the puzzle on the page."""
    player.page.wait_for_selector("#board:not([aria-busy])")
    heading = player.page.locator("#title").inner_text()
    return int(heading.split("Puzzle ")[1].split(",")[0]) - 1


def wrong(game: str, index: int) -> str:
    return next(iter(puzzles_of(load_game(game))[index].wrong[0]))


@pytest.mark.both
@pytest.mark.parametrize("game", first_in_check(GAMES))
def test_the_first_puzzles_are_solved_from_the_first_page(player: Player, game: str) -> None:
    player.go("/")
    player.page.click(f'a[href$="/games/{game}/puzzles"]')
    for index in range(3):
        player.wait_for(f"Puzzle {index + 1}, level 1: ")
        solve(player, game, index)
        player.page.wait_for_selector("#told.good")
        player.page.click("#next")
    player.wait_for(f"3 of {len(puzzles_of(load_game(game)))} solved")
    player.go(f"/games/{game}/puzzles")
    player.wait_for("Puzzle 4, level 1: ")  # kept in this browser


@pytest.mark.both
def test_a_wrong_move_is_refuted_and_does_not_count_as_solved(player: Player) -> None:
    player.go("/games/silo/puzzles?number=1")
    player.wait_for("Puzzle 1, level 1: ")
    answer(player, wrong("silo", 0))
    player.page.wait_for_selector("#told.bad")
    player.wait_for("Try again.")
    solve(player, "silo", 0)
    player.page.wait_for_selector("#told.good")
    player.wait_for(f"0 of {len(puzzles_of(load_game('silo')))} solved")


@pytest.mark.nightly
def test_a_click_while_an_answer_is_awaited_loses_no_move(player: Player) -> None:
    player.go("/games/silo/puzzles?number=1")
    player.wait_for("Puzzle 1, level 1: ")
    held: list[Route] = []
    player.page.route("**/puzzles", lambda route: held.append(route))  # noqa: PLW0108
    with player.page.expect_request("**/puzzles"):
        make(player, puzzles_of(load_game("silo"))[0].line.split()[0])
    for cell in range(3):
        player.page.locator(".hit").nth(cell).click()
    for route in held:
        route.continue_()
    player.page.wait_for_selector("#told.good")


@pytest.mark.nightly
@pytest.mark.both
def test_a_click_on_the_board_of_a_solved_puzzle_takes_no_praise_away(player: Player) -> None:
    player.go("/games/silo/puzzles?number=1")
    player.wait_for("Puzzle 1, level 1: ")
    solve(player, "silo", 0)
    player.page.wait_for_selector("#told.good")
    player.page.wait_for_timeout(HABIT)
    player.page.locator(".hit").first.click()
    assert player.page.locator("#board[aria-busy]").count() == 0
    assert player.page.locator("#told.good").count() == 1


@pytest.mark.nightly
@pytest.mark.both
def test_a_refutation_is_played_on_the_board_and_again_on_request(player: Player) -> None:
    player.go("/games/silo/puzzles?number=1")
    player.wait_for("Puzzle 1, level 1: ")
    player.page.evaluate(COUNT_MOTIONS)
    start = player.page.inner_html("#board svg > :first-child")
    answer(player, wrong("silo", 0))
    moved = "start => document.querySelector('#board svg > :first-child').innerHTML !== start"
    same = moved.replace("!==", "===")
    player.page.wait_for_function(moved, arg=start)
    player.wait_for(f"After {wrong('silo', 0)}: red to move")
    player.page.wait_for_function("window.motions > 0")
    player.page.wait_for_function(same, arg=start)
    player.page.click("text=Show it again")
    player.page.wait_for_function(moved, arg=start)
    solve(player, "silo", 0)  # a click ends the line
    player.page.wait_for_selector("#told.good")
    before = player.page.evaluate("window.motions")
    player.page.click("text=Show why the tempting move fails")
    player.page.wait_for_function("before => window.motions > before", arg=before)


@pytest.mark.nightly
@pytest.mark.both
def test_a_cell_may_be_pressed_while_the_board_is_drawn_anew(player: Player) -> None:
    player.go("/games/silo/puzzles?number=1")
    player.wait_for("Puzzle 1, level 1: ")
    answer(player, wrong("silo", 0))
    player.page.click("text=Show it again")
    player.page.wait_for_timeout(HABIT)
    box = player.page.locator('.hit[aria-label^="d"]').bounding_box()
    assert box is not None
    player.tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    player.tab.mouse.down()
    drawn = player.page.inner_html("#board svg > :first-child")
    player.page.wait_for_function(
        "drawn => document.querySelector('#board svg > :first-child').innerHTML !== drawn",
        arg=drawn,
    )
    with player.tab.expect_response("**/puzzles"):
        player.tab.mouse.up()


@pytest.mark.nightly
@pytest.mark.both("chromium")
def test_who_wants_little_motion_asks_for_a_refutation(new_player: NewPlayer) -> None:
    player = new_player(reduced_motion="reduce")
    player.go("/games/silo/puzzles?number=1")
    player.wait_for("Puzzle 1, level 1: ")
    start = player.page.inner_html("#board svg > :first-child")
    answer(player, wrong("silo", 0))
    player.page.wait_for_selector("#told.bad")
    player.page.wait_for_timeout(1500)
    assert player.page.inner_html("#board svg > :first-child") == start
    player.page.click("text=Show it")
    player.page.wait_for_function(f"start => {DRAWN}.innerHTML !== start", arg=start)
    assert player.page.locator("#board .moving").count() == 0


@pytest.mark.nightly
@pytest.mark.parametrize("late", [False, True])
def test_the_next_puzzle_is_seen_on_a_phone_with_its_task(
    late: bool, new_player: NewPlayer
) -> None:
    """Also if the one before was passed over while it was still on its way."""
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    player = new_player(**phone)
    player.page.route("**/puzzles", lambda route: None if late else route.continue_(), times=1)
    with player.page.expect_request("**/puzzles"):
        player.go("/games/pit_of_pillars/puzzles?number=1")
    player.wait_for("Puzzle 1, level 1: ")
    if not late:
        player.page.wait_for_selector("#board:not([aria-busy])")
    player.page.evaluate("scrollTo(0, 500)")
    player.page.click("#skip")
    player.wait_for("Puzzle 2, level 1: ")
    for part in ("title", "board", "prompt"):
        player.page.wait_for_function(SEEN, arg=part)


@pytest.mark.both
def test_the_way_to_the_next_puzzle_is_seen_when_one_is_solved(new_player: NewPlayer) -> None:
    player = new_player(viewport={"width": 1366, "height": 768})
    player.go("/games/filo/puzzles?number=1")
    player.wait_for("Puzzle 1, level 1: ")
    player.page.click("#hint")
    solve(player, "filo", 0)
    player.page.wait_for_function(SEEN, arg="next")


def test_a_number_below_the_first_puzzle_leads_to_the_first(player: Player) -> None:
    player.go("/games/silo/puzzles?number=-5.5")
    player.wait_for("Puzzle 1, level 1: ")


@pytest.mark.nightly
def test_a_move_that_the_server_did_not_hear_can_be_made_again(player: Player) -> None:
    player.go("/games/silo/puzzles")
    player.wait_for("Puzzle 1, level 1: ")
    player.page.route("**/puzzles", lambda route: route.abort("connectionrefused"))
    make(player, wrong("silo", 0))
    player.wait_for("The server does not answer.")
    player.page.unroute("**/puzzles")
    solve(player, "silo", 0)
    player.wait_for(f"1 of {len(puzzles_of(load_game('silo')))} solved")


@pytest.mark.nightly
@pytest.mark.both
def test_a_streak_lasts_until_the_first_wrong_move(player: Player) -> None:
    player.go("/games/silo/puzzles")
    player.wait_for("Puzzle 1, level 1: ")
    with player.tab.expect_response("**/puzzles"):
        player.page.click('[data-mode="streak"]')
    solve(player, "silo", shown(player))
    player.wait_for("Streak: 1")
    answer(player, wrong("silo", shown(player)))
    player.wait_for("The streak is over: 1 solved, your best.")


@pytest.mark.nightly
def test_a_storm_goes_on_after_a_wrong_move_and_ends_after_three_minutes(player: Player) -> None:
    player.page.clock.install()
    player.go("/games/silo/puzzles")
    player.wait_for("Puzzle 1, level 1: ")
    with player.tab.expect_response("**/puzzles"):
        player.page.click('[data-mode="storm"]')
    first = shown(player)
    answer(player, wrong("silo", first))
    player.page.wait_for_function(
        "n => !document.getElementById('title').textContent.includes(`Puzzle ${n},`)", arg=first + 1
    )
    solve(player, "silo", shown(player))
    player.wait_for("Storm: 1 solved")
    player.page.clock.run_for(185_000)
    player.wait_for("Three minutes are over: 1 solved, your best.")


@pytest.mark.nightly
@pytest.mark.both
def test_a_quick_click_on_a_cell_of_the_same_turn_is_meant(player: Player) -> None:
    puzzles = puzzles_of(load_game("pit_of_pillars"))
    # A pillar arises where the move ends, and goes on from there in the same turn.
    number, found = next(
        (number, found)
        for number, puzzle in enumerate(puzzles, 1)
        if (found := re.match(r"(\w+)-(\w+) p\2-(\w+)", puzzle.line))
    )
    player.go(f"/games/pit_of_pillars/puzzles?number={number}")
    player.cells().first.wait_for()
    player.page.evaluate(CLICKS_OF_ONE_TURN, [*found.group(1, 2, 2, 3)])
    player.page.wait_for_selector("#told.good")
