"""Boards, targets and results on screens of all sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.conftest import FILL
from tests.browser.test_pages import GAMES, open_page

from stackyard.plugins.registry import load_game

if TYPE_CHECKING:
    from tests.browser.conftest import NewPlayer, Player

pytestmark = pytest.mark.nightly

PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True}
NARROW: dict[str, Any] = {**PHONE, "viewport": {"width": 390, "height": 844}}
MARGIN = 8  # pixels from text to the edge of a phone's screen, at the least
TARGET = 44  # pixels that a finger needs
SLIGHT = 1.06  # times; a cell that is smaller by so little is not enlarged
REST = 500  # milliseconds in which a resting mouse opens the lens
ENOUGH = 24  # pixels of a cell that is played without enlarging the board
LARGEST = {
    "silo": {"size": "26", "height": "1"},
    "filo": {"size": "9"},
    "slicron": {"side": "6"},
    "pit_of_pillars": {},
    "splay": {"side": "8"},
}
SMALLEST_CELL = """() => Math.min(...[...document.querySelectorAll(".hit")].map((hit) => {
    const { width, height } = hit.getBoundingClientRect();
    return Math.min(width, height);
}))"""
OUTSIDE = """() => [...document.querySelectorAll(".player, .panel *, .top a")].filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    return width && (left < 0 || right > innerWidth);
}).map((each) => each.outerHTML.slice(0, 80))"""

EDGES = """(name) => {
    const { top, bottom } = document.querySelector(name).getBoundingClientRect();
    return [top, bottom];
}"""
FONT = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
# How far the words on a page, but for those on the board, keep from the left and the right edge of
# the screen, and the words that come closest.
CLOSEST = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [[innerWidth, "nothing"]];
    while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (!data.trim() || parentElement.closest("svg, script, .skip, .unseen")) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        for (const { left, right, width } of range.getClientRects()) {
            if (width) found.push([Math.min(left, innerWidth - right), data.trim()]);
        }
    }
    return found.sort(([one], [other]) => one - other)[0];
}"""


def is_seen(player: Player, selector: str) -> bool:
    """Tell if an element lies on the screen as a whole, without scrolling."""
    box, size = player.page.locator(selector).bounding_box(), player.page.viewport_size
    assert box is not None
    assert size is not None
    across = box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    return across and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


@pytest.mark.parametrize("size", [(667, 375), (640, 400), (720, 450), (320, 640), (360, 740)])
def test_the_button_play_is_seen_whole_on_small_screens(
    new_player: NewPlayer, size: tuple[int, int]
) -> None:
    player = new_player(viewport={"width": size[0], "height": size[1]}, **PHONE)
    for game in ("silo", "pit_of_pillars"):
        player.begin(game)
        player.cells().first.tap()
        if player.page.locator(".boardbox.enlarged").count():
            player.cells().first.tap()
        player.page.locator("#choices .primary").wait_for()
        assert is_seen(player, "#choices .primary"), game
        assert not player.page.locator("#typed").is_visible()
        assert player.page.evaluate("document.documentElement.scrollWidth") <= size[0], game
        assert player.page.evaluate(OUTSIDE) == [], game


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)])
def test_text_of_twice_the_size_runs_off_no_edge(
    new_player: NewPlayer, size: tuple[int, int]
) -> None:
    player = new_player(viewport={"width": size[0], "height": size[1]})
    player.begin("pit_of_pillars", second="level:1")
    before = player.page.evaluate(FONT)
    # The reader's own font size, which rules in pixels would override.
    chrome = player.page.context.new_cdp_session(player.page)
    chrome.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    player.page.reload()
    player.page.wait_for_selector(".board")
    assert player.page.evaluate(FONT) > 1.8 * before
    assert player.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert player.page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_as_large_as_the_screen_allows(new_player: NewPlayer, game: str) -> None:
    """Its width or, beside the texts, its height, but for a tenth."""
    player = new_player()
    player.begin(game)
    for width, height in ((360, 740), (768, 1024), (667, 375), (1280, 800), (2560, 1440)):
        player.page.set_viewport_size({"width": width, "height": height})
        shown = player.page.evaluate(
            """() => {
                const board = document.querySelector(".board"), { a } = board.getScreenCTM();
                const { width, height } = board.viewBox.baseVal;
                return [width * a, height * a, board.closest(".stage").clientWidth];
            }"""
        )
        across, down, room = shown
        assert room > 0.6 * width or room == width
        assert across > 0.9 * room or down > 0.9 * height, (game, width, height, shown)
        assert down <= height


