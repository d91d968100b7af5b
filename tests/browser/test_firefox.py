"""Whole games in Firefox, by the mouse, without an error on a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.conftest import SMALL
from tests.browser.firefox import FIREFOX, Firefox, open_firefox
from tests.conftest import GAMES

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed"),
]

# The elements to click in a turn, the last step first.
STEPS = (
    "#choices .primary",
    "#choices button",
    ".yours .hit.target",
    ".yours .hit.choice",
)
NEXT = " ?? ".join(f"document.querySelector('{step}')" for step in STEPS)
OVER = "document.querySelector('#result')?.checkVisibility()"
MOST_CLICKS = 300
# Firefox notes this of a form that a service worker answers by leading elsewhere, and goes there.
NOTED = "Failed to load ‘’. A ServiceWorker intercepted the request"


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    with open_firefox(tmp_path) as opened:
        yield opened


def begin(firefox: Firefox, game: str) -> None:
    """Begin against level 1 on a small board, at the page of a game."""
    firefox.await_that("document.querySelector('button.large')")
    wanted = {f"option-{name}": value for name, value in SMALL[game].items()}
    for field, value in {"second": "level:1", **wanted}.items():
        firefox.run(
            f"""(() => {{
                const field = document.getElementById("{field}");
                field.value = "{value}";
                field.dispatchEvent(new Event("change", {{ bubbles: true }}));
            }})()"""
        )
    firefox.click("document.querySelector('button.large')")
    firefox.await_that("document.querySelector('.board')")


def play_on(firefox: Firefox) -> None:
    """Play until the match is over."""
    for _ in range(MOST_CLICKS):
        firefox.await_that(f"{OVER} || ({NEXT})")
        if firefox.run(OVER):
            return
        firefox.click(NEXT)


@pytest.mark.parametrize(("host", "root"), [("server", "/"), ("site", "#/")])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_level(
    game: str, host: str, root: str, firefox: Firefox, request: pytest.FixtureRequest
) -> None:
    firefox.go(f"{request.getfixturevalue(host).url}{root}games/{game}")
    begin(firefox, game)
    play_on(firefox)
    assert firefox.run(OVER)
    assert [problem for problem in firefox.problems if not problem.startswith(NOTED)] == []
