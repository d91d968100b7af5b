"""The path that all addresses of the server begin with, where a proxy before it gives it one."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_root: ContextVar[str] = ContextVar("root", default="")


def root() -> str:
    """The path; nothing where the server has an address to itself."""
    return _root.get()


class Rooted:
    """An application under a path of its own, which a proxy before it may strip or leave."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self._app = app
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; addresses that are told begin with the path."""
        if scope["type"] != "lifespan" and self._root:
            path = scope["path"]
            if path != self._root and not path.startswith(f"{self._root}/"):
                path = self._root + path
            scope = {**scope, "root_path": self._root, "path": path}
        _root.set(self._root)
        await self._app(scope, receive, send)
