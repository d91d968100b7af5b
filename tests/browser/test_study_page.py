from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page
from tests.plugins.lab.study.made_up import report

from stackyard_lab.study.page import page

pytestmark = pytest.mark.nightly

PHONE = {"width": 375, "height": 667}
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a study of two variants."""
    path = tmp_path_factory.mktemp("study") / "study.html"
    found = report("splay", {"side": 3}, {"side": 3, "pie": True})
    path.write_text(page(found), encoding="utf-8")
    return path


@pytest.fixture
def open_page(chromium: Browser, file: Path) -> Iterator[Open]:
    """`open_page(**context)`: the page, which must not complain or ask the network for anything."""
    complaints: list[str] = []
    pages: list[Page] = []

    def make(**context: object) -> Page:
        shown = chromium.new_context(**context).new_page()  # type: ignore[arg-type]
        shown.on("console", lambda message: complaints.append(message.text))
        shown.on("pageerror", lambda error: complaints.append(str(error)))
        shown.on("request", lambda request: complaints.append(request.url))
        shown.goto(file.as_uri())
        shown.wait_for_function("() => !document.querySelector('.controls[hidden]')")
        pages.append(shown)
        return shown

    yield make
    for shown in pages:
        shown.context.close()
    assert complaints == [file.as_uri()] * len(pages)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_of_a_study_shuts_nobody_out(open_page: Open, scheme: str) -> None:
    shown = open_page(color_scheme=scheme)
    shown.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    found = Axe().run(shown).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"][:120]) for each in found] == []


def test_the_page_of_a_study_fits_on_a_phone(open_page: Open) -> None:
    shown = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    shown.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert shown.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    board = shown.locator(".replay .board").first.bounding_box()
    assert board is not None
    assert 250 < board["width"] <= PHONE["width"]


def test_a_game_is_replayed_by_keys_buttons_and_slider(open_page: Open) -> None:
    shown = open_page()
    game = shown.locator(".replay").first
    said, drawing = game.locator(".said"), game.locator(".board")
    empty = drawing.inner_html()
    assert said.inner_text().startswith("Before the first turn")
    game.locator(".next").focus()
    shown.keyboard.press("ArrowRight")
    shown.keyboard.press("Enter")
    assert said.inner_text().startswith("Turn 2, black")
    second = drawing.inner_html()
    assert game.locator(".pieces").text_content().count(";") == 1  # type: ignore[union-attr]
    shown.keyboard.press("End")
    last = int(game.locator(".turn").get_attribute("max") or 0)
    assert said.inner_text().startswith(f"Turn {last}, ")
    assert game.locator(".next").get_attribute("aria-disabled") == "true"
    shown.keyboard.press("Home")
    assert drawing.inner_html() == empty
    game.locator(".turn").focus()
    shown.keyboard.press("ArrowRight")
    shown.keyboard.press("ArrowRight")
    assert drawing.inner_html() == second
    assert "Turn 2" in (game.locator(".turn").get_attribute("aria-valuetext") or "")
    game.locator(".back").click()
    assert said.inner_text().startswith("Turn 1, white")
    other = shown.locator(".replay").nth(1).locator(".said")
    assert other.inner_text().startswith("Before the first turn")
