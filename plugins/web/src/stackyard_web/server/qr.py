"""Addresses as QR codes, for phones; drawn here, so that nobody else hears of a link."""

from __future__ import annotations

from io import BytesIO
from typing import TextIO


def svg(address: str) -> str:
    """A picture of it."""
    import segno

    drawn = BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(drawn, kind="svg", xmldecl=False, scale=4, border=4, light="#fff", dark="#000")
    return drawn.getvalue().decode()


def in_terminal(address: str, out: TextIO) -> None:
    """It in half blocks."""
    import segno

    segno.make(address, error="l", micro=False).terminal(out, border=2, compact=True)
