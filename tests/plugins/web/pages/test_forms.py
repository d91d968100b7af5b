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
    asked = forms.read_form("silo", found)
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


def test_the_fitting_level_comes_from_the_results_of_the_browser() -> None:
    def second(results: str) -> str:
        filled = {"first": "me", "second": "level:auto", "results": results}
        return forms.read_form("silo", filled).specs[1]

    assert second("") == "level:1"
    assert second(" ".join(["1:1", "2:1", "3:1", "4:1", "5:0", "4:1"])) in {
        "level:5",
        "level:6",
        "level:7",
    }
    assert second(" ".join(["3:0"] * 10)) == "level:1"
    assert second("99:1 1:0.5") in {"level:1", "level:2"}  # a level that is gone is left out


@pytest.mark.parametrize("results", ["3", "3:2", "a:1", "3:1,4:0", "-1:1"])
def test_results_that_cannot_be_read_are_refused(results: str) -> None:
    filled = {"first": "me", "second": "level:auto", "results": results}
    with pytest.raises(StackyardError, match="is not a level and points, as in 3:1"):
        forms.read_form("silo", filled)
