"""What pages offer: a lobby, and friends who come by link."""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_lobby: ContextVar[bool] = ContextVar("lobby", default=False)
_alone: ContextVar[bool] = ContextVar("alone", default=False)


def has_lobby() -> bool:
    """Tell if the server of the current request has a lobby."""
    return _lobby.get()


def is_alone() -> bool:
    """Tell if the pages of the current request serve one browser, which no link leads to."""
    return _alone.get()


class NavigationMiddleware:
    """Tells the pages of an application whether there is a lobby, and whether others can come."""

    def __init__(self, app: ASGIApp, lobby: bool, alone: bool) -> None:
        self._app = app
        self._lobby = lobby
        self._alone = alone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        _lobby.set(self._lobby)
        _alone.set(self._alone)
        await self._app(scope, receive, send)