@pytest.mark.parametrize("largest", [False, True], ids=["default", "largest"])
@pytest.mark.parametrize("game", GAMES)
def test_every_cell_reaches_the_size_of_a_finger(
    new_player: NewPlayer, game: str, largest: bool
) -> None:
    player = new_player(viewport={"width": 360, "height": 740}, **PHONE)
    page = player.page
    player.begin(game, **LARGEST[game] if largest else {})
    if page.evaluate(SMALLEST_CELL) >= ENOUGH:
        if page.locator("text=Zoom in").is_visible():
            page.click("#zoom")
    else:
        cell = player.cells().nth(player.cells().count() // 2)
        box = cell.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.touchscreen.tap(x, y)
        page.wait_for_selector(".boardbox.enlarged")
        assert page.locator(".hit.selected").count() == 0
        near = cell.bounding_box()
        assert near is not None  # it grew under the finger
        assert near["x"] < x < near["x"] + near["width"]
        assert near["y"] < y < near["y"] + near["height"]
    assert page.evaluate(SMALLEST_CELL) >= TARGET / SLIGHT
    small = page.locator("button:visible, input:visible, summary:visible").evaluate_all(
        """all => all.filter((each) => each.getBoundingClientRect().height < 43.9)
            .map((each) => each.outerHTML)"""
    )
    assert small == []


@pytest.mark.parametrize("size", [(885, 700), (700, 600), (560, 540)])
def test_the_links_above_a_narrow_column_stay_in_it(
    new_player: NewPlayer, size: tuple[int, int]
) -> None:
    player = new_player(viewport={"width": size[0], "height": size[1]})
    player.begin("silo")
    assert player.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_long_row_is_no_low_strip_on_a_desk_either(new_player: NewPlayer) -> None:
    player = new_player(viewport={"width": 1280, "height": 800})
    page = player.page
    player.begin("silo", **LARGEST["silo"])
    page.wait_for_selector(".boardbox.enlarged")
    assert page.evaluate(SMALLEST_CELL) >= TARGET
    page.locator(".hit").last.scroll_into_view_if_needed()
    assert is_seen(player, '.hit[data-cell="25"]')
    page.click("text=Whole board")
    page.wait_for_selector(".boardbox:not(.enlarged)")
    assert is_seen(player, '.hit[data-cell="0"]')
    assert is_seen(player, '.hit[data-cell="25"]')


def test_a_touched_move_is_shown_before_it_is_played(new_player: NewPlayer) -> None:
    player = new_player(viewport={"width": 390, "height": 844}, **PHONE)
    page = player.page
    player.begin("silo")
    before = page.locator('.stack[data-stack="0"] .piece').count()
    player.cells().first.tap()  # its move leaves no choice
    page.wait_for_selector(".boardbox.preview")
    assert page.locator('.stack[data-stack="0"] .piece').count() < before
    page.tap("#choices >> text=Cancel")
    page.wait_for_selector(".boardbox:not(.preview)")
    assert page.locator('.stack[data-stack="0"] .piece').count() == before
    assert player.ply == 0
    player.cells().first.tap()
    page.locator('.hit[data-cell="5"]').tap()  # it leads nowhere: nothing of the choice stays
    player.wait_for("Column f holds no checker of yours")
    assert page.locator(".boardbox.preview, .hit.selected, #choices button").count() == 0
    player.cells().first.tap()
    page.locator(".boardbox.preview .hit").first.wait_for()
    page.tap("#choices >> text=Play")
    player.await_ply(1)
    assert page.locator(".boardbox.preview").count() == 0
    player.set("confirm")
    page.reload()
    page.wait_for_selector(".yours .hit.choice")
    player.cells().first.tap()
    player.await_ply(2)


@pytest.mark.parametrize("size", [(360, 740), (667, 375), (1280, 800)])
def test_the_end_is_seen_with_what_one_may_do_next(
    new_player: NewPlayer, size: tuple[int, int]
) -> None:
    player = new_player(viewport={"width": size[0], "height": size[1]})
    page = player.page
    player.begin("silo", second="level:3", size="4", height="1")
    player.move()
    player.await_ply(2)
    page.click("#resign")
    page.click("#resign")
    page.wait_for_selector("#ending")
    assert page.inner_text("#verdict") == "You lost"
    for part in ("#verdict", "#result", "#rematch", "#review", "#tell"):
        assert is_seen(player, part), part
    assert page.is_hidden("#stronger")
    page.click("#review")
    player.wait_for("positions proven")


def test_zoom_has_no_row_of_its_own_above_the_end(new_player: NewPlayer) -> None:
    player = new_player(viewport={"width": 360, "height": 740}, **PHONE)
    page = player.page
    player.begin("pit_of_pillars")
    player.move()
    assert page.is_visible("#zoom")
    page.click("#resign")
    page.click("#resign")
    page.wait_for_selector("#ending")
    assert page.is_hidden("#zoom")
    page.click("#back")
    page.wait_for_selector("#zoom")


def test_a_win_leads_to_the_next_level(player: Player) -> None:
    page = player.page
    player.go("/games/silo")
    page.select_option("#second", "level:3")
    page.evaluate(FILL, {"size": "4", "height": "1"})
    page.evaluate("document.getElementById('position').value = 'b/b/r/r r'")
    page.click("button.large")
    player.move()
    page.wait_for_selector("#ending")
    assert page.inner_text("#verdict") == "You won"
    page.click("#stronger")
    page.wait_for_selector(".board")
    assert "Computer, level 4" in page.inner_text("#rival")
    assert "you" in page.inner_text("#own")  # the colours are swapped
    assert page.locator(".hit").count() == 4


def test_the_winner_and_watchers_are_told_their_own_end(new_player: NewPlayer) -> None:
    first, second, third = new_player(), new_player(), new_player()
    first.begin("silo", second="friend")
    second.join(first)
    third.join(first, "watch")
    first.page.click("#resign")
    first.page.click("#resign")
    told = {first: "You lost", second: "You won", third: "The game is over"}
    for player, words in told.items():
        player.page.wait_for_selector("#ending")
        assert player.page.inner_text("#verdict") == words
    assert third.page.locator("#rematch, #stronger").count() == 0


@pytest.mark.parametrize("size", [(390, 844), (1366, 768)])
def test_the_lens_stands_on_the_board_beside_its_stack_and_not_after_a_click(
    new_player: NewPlayer, size: tuple[int, int]
) -> None:
    player = new_player(viewport={"width": size[0], "height": size[1]})
    page = player.page
    player.begin("silo")
    page.hover('.hit[data-cell="4"]')
    page.wait_for_selector(".lens", state="visible")
    inside, beside = page.evaluate(
        """() => {
            const [lens, board, column] = [".lens", "#board", '.hit[data-cell="4"]'].map(
                (each) => document.querySelector(each).getBoundingClientRect());
            const inside = lens.left >= board.left && lens.right <= board.right
                && lens.top >= board.top && lens.bottom <= board.bottom;
            return [inside, lens.right <= column.left];
        }"""
    )
    assert inside
    assert beside
    page.click('.hit[data-cell="4"]')
    player.await_ply(1)
    page.wait_for_selector(".moving", state="detached")
    page.wait_for_timeout(REST)
    assert page.is_hidden(".lens")


def test_the_first_game_is_the_largest_and_its_button_play_is_seen_at_once(
    new_player: NewPlayer,
) -> None:
    player = new_player(viewport={"width": 360, "height": 740}, **PHONE)
    player.go("/")
    player.page.wait_for_load_state("networkidle")
    assert is_seen(player, ".card:first-child .button.primary")
    largest = max(map(load_game, GAMES), key=lambda game: len(game.board))
    assert player.page.inner_text(".card:first-child h2") == largest.about.title


@pytest.mark.parametrize("game", GAMES)
def test_a_guest_with_a_phone_is_told_the_goal_and_who_plays_on_which_side(
    new_player: NewPlayer, game: str
) -> None:
    host, guest = new_player(), new_player(**NARROW)
    host.begin(game, second="friend")
    guest.join(host)
    page = guest.page
    page.wait_for_selector("#own.acting, #rival.acting")
    assert page.inner_text(".panel .goal") == f"{load_game(game).about.summary} Learn · Rules"
    page.evaluate("document.fonts.ready.then(() => 1)")  # the letters until then may be wider
    assert is_seen(guest, ".panel .goal")
    board, rival, own = [
        page.evaluate(EDGES, name) for name in ("#board svg", "#rival .name", "#own .name")
    ]
    assert rival[1] <= board[0]
    assert own[0] >= board[1]
    assert "you" in page.inner_text("#own")
    assert "you" not in page.inner_text("#rival")
    assert page.is_hidden("#flip")
    page.tap("#settings")
    page.wait_for_selector("#flip")
    page.tap("#settings")
    page.wait_for_selector("#flip", state="hidden")


@pytest.mark.parametrize("name", ["/games/splay/lesson", "/replay", "shown record"])
def test_text_keeps_away_from_the_edge_of_a_phone(new_player: NewPlayer, name: str) -> None:
    player = new_player(**NARROW)
    open_page(player, name)
    player.page.wait_for_load_state("networkidle")
    distance, words = player.page.evaluate(CLOSEST)
    assert distance >= MARGIN, words


def test_a_large_screen_has_larger_letters(player: Player) -> None:
    sizes = []
    for width, height in ((1280, 800), (2560, 1440)):
        player.page.set_viewport_size({"width": width, "height": height})
        player.go("/")
        sizes.append(player.page.evaluate(FONT))
    assert sizes[1] > sizes[0]
