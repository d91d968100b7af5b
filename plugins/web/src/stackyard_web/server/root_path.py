"""The path prefix of all addresses, for a server behind a proxy."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_root: ContextVar[str] = ContextVar("root", default="")


def root() -> str:
    """The path prefix of the current request, such as "/stackyard"; "" without one."""
    return _root.get()


class RootPathMiddleware:
    """Serves an application under a path prefix, which the proxy may strip or pass on."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self._app = app
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with the prefix in its scope."""
        if scope["type"] != "lifespan" and self._root:
            path = scope["path"]
            if path != self._root and not path.startswith(f"{self._root}/"):
                path = self._root + path
            scope = {**scope, "root_path": self._root, "path": path}
        _root.set(self._root)
        await self._app(scope, receive, send)
