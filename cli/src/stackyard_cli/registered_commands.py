"""The commands that plugins register for prompts, and those that an absent package would bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from stackyard.errors import StackyardError
from stackyard.plugins.guard import last_called
from stackyard.plugins.registry import Registered, registry
from stackyard_cli.absent import PROMPT_COMMANDS_OF, package_words
from stackyard_cli.hookspecs import PromptName


class Refusing(Protocol):
    """A prompt, which says why a command is not carried out."""

    def refuse(self, sentence: str) -> None:
        """Show a sentence without the full stop."""


@dataclass(frozen=True)
class RegisteredCommand:
    """A command of a prompt; `registered` is None if its package is absent."""

    name: str
    sentence: str = ""
    arguments: str = ""
    registered: Registered | None = None

    @property
    def max_arguments(self) -> int:
        """The number of arguments that it takes at most."""
        return len(self.arguments.split())

    @property
    def absent(self) -> bool:
        """True if it says only which package brings it."""
        return self.registered is None

    def run(self, prompt: Refusing, arguments: Sequence[str]) -> None:
        """Run it at a prompt, or say why that is not possible."""
        if self.registered is None:
            prompt.refuse(package_words(self.name, PROMPT_COMMANDS_OF[self.name]))
            return
        try:
            self.registered.load()(prompt, arguments)
        except StackyardError as refused:
            prompt.refuse(str(refused))


def registered_commands(prompt: PromptName) -> list[RegisteredCommand]:
    """The commands registered for a prompt, then those of absent packages.

    If several plugins register a name, the first one called counts.
    """
    everywhere = _registered()
    known = {name for _, name in everywhere}
    missing = [RegisteredCommand(name) for name in PROMPT_COMMANDS_OF if name not in known]
    return [*[one for (at, _), one in everywhere.items() if at == prompt], *missing]


def registered_names() -> set[str]:
    """The names of all these commands, at whichever prompt."""
    return {*PROMPT_COMMANDS_OF, *[name for _, name in _registered()]}


def _registered() -> dict[tuple[str, str], RegisteredCommand]:
    """The commands that plugins register, by prompt and name."""
    plugins = registry()
    found: dict[tuple[str, str], RegisteredCommand] = {}

    def register(
        prompt: PromptName, name: str, target: Any, sentence: str, arguments: str = ""
    ) -> None:
        registered = Registered(sentence, target, plugins.provider(last_called()[0]))
        command = RegisteredCommand(name, sentence, arguments, registered)
        found.setdefault((prompt, name), command)

    manager = plugins.manager
    manager.caller("stackyard_register_prompt_commands", manager.guard)(register=register)
    return found
