"""The plugin of core itself, registered like any plugin's: hooks, players, formats of records."""

from __future__ import annotations

import pluggy

from stackyard.descriptions import Exporter, PlayerKind
from stackyard.options import Option
from stackyard.plugins.hookspecs import RegisterExporter, RegisterPlayer, hookimpl
from stackyard.turnloop import hookspecs

BUILD_OF = "stackyard.playouts"  # the module whose build `stackyard plugins` shows
SEED = Option(
    "seed", None, range(2**62), "Makes it repeat its choices; else drawn afresh.", "random"
)


@hookimpl
def stackyard_addhooks(pluginmanager: pluggy.PluginManager) -> None:
    """Add the hooks of the turn loop."""
    pluginmanager.add_hookspecs(hookspecs)


@hookimpl
def stackyard_register_players(register: RegisterPlayer) -> None:
    """Register human and random."""
    register(PlayerKind("human", "You, typing moves."), "stackyard.turnloop.players:HumanPlayer")
    register(
        PlayerKind("random", "Plays any legal move, each as likely as the others.", (SEED,)),
        "stackyard.turnloop.players:RandomPlayer",
    )


@hookimpl
def stackyard_register_exporters(register: RegisterExporter) -> None:
    """Register json and jsonl."""
    for name, summary, between in (
        ("json", "A record, to be read again.", None),
        ("jsonl", "A record a line.", ""),
    ):
        media_type = f"application/{name}"
        exporter = Exporter(name, summary, (f".{name}",), media_type, True, False, between)
        register(exporter, f"stackyard.records.export:{name}")
