"""The hooks of this package; heavy modules are imported when the command runs."""

from __future__ import annotations

from stackyard.plugins.hookspecs import RegisterNamed, hookimpl


@hookimpl
def stackyard_register_commands(commands: RegisterNamed) -> None:
    """Register the server."""
    commands("serve", "stackyard_web.serve:command", "Play in the browser.")
