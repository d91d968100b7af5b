"""The formats of this package; what draws is imported when a match is exported."""

from __future__ import annotations

from stackyard.descriptions import Exporter
from stackyard.plugins.hookspecs import RegisterExporter, hookimpl


@hookimpl
def stackyard_register_exporters(register: RegisterExporter) -> None:
    """Register svg, png and gif."""
    for name, summary, media_type in (
        ("svg", "The match as an animation.", "image/svg+xml"),
        ("png", "The last position of a match, or another.", "image/png"),
        ("gif", "The match as an animation in pixels.", "image/gif"),
    ):
        exporter = Exporter(name, summary, (f".{name}",), media_type, False, True)
        register(exporter, f"stackyard_pictures.exporters:{name}")
