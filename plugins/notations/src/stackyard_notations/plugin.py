"""The formats of this package; what reads and writes them is imported when it is needed."""

from __future__ import annotations

from collections.abc import Callable

from stackyard.descriptions import Exporter, Importer
from stackyard.plugins.hookspecs import RegisterExporter, RegisterImporter, hookimpl

TEXT = "text", "Moves to be read by people.", (".txt", ".pgn")
ABSTRACT_PLAY = "abstract_play", "A game record of Abstract Play.", (".ap.json",)
LINK = "link", "The whole game in a link, to send to somebody.", (".link",)


@hookimpl
def stackyard_register_exporters(register: RegisterExporter) -> None:
    """Register text, abstract_play and link."""
    register(
        Exporter(*TEXT, "text/plain", many=True, between="\n"),
        "stackyard_notations.text_writer:write",
    )
    register(
        Exporter(*ABSTRACT_PLAY, "application/json"), "stackyard_notations.abstract_play:write"
    )
    register(
        Exporter(*LINK, "text/plain", many=True, between=""), "stackyard_notations.game_link:write"
    )


@hookimpl
def stackyard_register_importers(register: RegisterImporter) -> None:
    """Register text, abstract_play and link."""
    register(Importer(*TEXT), "stackyard_notations.text_reader:read")
    register(Importer(*ABSTRACT_PLAY), "stackyard_notations.abstract_play:read")
    register(Importer(*LINK), "stackyard_notations.game_link:read")


@hookimpl(optionalhook=True)
def stackyard_register_prompt_commands(register: Callable[[str, str, str, str], None]) -> None:
    """Register link, during a match and after it."""
    for prompt in ("match", "end"):
        register(
            prompt,
            "link",
            "stackyard_notations.game_link:show_link",
            "the whole game in a link, to send to somebody",
        )
