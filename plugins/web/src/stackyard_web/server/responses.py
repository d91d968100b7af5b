"""What leaves the server for people to see: nothing in it commands a terminal or turns letters."""

from __future__ import annotations

import logging
from typing import Any

from starlette.responses import JSONResponse

from stackyard.text import all_printable, printable


class Json(JSONResponse):
    """A document whose texts are shown on pages."""

    def render(self, content: Any) -> bytes:
        """The document as it is sent."""
        return super().render(all_printable(content))


class Lines(logging.Formatter):
    """The lines of the log, tracebacks included."""

    def format(self, record: logging.LogRecord) -> str:
        """One entry."""
        return printable(super().format(record))
