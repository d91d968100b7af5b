"""Responses without control characters or reversed text."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import JSONResponse

from stackyard.text import all_printable


class SafeJSONResponse(JSONResponse):
    """A JSON response, of structs too, whose texts are safe to display."""

    def render(self, content: Any) -> bytes:
        """Encode the content."""
        return msgspec.json.encode(all_printable(msgspec.to_builtins(content)))
