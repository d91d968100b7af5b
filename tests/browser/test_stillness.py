"""Nothing on a page moves by itself: neither while it loads nor while one plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.slow_network import slow_network
from tests.browser.test_pages import GAMES

if TYPE_CHECKING:
    from tests.browser.conftest import NewPlayer, Player

pytestmark = pytest.mark.nightly
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
SLOWER = 4  # times, as a phone is slower than the machine of a developer
MOST = 0.05  # of a page's layout shift; 0.1 is what browsers call good
# Shifts soon after an input count, too: a phone's viewport, set as a page begins, is an input.
OBSERVE = """
window.shift = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
UNASKED = OBSERVE.replace("window.shift +=", "if (!entry.hadRecentInput) window.shift +=")
TOP = "document.querySelector('#board svg').getBoundingClientRect().top + scrollY"
MOVES = 8
ROW = "document.querySelector('.actions').getBoundingClientRect().top + scrollY"
BUTTONS = """[...document.querySelectorAll(".actions button")].map((button) => {
    const { x, y, width } = button.getBoundingClientRect();
    return [button.textContent, x, y + scrollY, width];
})"""
# Whether an element lies on the screen, and above what stays at its lower edge.
SEEN = """(name) => {
    const { top, bottom } = document.querySelector(name).getBoundingClientRect();
    const foot = document.querySelector(".foot");
    const sticks = getComputedStyle(foot).position === "sticky";
    const edge = sticks ? foot.getBoundingClientRect().top : innerHeight;
    return top >= 0 && bottom <= edge;
}"""


@pytest.fixture(scope="module")
def far_away() -> Iterator[dict[str, Any]]:
    """The part of a context that says by what network its pages come."""
    with slow_network() as proxy:
        yield {"proxy": {"server": proxy}}


def shift(player: Player, path: str) -> float:
    """The layout shift of a page that loads on a slow device."""
    page = player.page
    page.add_init_script(OBSERVE)
    chrome = page.context.new_cdp_session(page)
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    player.go(path)
    page.wait_for_load_state("networkidle")
    page.wait_for_selector(".hit, .card, #poster")
    page.wait_for_timeout(700)
    return float(page.evaluate("window.shift"))


