"""Responses and log lines without control characters or reversed text."""

from __future__ import annotations

import logging
from typing import Any

from starlette.responses import JSONResponse

from stackyard.text import all_printable, printable


class SafeJSONResponse(JSONResponse):
    """A JSON response whose texts are safe to display."""

    def render(self, content: Any) -> bytes:
        """Encode the content."""
        return super().render(all_printable(content))


class SafeFormatter(logging.Formatter):
    """Formats log entries, tracebacks included, as text that is safe to display."""

    def format(self, record: logging.LogRecord) -> str:
        """Format one entry."""
        return printable(super().format(record))
