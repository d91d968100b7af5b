"""The pages as they are seen: contrasts on the very pixels, stacks enlarged, one's own side."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

if TYPE_CHECKING:
    from tests.browser.conftest import NewPlayer, Player

pytestmark = pytest.mark.nightly

PIT = (
    "1,rr,2,w,1/w,1,R,wrw,3,w/2,rw,1,W,1,r,1/wwr,3,r,2,ww/1,w,rwr,1,W,3/2,r,3,wr,1/"
    "rr,R,2,w,1,rwww,1/1,w,2,r,1 r 2,3 move"
)
SPLAY = (
    "6/2,b1,w1,w1,2/5,w1,b1,1/1,w1,2,W,W,1,w1,1/2,b1,w2,b1,W,b1,w1,b1,1/"
    "1,w1,B,B,1,B,W,1,b1,2/1,w1,B,B,w1,B,2,w1,1/1,B,W,1,b1,b1,1,w1,1/1,w1,b1,w1,1,b1,2/"
    "1,w1,1,b1,b2,w1,1/6 b"
)
FILO = "-/bwb/w/ww/www/bb/bbb/b 0,0 5,4 b"
SLICRON = "bwwbb/b1b2w/w1bwbbw/bw1b1bbb/wbwbbbwww/bwbww1bb/w1bwwb1/bwwwwb/bwbb1 w -"
PLAYED = {
    "silo": ("r/rbb/brbb/rbr/brr/brbr r", "c"),
    "filo": (FILO, "b"),
    "slicron": (SLICRON, "a5"),
    "pit_of_pillars": (PIT, "a5-a2"),
    "splay": (SPLAY, "d5"),
}
SCALE = 3  # pixels of a screenshot for each of the page
LEAST = 3.0
MODES: dict[str, dict[str, str]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced, light": {"color_scheme": "light", "forced_colors": "active"},
    "forced, dark": {"color_scheme": "dark", "forced_colors": "active"},
}
SMALLEST = 12  # pixels of a page
# What is written on the board and about it, but for the letters of pieces, which repeat colours:
# its kind, its words, the height of its letters in pixels, and whether it lies within the page.
TEXTS = """() => {
    const board = document.querySelector(".board");
    const unit = board.getScreenCTM().a;
    const drawn = [...board.querySelectorAll("text:not(.letter)")];
    const words = "#prompt, .pile b, .tray > :first-child, #choices button";
    const said = [...document.querySelectorAll(words)];
    const seen = ({ left, top, right }) => left >= 0 && top >= 0 && right <= innerWidth;
    return [...drawn, ...said].map((text) => [
        text.id || text.classList[0] || text.tagName,
        text.textContent,
        Number.parseFloat(getComputedStyle(text).fontSize) * (board.contains(text) ? unit : 1),
        seen(text.getBoundingClientRect()),
    ]);
}"""
# Where cells, pieces and outlines lie, in pixels of the page, and how long a unit of the board is.
PLACES = """() => {
    document.styleSheets[0].insertRule(".board text { visibility: hidden }");
    const board = document.querySelector(".board");
    const origin = board.getBoundingClientRect();
    const box = (shape) => {
        const { left, top, width, height } = shape.getBoundingClientRect();
        return [left - origin.left, top - origin.top, width, height];
    };
    const all = (query) => [...board.querySelectorAll(query)];
    return {
        unit: board.getScreenCTM().a,
        cells: all(".cell").map(box),
        stacks: all(".stack").map((stack) => {
            const pieces = [...stack.querySelectorAll(".piece")];
            const piece = box(pieces.at(-1));
            const rings = [...stack.querySelectorAll(".ring")].map(box);
            const ringed = rings.some((ring) => Math.abs(ring[1] - piece[1]) < 4);
            return { piece, ringed, pieces: pieces.map(box) };
        }),
        dots: all(".yours .choice > .dot").map(box),
        lines: all(".yours .choice > :only-child").map(box),
    };
}"""


TYPE = """move => {
    document.getElementById("typedmove").value = move;
    document.getElementById("typed").requestSubmit();
}"""  # fingers have no field for typed moves


def begin_at(player: Player, game: str, position: str, move: str) -> None:
    """Begin a match at a position, and play a move."""
    player.go(f"/games/{game}")
    player.page.click("summary")
    player.page.select_option("#second", "me")
    player.page.fill("#position", position)
    player.page.click("button.large")
    player.page.wait_for_selector(".board")
    player.page.wait_for_selector(".yours")
    player.page.evaluate(TYPE, move)
    player.await_ply(1)


def luminance(colour: tuple[int, int, int]) -> float:
    parts = [level / 255 for level in colour]
    red, green, blue = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """As WCAG 2 defines it."""
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


class Shot:
    """The pixels of the board on a page, by places in the page's own pixels."""

    def __init__(self, player: Player) -> None:
        player.page.mouse.move(0, 0)
        player.page.wait_for_timeout(500)  # until what slides stands still
        self.places: dict[str, Any] = player.page.evaluate(PLACES)
        self.unit: float = self.places["unit"]
        picture = player.page.locator(".board").screenshot()
        self.image = Image.open(BytesIO(picture)).convert("RGB")

    def at(self, x: float, y: float) -> tuple[int, int, int]:
        spot = (
            min(max(round(x * SCALE), 0), self.image.width - 1),
            min(max(round(y * SCALE), 0), self.image.height - 1),
        )
        pixel = self.image.getpixel(spot)
        assert isinstance(pixel, tuple)
        return pixel[0], pixel[1], pixel[2]

    def outline(self, x: float, y: float, ground: tuple[int, int, int], reach: float) -> float:
        """The greatest contrast with a ground on the way to the right, a dash being somewhere."""
        steps = [step / SCALE for step in range(round(reach * self.unit * SCALE) + 1)]
        rises = [rise * self.unit for rise in (-6, -3, 0, 3, 6)]
        return max(contrast(self.at(x + dx, y + dy), ground) for dx in steps for dy in rises)

    def edge(self, lower: list[float], upper: list[float]) -> float:
        """The contrast of the line between a piece and the one on top of it with the lower one."""
        left, top, width, height = lower
        x, edge = left + width / 3, upper[1] + upper[3]
        below = edge + min(4 * self.unit, (top + height - edge) / 2)
        gap = max(0, round(SCALE * (top - edge)))  # in a tower
        steps = [step / SCALE for step in range(-3 * SCALE, SCALE + gap + 1)]  # it is round
        return max(contrast(self.at(x, edge + dy), self.at(x, below)) for dy in steps)


