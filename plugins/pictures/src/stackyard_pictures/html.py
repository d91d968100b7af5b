"""Parts of HTML with which objects show themselves in a notebook."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from html import escape

from stackyard.scenes import Scene
from stackyard.text import printable
from stackyard_pictures.svg import describe, draw

CELL = 'style="padding: 0 1em 0 0; text-align: left"'  # notebooks align numbers, not words


def image(scene: Scene, title: str) -> str:
    """The picture of a scene as an image, whose style does not reach the page around it."""
    picture = b64encode(draw(scene, title).encode()).decode()
    words = escape(printable(f"{title}. {describe(scene)}"))
    return f'<img alt="{words}" src="data:image/svg+xml;base64,{picture}"/>'


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of texts; the first of each row is its heading."""
    names = "".join([f'<th scope="col" {CELL}>{_safe(text)}</th>' for text in header])
    body = [
        f'<tr><th scope="row" {CELL}>{_safe(first)}</th>'
        + "".join([f"<td {CELL}>{_safe(text)}</td>" for text in rest])
        + "</tr>\n"
        for first, *rest in rows
    ]
    return f"<table>\n<thead><tr>{names}</tr></thead>\n<tbody>\n{''.join(body)}</tbody>\n</table>"


def paragraph(text: str) -> str:
    """A paragraph of text."""
    return f"<p>{_safe(text)}</p>"


def _safe(text: str) -> str:
    return escape(printable(text))
