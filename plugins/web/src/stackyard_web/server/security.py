"""Security headers for every answer, and the refusal of suspicious requests."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # no-referrer would hide the Origin of our own forms
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
# Pictures contain inline styles and no scripts.
PICTURES = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

# A host without user, path or query, and a port.
HOST = re.compile(r"(\[(?P<address>[0-9A-Fa-f:.]+)\]|(?P<name>[\w.-]+))(:[0-9]{1,5})?", re.ASCII)

EMBEDDED = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *"


class SecurityMiddleware:
    """Refuses unknown hosts, foreign origins and large bodies, and adds security headers.

    Accepted host names are `hosts`, localhost, this machine's name, IP addresses, and names such as
    `yard.local`, which only resolve within the local network. Any other name may belong to a
    foreign site that resolves to this server (DNS rebinding).
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], body: int) -> None:
        self._app = app
        self._hosts = {"localhost", socket.gethostname().lower(), *map(str.lower, hosts)}
        self._body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal:
                await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
            else:
                await self._app(scope, receive, send)
            return
        if refusal:
            await _answer(send, *refusal)
            return
        await self._app(scope, _bounded(receive, self._body), _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._knows(host):
            return 400, "This server is not called by that name; start it with --allow-host NAME."
        if "content-length" in headers and "transfer-encoding" in headers:
            return 400, "This request gives its length twice."  # it may smuggle another in its body
        origin = headers.get("origin")
        if (
            origin is not None
            and (scope["type"] == "websocket" or scope["method"] not in {"GET", "HEAD"})
            and urlsplit(origin).netloc.lower() != host.lower()
        ):
            return 403, "This request comes from a page of another site."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > self._body:
            return 413, "The request body is too large."
        return None

    def _knows(self, host: str) -> bool:
        fit = HOST.fullmatch(host)
        if fit is None:
            return False
        name = (fit["address"] or fit["name"]).lower()
        try:
            ip_address(name)
        except ValueError:
            return name in self._hosts or re.fullmatch(r"[a-z0-9-]+\.local\.?", name) is not None
        return True


class TooLargeError(Exception):
    """A request body exceeds the limit, whatever its header said."""


def _bounded(receive: Receive, most: int) -> Receive:
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise TooLargeError
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


async def _answer(send: Send, status: int, words: str) -> None:
    headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    headers.append((b"content-type", b"text/plain; charset=utf-8"))
    headers.append((b"connection", b"close"))  # the rest of the request is unread
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{words}\n".encode()})
