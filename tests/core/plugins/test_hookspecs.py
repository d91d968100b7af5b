from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from stackyard.plugins import hookspecs as registration
from stackyard.turnloop import hookspecs as turn_loop
from stackyard.turnloop.hooks import TURN_LOOP

MARK = f"{registration.PROJECT}_spec"
HOOKS: dict[str, Callable[..., Any]] = {
    name: value
    for module in (registration, turn_loop)
    for name, value in vars(module).items()
    if getattr(value, MARK, None)
}


def test_the_hooks_are_those_of_registration_and_of_the_turn_loop() -> None:
    kinds = ("games", "players", "commands", "executors", "terms", "exporters", "importers")
    names = ["stackyard_addhooks", *(f"stackyard_register_{kind}" for kind in kinds)]
    assert [name for name in HOOKS if name in vars(registration)] == names
    assert set(TURN_LOOP) <= {name for name in HOOKS if name in vars(turn_loop)}
    assert TURN_LOOP == (
        "stackyard_match_started",
        "stackyard_turn_started",
        "stackyard_choose_move",
        "stackyard_time_left",
        "stackyard_move_played",
        "stackyard_turn_finished",
        "stackyard_match_finished",
    )


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_is_documented_in_sentences(name: str) -> None:
    text = inspect.getdoc(HOOKS[name]) or ""
    assert text.split("\n")[0].endswith((".", ";"))
    assert len(text.split()) >= 5


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_is_typed(name: str) -> None:
    signature = inspect.signature(HOOKS[name])
    kinds = [parameter.annotation for parameter in signature.parameters.values()]
    assert inspect.Parameter.empty not in [*kinds, signature.return_annotation]
    assert signature.parameters


def test_only_what_answers_stops_at_the_first_answer() -> None:
    options = {name: getattr(hook, MARK) for name, hook in HOOKS.items()}
    assert [name for name, chosen in options.items() if chosen["firstresult"]] == [
        "stackyard_choose_move",
        "stackyard_analyse",
    ]
