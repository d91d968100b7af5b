"""The hooks that the command line adds: commands of its prompts, and the level that fits a person.

A plugin marks them with `hookimpl(optionalhook=True)`, so that it is complete without the command
line. They are specified when the command line first calls one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from stackyard.plugins.guard import Guard
from stackyard.plugins.hookspecs import hookspec
from stackyard.plugins.registry import registry

if TYPE_CHECKING:
    from stackyard.turnloop.history import Course
    from stackyard_cli.match_prompt import MatchPrompt
    from stackyard_cli.prompt_commands import PromptCommand
    from stackyard_cli.screen import Screen


class FittingLevel(NamedTuple):
    """A level, and the reason for it in a sentence without the full stop."""

    level: int
    reason: str


class ReplayPrompt(Protocol):
    """A replay, as its further commands see it."""

    screen: Screen
    flip: bool
    ply: int

    @property
    def course(self) -> Course:
        """The course up to the position that is shown."""

    def refuse(self, sentence: str) -> None:
        """Say why a command was not carried out."""


@hookspec
def stackyard_match_commands(prompt: MatchPrompt) -> Sequence[PromptCommand] | None:
    """Further commands of the prompt of a match that goes on, such as `hint`."""


@hookspec
def stackyard_post_game_commands(prompt: MatchPrompt) -> Sequence[PromptCommand] | None:
    """Further commands of the prompt of a match that is over, such as `review`."""


@hookspec
def stackyard_replay_commands(prompt: ReplayPrompt) -> Sequence[PromptCommand] | None:
    """Further commands of the prompt of a replay, such as `hint`."""


@hookspec(firstresult=True)
def stackyard_fitting_level(game: str) -> FittingLevel | None:
    """The level of the next match of a game for `--level auto`, and why.

    None leaves it to the next plugin.
    """


def caller(hook: str, guard: Guard | None) -> Callable[..., Any]:
    """A caller of one of these hooks: see `Manager.caller`."""
    manager = registry().manager
    known = getattr(manager.hook, hook, None)
    if known is None or not known.has_spec():
        manager.add_hookspecs(sys.modules[__name__])
    return manager.caller(hook, guard)
