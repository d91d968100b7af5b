"""The commands that plugins add to the prompts, and those of packages that are absent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain

from stackyard.plugins.registry import registry
from stackyard_cli.absent import prompt_command_missing
from stackyard_cli.hookspecs import caller
from stackyard_cli.prompt_commands import ANY_NUMBER, PromptCommand

# Our own, by the hook through which they come.
OURS = {
    "stackyard_match_commands": ("hint",),
    "stackyard_post_game_commands": ("review", "learn"),
    "stackyard_replay_commands": ("hint",),
}


def further_commands(
    hook: str, prompt: object, refuse: Callable[[str], None]
) -> list[PromptCommand]:
    """The commands that plugins add by a hook.

    In place of one of ours whose package is absent stands a hidden command, which calls `refuse`
    with a sentence that names the package.
    """
    given = caller(hook, registry().manager.guard)(prompt=prompt)
    found: list[PromptCommand] = [*chain(*given)]
    names = {command.name for command in found}

    def missing(name: str, arguments: Sequence[str]) -> None:
        refuse(prompt_command_missing(name))

    return found + [
        PromptCommand(name, "", partial(missing, name), "", ANY_NUMBER, hidden=True)
        for name in OURS[hook]
        if name not in names
    ]
