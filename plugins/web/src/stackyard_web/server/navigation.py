"""What the header of each page links to."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_lobby: ContextVar[bool] = ContextVar("lobby", default=False)


def has_lobby() -> bool:
    """Tell if the server of the current request has a lobby."""
    return _lobby.get()


class NavigationMiddleware:
    """Tells the pages of an application whether there is a lobby."""

    def __init__(self, app: ASGIApp, lobby: bool) -> None:
        self._app = app
        self._lobby = lobby

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        _lobby.set(self._lobby)
        await self._app(scope, receive, send)
