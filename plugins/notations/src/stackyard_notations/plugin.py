"""The formats of this package; what reads and writes them is imported when it is needed."""

from __future__ import annotations

from stackyard.info import Exporter, Importer
from stackyard.plugins.hookspecs import RegisterExporter, RegisterImporter, hookimpl

TEXT = "text", "Moves to be read by people.", (".txt", ".pgn")
ABSTRACT_PLAY = "abstract_play", "A game record of Abstract Play.", (".ap.json",)


@hookimpl
def stackyard_register_exporters(register: RegisterExporter) -> None:
    """Register text and abstract_play."""
    register(
        Exporter(*TEXT, "text/plain", many=True, between="\n"),
        "stackyard_notations.text_writer:write",
    )
    register(
        Exporter(*ABSTRACT_PLAY, "application/json"), "stackyard_notations.abstract_play:write"
    )


@hookimpl
def stackyard_register_importers(register: RegisterImporter) -> None:
    """Register text and abstract_play."""
    register(Importer(*TEXT), "stackyard_notations.text_reader:read")
    register(Importer(*ABSTRACT_PLAY), "stackyard_notations.abstract_play:read")
