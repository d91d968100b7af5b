"""Hooks that plugins add, and plugins that plugins bring."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from stackyard.plugins.registry import registry

if TYPE_CHECKING:
    from tests.toy_games import Yard

TOURNEY = """
import pluggy
from stackyard import hookimpl

hookspec = pluggy.HookspecMarker("stackyard")

class Specs:
    @hookspec
    def tourney_round(self, number: int) -> str: ...

    @hookspec(firstresult=True)
    def stackyard_tourney_prize(self, number: int) -> str: ...

@hookimpl
def stackyard_addhooks(pluginmanager):
    pluginmanager.add_hookspecs(Specs)
"""
HALL = """
from stackyard import hookimpl

@hookimpl
def tourney_round(number):
    return f"hall {number}"
"""


def problems() -> list[str]:
    return [f"{problem.name}: {problem.sentence}" for problem in registry().problems]


def test_the_plugin_that_answered_was_called_last_whatever_it_called_itself(yard: Yard) -> None:
    asks = "from stackyard.plugins.registry import registry\n    registry().manager.hook."
    yard.install("a-tourney", TOURNEY)
    yard.install("hall", HALL)
    prize = (
        f"def stackyard_tourney_prize(number):\n    {asks}tourney_round(number=1)\n    return 'cup'"
    )
    yard.install("judge", f"from stackyard import hookimpl\n@hookimpl\n{prize}")
    assert registry().manager.hook.stackyard_tourney_prize(number=3) == "cup"
    assert registry().last_called().name == "judge"


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_a_hook_that_a_plugin_adds_is_called_whichever_comes_first(yard: Yard, order: str) -> None:
    yard.install(f"{order[0]}-tourney", TOURNEY)
    yard.install(f"{order[1]}-hall", HALL)
    assert problems() == []
    assert registry().manager.hook.tourney_round(number=3) == ["hall 3"]
    hall = registry().provider(f"{order[1]}_hall")
    assert hall.hooks == ["tourney_round"]


def test_without_the_plugin_that_adds_it_the_hook_is_unknown(yard: Yard) -> None:
    yard.install("hall", HALL)
    assert problems() == ["hall: there is no hook tourney_round"]


def test_a_hook_like_others_in_what_all_have_alone_is_no_misspelling(yard: Yard) -> None:
    yard.install("hall", HALL.replace("tourney_round", "stackyard_register_openings"))
    assert problems() == ["hall: there is no hook stackyard_register_openings"]


def test_an_optional_hook_may_be_unknown(yard: Yard) -> None:
    yard.install("hall", HALL.replace("@hookimpl", "@hookimpl(optionalhook=True)"))
    assert problems() == []


def test_a_function_may_have_another_name_than_its_hook(yard: Yard) -> None:
    source = HALL.replace("@hookimpl", '@hookimpl(specname="stackyard_turn_started")')
    yard.install("hall", source.replace("number", "match"))
    assert problems() == []
    assert registry().provider("hall").hooks == ["stackyard_turn_started"]


def test_a_misspelt_added_hook_is_told_with_the_one_that_was_meant(yard: Yard) -> None:
    yard.install("tourney", TOURNEY)
    yard.install("hall", HALL.replace("tourney_round", "tourney_rounds"))
    assert problems() == ["hall: there is no hook tourney_rounds; did you mean tourney_round?"]


def test_an_added_hook_with_other_arguments_is_a_problem_of_the_plugin_that_implements_it(
    yard: Yard,
) -> None:
    yard.install("a-hall", HALL.replace("number", "letter"))
    yard.install("b-tourney", TOURNEY)
    (problem,) = registry().problems
    assert problem.name == "a_hall"
    assert "letter" in problem.sentence
    assert registry().manager.hook.tourney_round(number=3) == []
    assert registry().manager.hook.stackyard_tourney_prize(number=3) is None


def test_a_plugin_that_fails_to_add_hooks_is_told_and_the_others_go_on(yard: Yard) -> None:
    yard.install("bad", TOURNEY + "    raise RuntimeError('oh')\n")
    yard.install("hall", HALL)
    assert problems() == ["bad: stackyard_addhooks failed: RuntimeError: oh (bad.py, line 17)"]
    assert registry().manager.hook.tourney_round(number=3) == ["hall 3"]


def test_a_plugin_that_fails_in_an_added_hook_is_named(
    yard: Yard, caplog: pytest.LogCaptureFixture
) -> None:
    yard.install("a-tourney", TOURNEY)
    yard.install("hall", HALL)
    yard.install("ruin", HALL.replace("return", "raise RuntimeError('oh') #"))
    with caplog.at_level(logging.WARNING, "stackyard"):
        assert registry().manager.hook.tourney_round(number=3) == ["hall 3"]
    words = "tourney_round failed: RuntimeError: oh (ruin.py, line 6)"
    remedy = "(to mend it: tell its author, or leave it out by --no-plugin ruin)"
    assert caplog.messages == [f"plugin ruin (ruin 1.0): {words} {remedy}"]
    assert problems() == [f"ruin: {words}"]


def test_a_plugin_may_bring_another(yard: Yard) -> None:
    source = """
    from stackyard import hookimpl
    from stackyard.descriptions import Exporter

    class Second:
        @hookimpl
        def stackyard_register_exporters(self, register):
            register(Exporter("blank", "Nothing.", (".blank",), "text/plain"), bytes)

    @hookimpl
    def stackyard_addhooks(pluginmanager):
        pluginmanager.register(Second(), "second")
    """
    yard.install("first", source)
    assert problems() == []
    assert registry().exporters["blank"].provider.name == "second"


def test_wrappers_go_round_the_hooks_of_registration(yard: Yard) -> None:
    source = """
    from stackyard import hookimpl
    seen = []
    @hookimpl(wrapper=True)
    def stackyard_register_players(register):
        seen.append("before")
        result = yield
        seen.append("after")
        return result
    """
    yard.install("around", source)
    assert problems() == []
    assert yard.module("around").seen == ["before", "after"]


def test_the_order_of_calls_gives_no_plugin_the_name_of_an_earlier_one(yard: Yard) -> None:
    source = """
    from stackyard import hookimpl
    from stackyard.descriptions import PlayerKind
    @hookimpl(tryfirst=True)
    def stackyard_register_players(register):
        register(PlayerKind("random", "Mine."), dict)
    """
    yard.install("greedy", source)
    (problem,) = problems()
    assert problem.startswith("greedy: the player random is already provided by core (")
    assert registry().player("random").provider.name == "core"
