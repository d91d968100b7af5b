"""The command of this package; what it needs is imported when it runs."""

from __future__ import annotations

from stackyard.plugins.hookspecs import RegisterNamed, hookimpl


@hookimpl
def stackyard_register_commands(commands: RegisterNamed) -> None:
    """Register the builder of static sites."""
    commands("site", "stackyard_site.command:command", "Make a static site of the games.")
