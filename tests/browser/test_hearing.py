"""Games to their end through Chromium's accessibility tree, as they are heard, and typed moves.

The tree is what Chromium gives a screen reader. Orca itself runs where there are Xvfb, a session
bus with at-spi2, and Chromium without its headless mode; `--debug-file` writes down what it says.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.conftest import SMALL
from tests.conftest import first_in_check

if TYPE_CHECKING:
    from tests.browser.conftest import NewPlayer, Player

MOST = 150  # steps of moves
ENDS = re.compile(" wins: |Draw: ")
GROUP = "Moves to choose from"
# What changes with each step: the moves made, and the cell that is chosen.
PROGRESS = """() => [
    document.querySelectorAll("#moves button").length,
    document.querySelector(".hit.selected")?.dataset.cell,
].join()"""
READY = f"""before => ({PROGRESS})() !== before
    && (document.querySelector(".yours") || !document.querySelector("#result").hidden)"""


class Reader:
    """Somebody who knows of a page what Chromium tells a screen reader, and nothing else."""

    def __init__(self, player: Player) -> None:
        self.keyboard = player.tab.keyboard
        self.chrome = player.tab.context.new_cdp_session(player.tab)
        self.chrome.send("DOM.enable")
        self.chrome.send("Accessibility.enable")
        around = self.chrome.send("Page.getFrameTree")["frameTree"]
        (within,) = around.get("childFrames", [around])
        self.frame = within["frame"]["id"]

    def tree(self) -> list[dict[str, Any]]:
        """All nodes of the page."""
        asked = {"frameId": self.frame}
        return list(self.chrome.send("Accessibility.getFullAXTree", asked)["nodes"])

    def nodes(self, role: str) -> list[dict[str, Any]]:
        """The nodes of a role."""
        return [
            node
            for node in self.tree()
            if not node["ignored"] and node["role"].get("value") == role
        ]

    def named(self, role: str, words: str) -> list[dict[str, Any]]:
        return [node for node in self.nodes(role) if words in node["name"]["value"]]

    def press(self, node: dict[str, Any], key: str) -> None:
        self.chrome.send("DOM.focus", {"backendNodeId": node["backendDOMNodeId"]})
        self.keyboard.press(key)

    def said(self) -> str:
        """All that stands in the log."""
        tree = self.tree()
        by_id = {node["nodeId"]: node for node in tree}
        (log,) = [node for node in tree if node["role"].get("value") == "log"]
        words, waiting = [], [log]
        while waiting:
            node = waiting.pop()
            if node["role"].get("value") == "StaticText":
                words.append(node["name"]["value"])
            waiting += [by_id[child] for child in reversed(node.get("childIds", []))]
        return " ".join(words)

    def offered(self) -> list[dict[str, Any]]:
        """The buttons among the moves to choose from."""
        tree = self.tree()
        by_id = {node["nodeId"]: node for node in tree}
        groups = [node for node in tree if node.get("name", {}).get("value") == GROUP]
        inside = [by_id[child] for group in groups for child in group.get("childIds", [])]
        return [node for node in inside if node["role"]["value"] == "button"]

    def go_on(self, number: int) -> None:
        """Take a step of a move: where it goes, one of several, or where it begins."""
        targets = self.named("button", "the move can go here")
        chosen = self.named("button", ", chosen")
        begins = self.named("button", "a move can begin here")
        ways = targets or (self.offered() if chosen else begins) or self.offered()
        assert ways, "nothing says how to go on"
        self.press(ways[number % len(ways)], "Enter")


@pytest.mark.both("chromium")
@pytest.mark.parametrize("game", first_in_check(SMALL))
def test_a_game_is_played_to_its_end_by_what_a_screen_reader_is_told(
    player: Player, game: str
) -> None:
    player.begin(game, **SMALL[game])
    reader = Reader(player)
    for number in range(MOST):
        before = player.page.evaluate(PROGRESS)
        reader.go_on(7 * number)
        player.page.wait_for_function(READY, arg=before)
        if ENDS.search(reader.said()):
            break
    assert ENDS.search(reader.said())


@pytest.mark.both("chromium")
def test_a_reader_hears_the_own_move_and_the_answer_and_no_drawing(player: Player) -> None:
    player.begin("filo", second="level:1")
    reader = Reader(player)
    reader.press(reader.named("button", "nter 2 checkers")[0], "Enter")
    player.await_ply(2)
    player.page.wait_for_selector(".yours")
    said = reader.said()
    assert "White enters 2 checkers" in said
    assert "Black enters" in said
    assert said.index("White enters") < said.index("Black enters")
    tree = reader.tree()
    (board,) = [node for node in tree if node.get("name", {}).get("value") == "F.I.L.O. board"]
    by_id = {node["nodeId"]: node for node in tree}
    kinds = {by_id[child]["role"]["value"] for child in board["childIds"]}
    assert kinds == {"button"}


@pytest.mark.both("chromium")
def test_the_board_has_the_keys_and_the_focus_stays_at_its_cell(player: Player) -> None:
    """A screen reader passes keys on in an application, and follows the element at the focus."""
    player.begin("splay")
    reader = Reader(player)
    (board,) = reader.nodes("application")
    assert board["name"]["value"] == "Splay board"
    reader.press(reader.named("button", "a move can begin here")[30], "Escape")
    name = "document.activeElement.getAttribute('aria-label')"
    before = player.page.evaluate(f"window.there = document.activeElement; {name}")
    player.tab.keyboard.press("Enter")
    player.await_ply(1)
    assert player.page.evaluate("there === document.activeElement && there.isConnected")
    assert player.page.evaluate(name) != before
    player.tab.keyboard.press("ArrowLeft")
    assert player.page.evaluate("there !== document.activeElement && there.isConnected")


@pytest.mark.both("chromium")
def test_a_key_reads_the_board(player: Player) -> None:
    player.begin("silo")
    player.page.focus(".hit")
    player.tab.keyboard.press("r")
    said = Reader(player).said()
    assert "a, stack of three, red on top" in said
    assert "f, stack of three, blue on top" in said


def test_a_key_reads_the_reserves_of_the_position_that_is_shown(player: Player) -> None:
    player.begin("filo")
    player.move()
    player.page.evaluate("document.activeElement.blur()")
    player.page.keyboard.press("Home")
    player.wait_for("After move 0 of 1")
    player.page.focus(".hit")
    player.tab.keyboard.press("r")
    assert "white reserve: 12 w. black reserve: 12 b." in Reader(player).said()


@pytest.mark.both("chromium")
@pytest.mark.nightly
def test_moves_are_typed_and_a_wrong_one_says_why(player: Player) -> None:
    player.begin("pit_of_pillars")
    page = player.page
    page.fill("#typedmove", "D4")
    player.tab.keyboard.press("Enter")
    player.await_ply(1)
    page.fill("#typedmove", "a8")
    player.tab.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#refusal')?.textContent")
    assert page.input_value("#typedmove") == "a8"
    page.click("#explore")
    page.wait_for_selector(".yours .hit.choice")
    page.fill("#typedmove", "D5")
    player.tab.keyboard.press("Enter")
    page.wait_for_selector("#explored .variations button:text-is('d5')")
    assert player.ply == 1


def test_a_sentence_beside_the_board_is_heard_once(player: Player) -> None:
    player.begin("silo")
    player.page.click("#resign")
    player.wait_for("again to give up the match")  # in a region that is read by itself
    assert "again to give up the match" not in Reader(player).said()


def test_who_resigns_by_keyboard_stands_at_the_result(player: Player) -> None:
    player.begin("silo")
    player.page.focus("#resign")
    for _ in range(2):
        player.page.keyboard.press("Enter")
    player.page.wait_for_selector("#ending")
    player.page.wait_for_function("() => document.activeElement.id === 'verdict'")


@pytest.mark.both("chromium")
@pytest.mark.nightly
def test_arrow_keys_look_back_and_on(player: Player) -> None:
    player.begin("silo")
    player.move()
    player.move()
    player.page.focus("#settings")
    player.tab.keyboard.press("ArrowLeft")
    player.wait_for("After move 1 of 2")
    player.tab.keyboard.press("Home")
    player.wait_for("After move 0 of 2")
    player.tab.keyboard.press("End")
    player.page.wait_for_selector(".yours .hit.choice")


@pytest.mark.nightly
def test_that_it_is_your_turn_is_seen_in_the_title_and_the_icon(new_player: NewPlayer) -> None:
    first, second = new_player(), new_player()
    first.begin("silo", second="friend")
    second.join(first)
    icon = "document.querySelector('link[rel=icon]').href"
    assert first.page.title().startswith("Your turn")
    assert first.page.evaluate(icon).endswith("icon-turn.svg")
    assert second.page.title().startswith("Silo")
    first.move()
    second.page.wait_for_function("() => document.title.startsWith('Your turn')")
    assert first.page.title().startswith("Silo")
    assert first.page.evaluate(icon).endswith("icon.svg")


@pytest.mark.nightly
@pytest.mark.parametrize("android", [False, True])
def test_a_notification_comes_when_it_was_asked_for_and_nobody_looks(
    new_player: NewPlayer, *, android: bool
) -> None:
    """On Android only a service worker may notify."""
    first, second = new_player(), new_player(permissions=["notifications"])
    second.page.add_init_script(
        f"const android = {str(android).lower()};"
        """window.told = [];
        const tell = (title, { body }) => window.told.push(`${title}: ${body}`);
        window.Notification = class {
            static permission = "granted";
            static requestPermission = async () => "granted";
            constructor(...told) { if (android) throw new TypeError(); else tell(...told); }
            addEventListener() {}
        };
        if (android && isSecureContext) {
            ServiceWorkerRegistration.prototype.showNotification = async (...told) => tell(...told);
        }
        Object.defineProperty(document, "hidden", { get: () => window.away === true });"""
    )
    first.begin("silo", second="friend")
    second.join(first)
    second.set("notify")
    second.page.wait_for_selector('#notify[aria-pressed="true"]')
    second.page.evaluate("window.away = true")
    first.move()
    second.page.wait_for_function("() => window.told.length === 1")
    assert "Your turn" in second.page.evaluate("window.told[0]")
