"""How the shells are answered that ask for what to offer when Tab is pressed."""

from __future__ import annotations

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

from stackyard.text import in_one_line
from stackyard_cli.error_handling import telling


class _Quiet(ShellComplete):
    """Offers nothing where something fails: a sentence would stand in the line being typed."""

    def complete(self) -> str:
        """What the shell reads."""
        try:
            with telling():
                return super().complete()
        except click.ClickException:
            return ""

    def format_completion(self, item: CompletionItem) -> str:
        """A word and what it stands for, in the lines that the shell's script expects."""
        about = in_one_line(item.help or "")
        return super().format_completion(
            CompletionItem(in_one_line(item.value), item.type, about or None)
        )


@add_completion_class
class Bash(_Quiet, BashComplete):
    """Answers bash."""


@add_completion_class
class Zsh(_Quiet, ZshComplete):
    """Answers zsh."""


@add_completion_class
class Fish(_Quiet, FishComplete):
    """Answers fish."""
