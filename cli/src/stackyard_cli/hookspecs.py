"""The hooks by which plugins add to the command line's prompts, and to `--level auto`.

A plugin marks them with `hookimpl(optionalhook=True)`, so that it is complete without the command
line.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol

from stackyard.options import Fields
from stackyard.plugins.hookspecs import hookspec

PromptName = Literal["match", "end", "replay"]


class RegisterPromptCommand(Protocol):
    """The function by which a plugin registers a command of a prompt."""

    def __call__(
        self, prompt: PromptName, name: str, target: Any, sentence: str, arguments: str = ""
    ) -> None:
        """See `stackyard_register_prompt_commands`."""


class FittingLevel(Fields):
    """A level, and the reason for it in a sentence without the full stop."""

    def __init__(self, level: int, reason: str) -> None:
        self.level = level
        self.reason = reason


@hookspec
def stackyard_register_prompt_commands(register: RegisterPromptCommand) -> None:
    """Call `register(prompt, name, target, sentence, arguments)` for each further command.

    The target is called as `target(prompt, arguments)` with the words typed after the name. At the
    prompts "match", during a match, and "end", after it, it gets a
    `stackyard_cli.match_prompt.MatchPrompt`, at "replay" a `stackyard_cli.replay.Replay`; their
    `refuse` says why a command is not carried out, as a StackyardError does.

    :param sentence: the line in the help.
    :param arguments: names each argument in the help, such as `[N]`; more of them are refused.
    """


@hookspec(firstresult=True)
def stackyard_fitting_level(game: str) -> FittingLevel | None:
    """The level for a person's next match of a game, as `--level auto` asks for it.

    None leaves it to the next plugin.
    """
