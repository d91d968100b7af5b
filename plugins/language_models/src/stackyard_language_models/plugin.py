"""The command `stackyard mcp`."""

from __future__ import annotations

from stackyard.plugins.hookspecs import RegisterNamed, hookimpl


@hookimpl
def stackyard_register_commands(commands: RegisterNamed) -> None:
    """Register mcp."""
    commands(
        "mcp",
        "stackyard_language_models.command:command",
        "Let a language model play, by the Model Context Protocol.",
    )
