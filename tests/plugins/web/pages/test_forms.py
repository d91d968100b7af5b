from __future__ import annotations

import pytest

from stackyard.errors import StackyardError
from stackyard.plugins.registry import load_game
from stackyard.turnloop.match import Match
from stackyard_web.pages import forms
from stackyard_web.tables.tokens import BOTH, HOSTS, WATCH, Role


def test_the_button_for_a_friend_turns_any_opponent_into_one() -> None:
    for seats, role in (
        ({"first": "me", "second": "level:2"}, HOSTS[0]),
        ({"first": "level:2", "second": "me"}, HOSTS[1]),
        ({"first": "me", "second": "me"}, HOSTS[0]),
        ({"first": "level:1", "second": "level:2"}, HOSTS[0]),
    ):
        asked = forms.read_form("silo", {**seats, "against": "friend"})
        assert asked.specs == ("human", "human")
        assert asked.role == role, seats


def test_the_next_level_is_a_form_that_begins_the_same_match_with_swapped_colours() -> None:
    game = load_game("silo", size="8", height="2")
    start = game.parse_position("rr/bb/rr/bb/rr/bb/rr/bb b")
    match = Match(game, ("human", "level:3"), position=start, terms={"clock": "30s+2"})
    found = forms.stronger(match, HOSTS[0])
    assert found is not None
    assert found.level == 4
    asked = forms.read_form("silo", found.fields)
    assert asked.specs == ("level:4", "human")
    assert asked.role == HOSTS[1]
    assert asked.game.settings == game.settings
    assert asked.start is not None
    assert asked.game.format_position(asked.start) == "rr/bb/rr/bb/rr/bb/rr/bb b"
    assert asked.terms == {"clock": "30s+2"}


@pytest.mark.parametrize(
    ("specs", "role"),
    [
        (("human", "level:8"), HOSTS[0]),
        (("human", "human"), HOSTS[0]),
        (("human", "mcts:seconds=1"), HOSTS[0]),
        (("human", "level:3"), WATCH),
        (("human", "human"), BOTH),
    ],
)
def test_others_are_offered_no_next_level(specs: tuple[str, str], role: Role) -> None:
    assert forms.stronger(Match(load_game("silo"), specs), role) is None


def test_a_clock_without_a_unit_is_asked_about() -> None:
    with pytest.raises(StackyardError, match="write 5min for minutes or 5s for seconds"):
        forms.read_form("silo", {"first": "me", "second": "me", "term-clock": "5"})
