"""The commands that plugins register for prompts, and those that an absent package would bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

from stackyard.plugins.registry import Registered, registry
from stackyard_cli.absent import PROMPT_COMMANDS_OF, package_words
from stackyard_cli.hookspecs import PromptName
from stackyard_cli.prompt_commands import ANY_NUMBER, PromptCommand


class Refusing(Protocol):
    """A prompt, which says why a command is not carried out."""

    def refuse(self, sentence: str) -> None:
        """Show a sentence without the full stop."""


def registered_commands(name: PromptName, prompt: Refusing) -> list[PromptCommand]:
    """The commands registered for a prompt of that name, then hidden ones of absent packages.

    If several plugins register a command, the first one called counts.
    """
    everywhere = _registered()
    known = {command for _, command in everywhere}
    return [
        *[
            PromptCommand(
                command,
                registered.about,
                partial(registered.call, prompt),
                arguments,
                len(arguments.split()),
            )
            for (at, command), (registered, arguments) in everywhere.items()
            if at == name
        ],
        *[
            PromptCommand(
                command, "", partial(_refuse, command, prompt), "", ANY_NUMBER, hidden=True
            )
            for command in PROMPT_COMMANDS_OF
            if command not in known
        ],
    ]


def registered_names() -> set[str]:
    """The names of all these commands, at whichever prompt."""
    return {*PROMPT_COMMANDS_OF, *[name for _, name in _registered()]}


def _refuse(command: str, prompt: Refusing, arguments: Sequence[str]) -> None:
    """Say which package brings a command."""
    prompt.refuse(package_words(command, PROMPT_COMMANDS_OF[command]))


def _registered() -> dict[tuple[str, str], tuple[Registered, str]]:
    """The commands that plugins register, by prompt and name, each with its arguments."""
    plugins = registry()
    found: dict[tuple[str, str], tuple[Registered, str]] = {}

    def register(
        prompt: PromptName, name: str, target: Any, sentence: str, arguments: str = ""
    ) -> None:
        registered = Registered(sentence, target, plugins.last_called())
        found.setdefault((prompt, name), (registered, arguments))

    plugins.manager.caller("stackyard_register_prompt_commands", plugins)(register=register)
    return found
