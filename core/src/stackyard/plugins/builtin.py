"""The plugin of core itself, registered like any plugin's: hooks, players, formats of records."""

from __future__ import annotations

import pluggy

from stackyard.info import Exporter, Importer, PlayerKind
from stackyard.options import Option
from stackyard.plugins.hookspecs import (
    RegisterExporter,
    RegisterImporter,
    RegisterPlayer,
    hookimpl,
)
from stackyard.turnloop import hookspecs

BUILD_OF = "stackyard.playouts"  # the module whose build `stackyard plugins` shows
BETWEEN = {"jsonl": "", "text": "\n"}  # the matches of a file
ABSTRACT_PLAY = "abstract_play", "A game record of Abstract Play.", (".ap.json",)
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
    """Register json, jsonl, text and abstract_play."""
    for name, summary, suffixes, media_type in (
        ("json", "A record, to be read again.", (".json",), "application/json"),
        ("jsonl", "A record a line.", (".jsonl",), "application/jsonl"),
        ("text", "Moves to be read by people.", (".txt", ".pgn"), "text/plain"),
    ):
        between = BETWEEN.get(name)
        exporter = Exporter(name, summary, suffixes, media_type, True, False, between)
        register(exporter, f"stackyard.records.export:{name}")
    target = "stackyard.records.abstract_play:write"
    register(Exporter(*ABSTRACT_PLAY, "application/json"), target)


@hookimpl
def stackyard_register_importers(register: RegisterImporter) -> None:
    """Register abstract_play."""
    register(Importer(*ABSTRACT_PLAY), "stackyard.records.abstract_play:read")
