"""Commands as a person types them; light, since the first screen and players name some."""

from __future__ import annotations

import shlex

from stackyard.plugins.registry import registry


def command_line(*words: str) -> str:
    """A command as a person types it, with the plugins of this session that are not installed."""
    program = ["stackyard"]
    for provider in registry().providers:  # of a game, a player or a clock, perhaps
        if provider.named and provider.module is not None:
            program += ["--plugin", provider.source]
    return shlex.join([*program, *words])
