"""Contributions of plugins to games by name, in a hook that another plugin specifies."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from tests.core.plugins.ladder import ladder

from stackyard.plugins.contributions import contribution
from stackyard.plugins.problems import ProblemError
from stackyard.plugins.registry import load_game, registry

if TYPE_CHECKING:
    from tests.toy_games import Yard

HOOK = "stackyard_register_songs"
SONGS = f"""
import pluggy
from stackyard import hookimpl

class Specs:
    @pluggy.HookspecMarker("stackyard")
    def {HOOK}(self, register): ...

@hookimpl
def stackyard_addhooks(pluginmanager):
    pluginmanager.add_hookspecs(Specs)
"""
SINGER = """
from stackyard import hookimpl

@hookimpl(optionalhook=True{how})
def stackyard_register_songs(register):
    register({game!r}, {target!r})
"""


def singer(target: object, game: str = "ladder", how: str = "") -> str:
    return SINGER.format(target=target, game=game, how=how)


def song() -> object:
    """The contribution to the ladder."""
    found = contribution(HOOK, type(load_game("ladder")))
    return None if found is None else found.load()


@pytest.fixture(autouse=True)
def _with_a_ladder(yard: Yard) -> None:
    yard.install("game", ladder())


def test_a_plugin_contributes_to_a_game_that_another_wrote(yard: Yard) -> None:
    yard.install("songs", SONGS)
    yard.install("singer", singer(("la",)))
    yard.install("other", singer(("na",), game="silo"))
    assert song() == ("la",)
    assert registry().problems == []


@pytest.mark.parametrize(
    ("how", "first"),
    [("", "z"), (", tryfirst=True", "a")],
    ids=["as registered", "first"],
)
def test_the_plugin_that_is_called_first_counts(yard: Yard, how: str, first: str) -> None:
    yard.install("songs", SONGS)
    yard.install("a", singer(("a",), how=how))
    yard.install("z", singer(("z",)))
    assert song() == (first,)


def test_a_target_is_imported_when_it_is_used(yard: Yard) -> None:
    yard.install("songs", SONGS)
    yard.install("singer", singer("missing_songs:song"))
    found = contribution(HOOK, type(load_game("ladder")))
    assert found is not None
    with pytest.raises(ProblemError) as caught:
        found.load()
    assert caught.value.problem.kind == "not-imported"
    assert caught.value.problem.name == "singer"


def test_without_the_plugin_that_specifies_the_hook_nothing_is_asked_for(yard: Yard) -> None:
    yard.install("singer", singer(("la",)))
    assert song() is None
    assert registry().problems == []


def test_a_class_that_only_has_the_name_of_the_game_gets_nothing(yard: Yard) -> None:
    yard.install("songs", SONGS)
    yard.install("singer", singer(("la",)))
    kind = type(load_game("ladder"))
    other = type("Other", kind.__mro__[1:2], {"about": kind.about})
    assert contribution(HOOK, other) is None
    assert contribution(HOOK, type("Rarer", (kind,), {})) is not None


def test_a_plugin_that_fails_is_named_and_the_others_count(
    yard: Yard, caplog: pytest.LogCaptureFixture
) -> None:
    yard.install("songs", SONGS)
    yard.install("bad", singer(("la",)).replace("register('ladder'", "1 / 0; register('ladder'"))
    yard.install("singer", singer(("na",)))
    with caplog.at_level(logging.WARNING, "stackyard"):
        assert song() == ("na",)
    (problem,) = registry().problems
    assert (problem.name, problem.kind) == ("bad", "hook-failed")
    assert problem.sentence.startswith(f"{HOOK} failed: ")
    assert "plugin bad" in caplog.text
