"""Links of games, as the page of a game by letter opens them."""

from __future__ import annotations

import pytest

from stackyard.errors import RecordError
from stackyard_web.letters import opened


def test_a_link_is_opened_and_played_on() -> None:
    found = opened("https://example.org/#/letter/silo,B-FzCE", "c", None, flip=False, plies=100)
    assert found["ply"] == found["end"] == 3
    assert found["link"].startswith("silo,B")


def test_a_long_link_and_a_long_game_are_not_shown() -> None:
    with pytest.raises(RecordError, match="it has 5007 characters; at most 4000 are read"):
        opened("silo,B-" + "A" * 5000, "", None, flip=False, plies=1)
    with pytest.raises(RecordError, match="the game has 2 moves; at most 1 are shown"):
        opened("silo,B-FzCE", "", None, flip=False, plies=1)
