"""The hooks of this package; heavy modules are imported when the command runs."""

from __future__ import annotations

import pluggy

from stackyard.plugins.hookspecs import RegisterNamed, hookimpl
from stackyard_web import hookspecs

RUNS_GAMES = True  # failures inside this package are attributed to the game of the table


@hookimpl
def stackyard_addhooks(pluginmanager: pluggy.PluginManager) -> None:
    """Add the hook by which names are rated."""
    pluginmanager.add_hookspecs(hookspecs)


@hookimpl
def stackyard_register_commands(commands: RegisterNamed) -> None:
    """Register the server, and the way back to a lost seat."""
    commands("serve", "stackyard_web.serve:command", "Play in the browser.")
    commands(
        "seat-code",
        "stackyard_web.seat_code:command",
        "Print the code that gives a player a lost seat back.",
    )
