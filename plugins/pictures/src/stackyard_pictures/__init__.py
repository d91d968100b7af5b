"""Positions and matches as pictures: SVG, PNG, films, and parts of pages.

In a notebook, `%load_ext stackyard_pictures` makes courses, matches and analyses draw themselves.
"""

from __future__ import annotations

from typing import Any


def load_ipython_extension(shell: Any) -> None:
    """Let courses, matches and analyses draw themselves; called by `%load_ext`."""
    from stackyard_pictures.notebook import draw_in

    draw_in(shell)