@pytest.mark.parametrize(
    ("game", "position", "move"),
    [
        *[(game, *played) for game, played in PLAYED.items()],
        ("silo", "bbb/bb/rb/bbrrrrrrrr/-/b r", "c"),
    ],
    ids=[*PLAYED, "silo, won"],
)
def test_cells_pieces_and_outlines_stand_out_in_every_setting(
    new_player: NewPlayer, game: str, position: str, move: str
) -> None:
    first = new_player()
    first.page.context.set_default_timeout(15_000)
    begin_at(first, game, position, move)
    url = first.page.url
    for mode, settings in MODES.items():
        player = new_player(device_scale_factor=SCALE, **settings)
        player.page.goto(url)
        player.page.wait_for_selector(".board")
        shot = Shot(player)
        unit = shot.unit
        faint = []
        occupied = [piece for stack in shot.places["stacks"] for piece in stack["pieces"]]
        for left, top, width, height in shot.places["cells"]:
            middle = (left + width / 2, top + height / 3)  # not on the dot of a choice
            if any(x < middle[0] < x + w and y < middle[1] < y + h for x, y, w, h in occupied):
                continue
            ground = shot.at(*middle)
            found = shot.outline(left - unit, middle[1], ground, 5)
            faint += [("cell", middle, found)] if found < LEAST else []
        for stack in shot.places["stacks"]:
            left, top, width, height = stack["piece"]
            middle_y = top + height / 2
            ground = shot.at(left - 1.4 * unit, middle_y)
            found = shot.outline(left, middle_y, ground, 8)  # a pillar is slender
            faint += [("piece", (left, middle_y), found)] if found < LEAST else []
            for lower, upper in pairwise(stack["pieces"]):
                found = shot.edge(lower, upper)
                faint += [("layer", (left, lower[1]), found)] if found < LEAST else []
            if stack["ringed"]:
                fill = shot.at(left + width / 2, middle_y)
                found = shot.outline(left + 2 * unit, middle_y, fill, 7)
                faint += [("ring", (left, middle_y), found)] if found < LEAST else []
        for left, top, width, height in shot.places["dots"]:
            middle_y = top + height / 2
            found = contrast(shot.at(left + width / 2, middle_y), shot.at(left - 4, middle_y))
            faint += [("dot", (left, middle_y), found)] if found < LEAST else []
        for left, top, _, height in shot.places["lines"]:
            middle_y = top + height / 2
            ground = shot.at(left + 5 * unit, middle_y - 14 * unit)  # beside the line of edge cells
            found = shot.outline(left - unit, middle_y, ground, 3)
            faint += [("choice", (left, middle_y), found)] if found < LEAST else []
        assert faint == [], mode
        assert shot.places["stacks"], mode
        player.page.context.close()


