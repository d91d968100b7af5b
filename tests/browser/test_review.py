"""The review of a finished match: its graph and table, and the questions about mistakes."""

from __future__ import annotations

import pytest
from tests.browser.conftest import NewPlayer, Player, Server

SLOWNESS = 250  # milliseconds that an answer of the server takes
SLOW = f"""{{
    const {{ get, set }} = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
    Object.defineProperty(WebSocket.prototype, "onmessage", {{
        get,
        set(hear) {{ set.call(this, (event) => setTimeout(() => hear(event), {SLOWNESS})); }},
    }});
}}"""
LONG = "cdacbbb"  # blue throws a won game away by move 4


def pick(player: Player, column: str) -> None:
    """Move from a column, to its target."""
    player.choose(player.page.locator(f'.yours .hit.choice[aria-label^="{column}"]').first)
    if player.cells("target").count():
        player.cells("target").first.click()


def finish(player: Player, moves: str = LONG) -> None:
    """Play a match on a small board to its end."""
    player.begin("silo", size="4", height="1")
    for number, move in enumerate(moves, 1):
        pick(player, move)
        player.await_ply(number)
    player.page.wait_for_selector("#ending")


@pytest.mark.both
def test_a_finished_match_is_reviewed_with_a_graph_and_a_table(player: Player) -> None:
    finish(player)
    page = player.page
    page.click("#review")
    player.wait_for("8 of 8 positions proven")
    points = page.get_attribute(".graph .score", "points") or ""
    assert len(points.split()) == 8
    assert page.locator(".graph .blunder").count() == 1
    page.click("text=Every bad move")
    player.wait_for(
        "Move 4, c: a blunder, from a sure win to a sure loss; better 4. blue b, 5. red"
    )
    page.click("text=All moves in a table")
    cells = page.locator("table.judged tbody tr").nth(4).locator("td").all_inner_texts()
    assert cells == ["4", "blue c", "100%, proven", "Blunder"]
    page.click(".graph", position={"x": 2, "y": 10})
    player.wait_for("After move 0 of 7")
    player.reload()  # it is kept
    player.page.wait_for_selector("#ending")
    player.page.click("#review")
    player.wait_for("8 of 8 positions proven")


@pytest.mark.nightly
@pytest.mark.both
def test_a_turning_point_has_a_board_a_place_on_the_graph_and_the_better_play(
    player: Player,
) -> None:
    finish(player)
    page = player.page
    page.click("#review")
    player.wait_for("Yet blue had a sure win until move 4.")
    assert "Before it blue had a sure win" in page.inner_text(".points li")
    marked = [page.locator(f".miniature .hit.{kind}").count() for kind in ("hinted", "refused")]
    assert all(marked), marked
    assert page.locator(".miniature .stack").count()
    page.click(".pin")
    player.wait_for("After move 4 of 7")
    page.click("#end")
    page.click(".miniature")
    player.wait_for("After move 4 of 7")
    page.click("text=Step through the better play")
    player.wait_for("Trying moves")
    assert page.inner_text("#explored .variations button >> nth=0") == "b"


@pytest.mark.nightly
def test_a_review_goes_on_after_a_restart_of_the_server(player: Player, server: Server) -> None:
    player.begin("silo")
    for number in range(12):
        player.move()
        player.await_ply(number + 1)
    page = player.page
    page.click("#resign")
    page.click("#resign")
    page.click("#review")
    player.wait_for("of 13 positions analysed")
    server.kill()
    player.wait_for("The connection is lost")
    server.start()
    page.wait_for_selector("#reviewbox table", state="attached")
    assert "Stopped" not in page.inner_text("#reviewbox")


@pytest.mark.both
def test_a_mistake_is_asked_about_refuted_and_corrected(player: Player) -> None:
    finish(player)
    page = player.page
    page.click("#review")
    page.click("text=Learn from mistakes (1)")
    player.wait_for(
        "Question 1 of 1: Blue played c here, a blunder, from a sure win to a sure loss"
    )
    pick(player, "c")
    player.wait_for("c loses: red wins for certain in")
    player.tab.keyboard.press("ArrowRight")  # the refuting line
    page.click("text=Try again")
    player.wait_for("What is better?")
    pick(player, "b")
    player.wait_for("Right: b is the best move. Blue wins for certain in")
    page.click("#questions >> text=Done")
    page.wait_for_selector("#questions", state="hidden")
    assert player.is_over


@pytest.mark.nightly
def test_a_question_whose_answer_is_refused_is_asked_again_with_the_reason(player: Player) -> None:
    player.page.add_init_script(
        """{
            const { send } = WebSocket.prototype;
            WebSocket.prototype.send = function (text) {
                send.call(this, text.replace('"attempt","number":4', '"attempt","number":99'));
            };
        }"""
    )
    finish(player)
    player.page.click("#review")
    player.page.click("text=Learn from mistakes (1)")
    player.wait_for("Question 1 of 1: Blue played c here")
    pick(player, "c")
    player.wait_for("Review the match first. Question 1 of 1: Blue played c here")
    player.page.wait_for_selector("#questions >> text=Solution")


@pytest.mark.nightly
def test_a_click_before_the_position_is_back_makes_no_move_in_the_one_that_was_left(
    player: Player,
) -> None:
    player.page.add_init_script(SLOW)
    finish(player)
    player.page.click("#review")
    player.page.click("text=Learn from mistakes (1)")
    player.wait_for("What is better?")
    pick(player, "c")
    player.page.click("text=Try again")
    player.page.wait_for_selector(".yours .hit.choice", state="detached", timeout=SLOWNESS)
    pick(player, "b")
    player.wait_for("Right: b is the best move")


@pytest.mark.nightly
def test_a_match_that_goes_on_has_no_review(new_player: NewPlayer) -> None:
    player = new_player()
    player.begin("silo", second="level:1")
    player.move()
    assert not player.page.locator("#reviewbox").is_visible()
