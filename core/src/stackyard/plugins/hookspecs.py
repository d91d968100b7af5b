"""The hooks of registration, and the markers of hooks.

A plugin is a module (or an object) found through the entry-point group `stackyard`. It marks its
functions with `hookimpl`, and takes only those arguments that it needs. The hooks of the turn loop
are in `stackyard.turnloop.hookspecs`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pluggy

from stackyard.descriptions import Exporter, GameInfo, Importer, PlayerKind, Term

PROJECT = "stackyard"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)

# A target is "module:attribute", imported when first used, or the object itself.
RegisterGame = Callable[[GameInfo, Any], None]
RegisterPlayer = Callable[[PlayerKind, Any], None]
RegisterTerm = Callable[[Term, Any], None]
RegisterExporter = Callable[[Exporter, Any], None]
RegisterImporter = Callable[[Importer, Any], None]
RegisterNamed = Callable[[str, Any, str], None]
RegisterForGame = Callable[[str, Any], None]  # by the name of the game


@hookspec(historic=True)
def stackyard_addhooks(pluginmanager: pluggy.PluginManager) -> None:
    """Add hook specifications with `pluginmanager.add_hookspecs(module_or_class)`.

    Called when the plugin is registered, before any other of its hooks; as in pytest.
    """


@hookspec
def stackyard_register_games(register: RegisterGame) -> None:
    """Call `register(about, target)` for each game; the target is a subclass of Game."""


@hookspec
def stackyard_register_players(register: RegisterPlayer) -> None:
    """Call `register(kind, target)` for each kind of player.

    The target is called as `target(game, seed, **settings)`, the settings being those of the
    kind's options, and returns a Player.
    """


@hookspec
def stackyard_register_commands(commands: RegisterNamed) -> None:
    """Call `commands(name, target, sentence)` for each command; the target is a click command."""


@hookspec
def stackyard_register_executors(register: RegisterNamed) -> None:
    """Call `register(name, target, sentence)` for each way to run work in parallel.

    The target is called with the part of `NAME:ARGUMENT` after the colon (an empty string without
    one) and returns a `concurrent.futures.Executor`. A call whose worker died raises
    `concurrent.futures.BrokenExecutor`. Two attributes are optional: `in_flight`, the number of
    calls to submit at a time, and `isolated`, true if a worker has one call at a time and its death
    breaks no other.
    """


@hookspec
def stackyard_register_terms(register: RegisterTerm) -> None:
    """Call `register(term, target)` for each term that players can agree on.

    The target is called with a text that a person gave, and returns the text that is kept with
    the match (`match.terms`, where the plugin's hooks find it) and in its record. It raises
    OptionError for a text that will not do.
    """


@hookspec
def stackyard_register_exporters(register: RegisterExporter) -> None:
    """Call `register(exporter, target)` for each form in which matches can be written.

    The target is called as `target(records, view)`: a sequence of stackyard.Record, of one record
    unless the exporter takes `many`, and a stackyard.records.export.View. It returns bytes.
    """


@hookspec
def stackyard_register_importers(register: RegisterImporter) -> None:
    """Call `register(importer, target)` for each form from which matches can be read.

    The target is called as `target(text)` with the content of a file, and returns a sequence of
    stackyard.Record; `stackyard.records.writer.record_from_moves` makes one. It raises
    RecordError for a text that it cannot read.
    """
