"""Completion in shells: bash, zsh and fish."""

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
from stackyard_cli.error_handling import click_errors


class _Quiet(ShellComplete):
    """Offers nothing after a failure: a message would appear in the line being typed."""

    def complete(self) -> str:
        """The completions as the shell reads them."""
        try:
            with click_errors():
                return super().complete()
        except click.ClickException:
            return ""

    def format_completion(self, item: CompletionItem) -> str:
        """A completion and its description, in the lines that the shell's script expects."""
        about = in_one_line(item.help or "")
        return super().format_completion(
            CompletionItem(in_one_line(item.value), item.type, about or None)
        )


for _shell in (BashComplete, ZshComplete, FishComplete):
    add_completion_class(type(_shell.__name__, (_Quiet, _shell), {}))
