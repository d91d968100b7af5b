"""QR codes of addresses; drawn locally, so that no other server sees a link."""

from __future__ import annotations

from io import BytesIO
from typing import TextIO


def svg(address: str) -> str:
    """The QR code of an address as SVG."""
    import segno

    drawn = BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(drawn, kind="svg", xmldecl=False, scale=4, border=4, light="#fff", dark="#000")
    return drawn.getvalue().decode()


def in_terminal(address: str, out: TextIO) -> None:
    """Print the QR code of an address in half blocks."""
    import segno

    segno.make(address, error="l", micro=False).terminal(out, border=2, compact=True)
