"""Responses without control characters or reversed text."""

from __future__ import annotations

from typing import Any

from starlette.responses import JSONResponse

from stackyard_web.protocol import encode


class SafeJSONResponse(JSONResponse):
    """A JSON response, of structs too, whose texts are safe to display."""

    def render(self, content: Any) -> bytes:
        """Encode the content."""
        return encode(content).encode()
