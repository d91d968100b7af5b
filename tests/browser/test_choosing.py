"""Choosing among many moves of one stack, with Tak of the documents."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import Player, Server

GAME = Path(__file__).parents[2] / "docs/authors/games/tak/src"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOST = 12


@pytest.fixture(scope="module")
def tak_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STACKYARD_PLUGINS", "stackyard_tak.plugin")
        patch.setenv("PYTHONPATH", os.pathsep.join([str(GAME), os.environ.get("PYTHONPATH", "")]))
        started = Server(tmp_path_factory.mktemp("tak") / "archive.sqlite3")
    yield started
    started.kill()


@pytest.mark.nightly
@pytest.mark.parametrize("context", [{}, PHONE], ids=["desk", "phone"])
def test_a_stack_of_five_is_moved_by_a_few_clicks(
    chromium: Browser, tak_server: Server, context: dict[str, object]
) -> None:
    page = chromium.new_context(**context).new_page()  # type: ignore[arg-type]
    player = Player(page, tak_server)
    player.begin("tak")
    if context:
        player.set("confirm")  # which is on at first where fingers play

    def click(name: str) -> None:
        page.locator(f'.hit[data-name^="{name},"]').click()

    def buttons() -> list[str]:
        return page.locator("#choices button").all_inner_texts()

    for ply, cell in enumerate(("a1", "e5"), 1):  # a lone move needs no button
        click(cell)
        player.await_ply(ply)
    assert buttons() == []  # they come when a cell is chosen
    turns = ["c3", "c4", "d3", "c4 c3", "d3 c3", "b3", "c2", "b3 c3", "c2 c3", "b1"]
    for ply, turn in enumerate(turns, 3):
        for cell in turn.split():
            click(cell)
        if " " not in turn:
            page.wait_for_selector("#choices button")
            assert buttons()[:2] == [f"Place a flat stone on {turn}", f"Place a wall on {turn}"]
            page.click("#choices button")
        player.await_ply(ply)
    click("c3")
    assert buttons() == []
    click("d3")
    assert buttons()[0] == "Move a piece from c3 to d3"
    assert len(buttons()) == MOST
    click("e3")
    assert len(buttons()) <= MOST
    assert all("from c3 to the right, leaving 1 on d3 and" in words for words in buttons())
    page.click("#choices button >> nth=1")
    player.await_ply(len(turns) + 3)
    assert page.locator("#moves button").last.inner_text() == "3c3>12"
    assert player.problems == []
    page.context.close()
