"""The hooks of this package; everything else is imported when it is used."""

from __future__ import annotations

from stackyard.descriptions import PlayerKind
from stackyard.plugins.hookspecs import RegisterNamed, RegisterPlayer, hookimpl


@hookimpl
def stackyard_register_commands(commands: RegisterNamed) -> None:
    """Register engine."""
    commands(
        "engine",
        "stackyard_protocols.commands.engine:command",
        "Answer a program that speaks UGI or GTP, on standard input and output.",
    )


@hookimpl
def stackyard_register_players(register: RegisterPlayer) -> None:
    """Register ugi and gtp."""
    for name in ("ugi", "gtp"):
        register(
            PlayerKind(
                name,
                f"Plays as a program does that speaks {name.upper()}, such as {name}:program.",
                runs="command",
            ),
            f"stackyard_protocols.{name}_player:{name.title()}Player",
        )
