"""The hooks of this package; heavy modules are imported when a command runs."""

from __future__ import annotations

from stackyard.plugins.hookspecs import RegisterNamed, hookimpl


@hookimpl
def stackyard_register_commands(commands: RegisterNamed) -> None:
    """Register the arena."""
    commands(
        "arena",
        "stackyard_lab.commands.arena:command",
        "Let computer players meet, and rate them.",
    )


@hookimpl
def stackyard_register_executors(register: RegisterNamed) -> None:
    """Register the processes of this machine."""
    register(
        "processes",
        "stackyard_lab.pool:processes",
        "Processes on this machine: the number given, or one for each processor.",
    )
