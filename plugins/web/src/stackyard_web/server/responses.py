"""JSON without control characters or reversed text, and pictures."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import JSONResponse, Response

from stackyard.text import all_printable
from stackyard_web.server.security import PICTURES


class SafeJSONResponse(JSONResponse):
    """A JSON response, of structs too, whose texts are safe to display."""

    def render(self, content: Any) -> bytes:
        """Encode the content."""
        return msgspec.json.encode(all_printable(msgspec.to_builtins(content)))


def svg_response(picture: str, cache: str = "no-store") -> Response:
    """A picture, which a browser keeps as `cache` says."""
    headers = {"cache-control": cache, "content-security-policy": PICTURES}
    return Response(picture, headers=headers, media_type="image/svg+xml")
