"""Register the game and its notation; the rest is imported only when it is needed."""

from __future__ import annotations

from stackyard.descriptions import Exporter, GameInfo, Importer
from stackyard.plugins.hookspecs import (
    RegisterExporter,
    RegisterForGame,
    RegisterGame,
    RegisterImporter,
    hookimpl,
)

ABOUT = GameInfo(
    name="tak",
    title="Tak",
    designer="James Ernest and Patrick Rothfuss",
    year=2016,
    summary="Build a road across the board, stone by stone or by moving whole stacks.",
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register Tak."""
    register(ABOUT, "stackyard_tak.game:TakGame")


@hookimpl
def stackyard_register_exporters(register: RegisterExporter) -> None:
    """Register PTN, for Tak alone."""
    ptn = Exporter(
        name="ptn",
        summary="Portable Tak Notation.",
        suffixes=(".ptn",),
        media_type="text/plain",
        many=True,
        between="\n",
        games=("tak",),
    )
    register(ptn, "stackyard_tak.ptn:write")


@hookimpl
def stackyard_register_importers(register: RegisterImporter) -> None:
    """Register PTN."""
    register(Importer("ptn", "Portable Tak Notation.", (".ptn",)), "stackyard_tak.ptn:read")


@hookimpl(optionalhook=True)
def stackyard_register_knowledge(register: RegisterForGame) -> None:
    """Register what the engine knows of it."""
    register(ABOUT.name, "stackyard_tak.knowledge:TakKnowledge")


@hookimpl(optionalhook=True)
def stackyard_register_lessons(register: RegisterForGame) -> None:
    """Register its lesson."""
    register(ABOUT.name, "stackyard_tak/lesson.toml")