def test_what_a_stack_holds_is_enlarged_under_the_mouse_and_at_the_focus(player: Player) -> None:
    begin_at(player, "pit_of_pillars", PIT, "a5-a2")
    page = player.page
    page.hover('.hit[aria-label^="d7"]')
    page.wait_for_selector(".lens", state="visible")
    assert page.locator(".lens path").count() == 3
    assert "from the bottom white red white" in page.inner_text(".lens")
    page.mouse.move(0, 0)
    page.wait_for_selector(".lens", state="hidden")


@pytest.mark.both("chromium")
def test_a_finger_that_rests_on_a_stack_looks_and_makes_no_move(new_player: NewPlayer) -> None:
    player = new_player(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    begin_at(player, "pit_of_pillars", PIT, "a5-a2")
    page = player.page
    box = page.locator('.hit[aria-label^="c8"]').bounding_box()
    assert box is not None
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    chrome = player.tab.context.new_cdp_session(player.tab)
    chrome.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    page.wait_for_selector(".lens", state="visible")
    chrome.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_selector(".lens", state="hidden")
    assert page.locator(".hit.selected").count() == 0


def test_ones_own_side_is_down_and_a_turned_board_is_remembered_by_game(
    new_player: NewPlayer,
) -> None:
    def lowest(player: Player) -> str:
        hits = player.page.locator(".hit")
        names = [hits.nth(at).get_attribute("aria-label") or "" for at in range(hits.count())]
        return names[-1].split(",")[0]  # they come from the top down

    first, second = new_player(), new_player()
    first.begin("pit_of_pillars", second="friend")
    second.join(first)
    assert lowest(first)[1] == "1"
    assert lowest(second)[1] == "8"
    second.set("flip")
    second.page.wait_for_function(
        "() => [...document.querySelectorAll('.hit')].at(-1).ariaLabel[1] == 1"
    )
    second.page.reload()
    second.page.wait_for_selector(".board")
    assert lowest(second)[1] == "1"
    second.begin("slicron")
    assert lowest(second)[0] == "a"


@pytest.mark.both
def test_letters_can_be_shown(player: Player) -> None:
    player.begin("silo")
    letter = ".board .letter >> nth=0"
    assert not player.page.is_visible(letter)
    player.set("letters")
    assert player.page.is_visible(letter)
    player.reload()
    player.page.wait_for_selector(".board")
    assert player.page.is_visible(letter)


@pytest.mark.both
def test_a_board_of_another_theme_has_its_colours_and_is_remembered(player: Player) -> None:
    def cell() -> str:
        find = "() => getComputedStyle(document.querySelector('.board .cell')).fill"
        found: str = player.page.evaluate(find)
        return found

    player.begin("slicron")
    wood = cell()
    player.page.click("#settings")
    player.page.select_option("#theme", "slate")
    slate = cell()
    assert slate != wood
    player.reload()
    player.page.wait_for_selector(".board")
    assert cell() == slate
    assert player.page.input_value("#theme") == "slate"


MOVING = """() => [...document.querySelectorAll('.moving > g:not(.stack)')].map((piece) => {
    const { x, y } = piece.getBoundingClientRect();
    return [x, y];
})"""


def test_pieces_travel_along_a_move_and_back_again_and_any_other_picture_ends_it(
    new_player: NewPlayer,
) -> None:
    player = new_player(reduced_motion="no-preference")
    begin_at(player, "filo", FILO, "b")
    page = player.page
    page.wait_for_selector(".moving", state="detached")
    page.keyboard.press("Escape")
    page.click("#back")
    page.wait_for_selector(".moving", state="attached")
    assert len(page.evaluate(MOVING)) == 3
    page.click("#on")
    page.wait_for_selector(".moving", state="attached")
    player.set("flip")
    page.wait_for_selector(".moving", state="detached", timeout=5_000)
    still = new_player(reduced_motion="reduce")
    still.page.goto(page.url)
    still.page.wait_for_selector(".board")
    still.page.click("#back")
    still.wait_for("After move 0 of 1")
    assert still.page.locator(".moving").count() == 0


@pytest.mark.both("chromium")
@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "on its side"])
def test_nothing_that_a_rule_depends_on_is_smaller_than_12_pixels_on_a_phone(
    new_player: NewPlayer, size: tuple[int, int]
) -> None:
    player = new_player(
        viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True
    )
    for game, (position, move) in PLAYED.items():
        begin_at(player, game, position, move)
        told = player.page.evaluate(TEXTS)
        assert {kind for kind, *_ in told} >= {"name", "prompt"}, game
        assert [each for each in told if each[2] < SMALLEST - 0.01] == [], game
        assert [each for each in told if not each[3]] == [], game


def test_the_field_for_moves_is_seen_without_scrolling_on_a_desk(new_player: NewPlayer) -> None:
    player = new_player(viewport={"width": 1280, "height": 800})
    for game, (position, move) in PLAYED.items():
        begin_at(player, game, position, move)
        box = player.page.locator("#typed").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 800, game
