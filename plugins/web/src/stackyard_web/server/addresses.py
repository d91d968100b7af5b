"""At which address others find the server."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address

from starlette.requests import HTTPConnection

ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 (what this machine calls itself then)
# Addresses that lead nowhere: asked which of ours would be used for them, the system sends nothing.
FAR = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


@dataclass(frozen=True)
class Reach:
    """The address and port that the server listens on."""

    host: str = "127.0.0.1"
    port: int = 8000

    @property
    def here(self) -> str:
        """Where this machine finds it."""
        return _url(ANY.get(self.host, self.host), self.port)

    @property
    def elsewhere(self) -> list[str]:
        """Where others in the network find it, the likeliest first; nothing if they cannot."""
        if self.host in ANY:
            hosts = own_addresses(v6=self.host == "::")
        else:
            hosts = [] if is_loopback(self.host) else [self.host]
        return [_url(host, self.port) for host in hosts]

    def base(self, connection: HTTPConnection) -> str | None:
        """What a link for others begins with, before its path; None if nobody else gets here.

        The name by which a page was asked for serves others as well, unless it means this machine.
        """
        url = connection.url
        if is_loopback(url.hostname or ""):
            return next(iter(self.elsewhere), None)
        return f"{url.scheme}://{url.netloc}"


def client_address(connection: HTTPConnection) -> str:
    """The address of the client; "" if the server does not know it."""
    return connection.client.host if connection.client else ""


def is_loopback(host: str) -> bool:
    """Whether a name or address means the machine that uses it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def own_addresses(v6: bool = False) -> list[str]:
    """Addresses of this machine for others, the one it would itself use first."""
    found = []
    for family, far in FAR:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        named = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
        found += [str(address[0]) for *_, address in named]
    return [
        host
        for host in dict.fromkeys(found)
        if _is_of_use(host) and (v6 or ip_address(host).version == 4)
    ]


def _is_of_use(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:  # one with a zone
        return False
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
