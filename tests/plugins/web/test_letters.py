"""Links of games, as the page of a game by letter opens them."""

from __future__ import annotations

import pytest

from stackyard.errors import RecordError
from stackyard_web.letters import opened


def test_a_link_is_opened_and_played_on() -> None:
    found = opened("https://example.org/#/letter#silo,B-FzCE", "c", None, flip=False, plies=100)
    assert found["ply"] == found["end"] == 3
    assert found["link"].startswith("silo,B")


@pytest.mark.parametrize("before", ["", "https://example.org/letter#"])
def test_a_link_of_a_game_that_is_not_on_the_page_is_told(before: str) -> None:
    """Without the advice to install it, which is for the page's host."""
    with pytest.raises(
        RecordError, match=r"^the game of this link, 'chess', is not on this page, which has .*Silo"
    ):
        opened(f"{before}chess,B-FzCE", "", None, flip=False, plies=100)


def test_a_long_link_and_a_long_game_are_not_shown() -> None:
    with pytest.raises(RecordError, match="it has 5007 characters; at most 4000 are read"):
        opened("silo,B-" + "A" * 5000, "", None, flip=False, plies=1)
    with pytest.raises(RecordError, match="the game has 2 moves; at most 1 are shown"):
        opened("silo,B-FzCE", "", None, flip=False, plies=1)
