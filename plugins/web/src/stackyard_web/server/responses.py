"""JSON without control characters or reversed text, and pictures."""

from __future__ import annotations

from typing import Any

from starlette.responses import JSONResponse, Response

from stackyard_web.protocol import encode
from stackyard_web.server.security import PICTURES


class SafeJSONResponse(JSONResponse):
    """A JSON response, of structs too, whose texts are safe to display."""

    def render(self, content: Any) -> bytes:
        """Encode the content."""
        return encode(content).encode()


def svg_response(picture: str, cache: str = "no-store") -> Response:
    """A picture, which a browser keeps as `cache` says."""
    headers = {"cache-control": cache, "content-security-policy": PICTURES}
    return Response(picture, headers=headers, media_type="image/svg+xml")