@pytest.mark.parametrize("context", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_while_a_page_loads(
    new_player: NewPlayer, game: str, context: dict[str, Any], far_away: dict[str, Any]
) -> None:
    host = new_player(**context)
    host.begin(game, second="friend", clock="10 min + 5 s")
    table = host.page.url.removeprefix(host.server.url)
    paths = {
        "table": table,
        "lesson": f"/games/{game}/lesson",
        "puzzles": f"/games/{game}/puzzles",
        "form": f"/games/{game}",
    }
    shifts = {name: shift(new_player(**context, **far_away), path) for name, path in paths.items()}
    assert {name: moved for name, moved in shifts.items() if moved >= MOST} == {}


def test_nothing_moves_on_the_start_page_of_one_whose_turn_it_is(
    new_player: NewPlayer, far_away: dict[str, Any]
) -> None:
    player = new_player(**PHONE, **far_away)
    player.begin("silo", second="level:1")
    assert shift(player, "/") < MOST
    player.wait_for("Your turn: Silo against Computer, level 1")
    first, *others = player.page.locator(".card img").all()
    assert first.get_attribute("loading") is None
    assert {picture.get_attribute("loading") for picture in others} == {"lazy"}


@pytest.mark.parametrize("context", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", GAMES)
def test_the_board_stands_still_while_one_plays(
    new_player: NewPlayer, game: str, context: dict[str, Any]
) -> None:
    player = new_player(**context)
    player.begin(game, second="friend")
    friend = new_player(**context)
    friend.join(player)
    players = (player, friend)
    for one in players:
        one.page.wait_for_selector("#own.acting, #rival.acting")
    tops = [one.page.evaluate(TOP) for one in players]
    for ply in range(MOVES):
        mover = player if player.page.locator("#own.acting").count() else friend
        mover.move(ply)
        for one, top in zip(players, tops, strict=True):
            one.await_ply(ply + 1)
            one.page.wait_for_selector(".moving", state="detached")
            one.page.wait_for_timeout(100)
            assert abs(one.page.evaluate(TOP) - top) < 1, ply


@pytest.mark.parametrize("context", [PHONE, DESK], ids=["phone", "desk"])
def test_a_hint_stands_below_the_row_of_actions_which_stays(
    new_player: NewPlayer, context: dict[str, Any]
) -> None:
    player = new_player(**context)
    player.begin("pit_of_pillars")
    page = player.page
    page.wait_for_selector(".yours .hit.choice")
    before = page.evaluate(ROW)
    page.click("#hint")
    player.wait_for("Try the line")
    assert page.evaluate(ROW) == before
    assert page.evaluate(SEEN, "#reasons p")


@pytest.mark.parametrize("context", [PHONE, DESK], ids=["phone", "desk"])
def test_the_buttons_stay_while_a_draw_is_offered_and_a_turn_taken_back(
    new_player: NewPlayer, context: dict[str, Any]
) -> None:
    player = new_player(**context)
    player.begin("splay", second="random")
    page = player.page
    player.move()
    player.await_ply(2)
    page.wait_for_selector(".yours .hit.choice")
    before = page.evaluate(BUTTONS)
    page.click("#draw")
    player.wait_for("Press Draw again to offer a draw.")
    assert page.evaluate(BUTTONS) == before
    page.click("#draw")
    player.wait_for("declines the draw")
    assert page.inner_text(".turn").count("declines the draw") == 1
    page.click("#undo")
    page.wait_for_selector("#redo:not([aria-disabled])")
    assert page.evaluate(BUTTONS) == before


@pytest.mark.parametrize("context", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_moves_while_a_review_grows(new_player: NewPlayer, context: dict[str, Any]) -> None:
    player = new_player(**context)
    player.begin("silo", first="level:1", second="level:1", size="4", height="1")
    page = player.page
    page.wait_for_selector("#ending")
    page.evaluate(UNASKED)  # the click opens the review, which then grows
    page.wait_for_timeout(300)  # until what came with the end is told
    page.evaluate("window.shift = 0")
    page.click("#review")
    page.wait_for_selector("#reviewbox table", state="attached")
    page.wait_for_timeout(300)
    assert page.evaluate("window.shift") < 0.01


def test_the_row_of_actions_stays_while_number_buttons_come_and_go(new_player: NewPlayer) -> None:
    host, guest = new_player(**PHONE), new_player(**PHONE)
    host.begin("filo", second="friend")
    guest.join(host)
    host.page.wait_for_selector("#choices button")
    with_buttons, without = host.page.evaluate(ROW), guest.page.evaluate(ROW)
    host.move()
    guest.page.wait_for_selector("#choices button")
    host.page.wait_for_selector("#choices", state="hidden")
    assert guest.page.evaluate(ROW) == without
    assert host.page.evaluate(ROW) == with_buttons


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_match_moves_little(new_player: NewPlayer, game: str) -> None:
    player = new_player(**PHONE)
    player.begin(game, second="level:1")
    page = player.page
    page.wait_for_selector(".yours .hit.choice, #choices button")
    player.move()
    player.await_ply(2)
    page.wait_for_selector(".moving", state="detached")
    page.evaluate(OBSERVE)
    page.wait_for_timeout(300)  # until what came before is told
    page.evaluate("window.shift = 0")
    page.click("#resign")
    page.click("#resign")
    page.wait_for_selector("#ending")
    page.wait_for_timeout(300)
    assert page.evaluate("window.shift") < MOST


@pytest.mark.parametrize("size", [(390, 844), (360, 740)])
def test_both_friends_see_the_row_of_actions_on_the_first_screen(
    new_player: NewPlayer, size: tuple[int, int]
) -> None:
    context = {**PHONE, "viewport": {"width": size[0], "height": size[1]}}
    host, guest = new_player(**context), new_player(**context)
    host.begin("pit_of_pillars", second="friend")
    guest.join(host)
    for player in (host, guest):
        player.page.wait_for_selector("#own.acting, #rival.acting")
        assert player.page.evaluate(SEEN, ".actions")


@pytest.mark.parametrize("game", GAMES)
def test_try_moves_is_seen_whole_on_a_small_desk(new_player: NewPlayer, game: str) -> None:
    player = new_player(viewport={"width": 1366, "height": 768})
    player.begin(game, second="level:1")
    player.page.wait_for_selector(".yours .hit.choice, #choices button")
    assert player.page.evaluate(SEEN, "#explore")
    before = player.page.evaluate("document.querySelector('#explore').offsetTop")
    player.move()
    player.await_ply(2)
    assert player.page.evaluate("document.querySelector('#explore').offsetTop") == before


def test_trays_without_a_piece_say_nothing_and_keep_their_room(player: Player) -> None:
    player.begin("pit_of_pillars")
    page = player.page
    page.wait_for_selector(".yours .hit.choice")
    assert page.inner_text("#trays").strip() == ""
    room = page.evaluate("document.querySelector('#trays').offsetHeight")
    player.begin("filo")
    player.wait_for("white reserve")
    assert page.evaluate("document.querySelector('#trays').offsetHeight") == room > 0
