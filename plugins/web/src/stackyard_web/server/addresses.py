"""The addresses of the server, for this machine and for others."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address

from starlette.requests import HTTPConnection

WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 (and the loopback address)
# Reserved addresses: choosing a source address for them sends nothing.
UNROUTABLE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


@dataclass(frozen=True)
class ServerAddress:
    """The address and port that the server listens on."""

    host: str = "127.0.0.1"
    port: int = 8000

    @property
    def local_url(self) -> str:
        """The URL for this machine."""
        return _url(WILDCARDS.get(self.host, self.host), self.port)

    @property
    def network_urls(self) -> Iterator[str]:
        """URLs for other machines in the network, the likeliest first; none on loopback."""
        hosts: Iterable[str] = [] if is_loopback(self.host) else [self.host]
        if self.host in WILDCARDS:
            hosts = own_addresses(v6=self.host == "::")
        return (_url(host, self.port) for host in hosts)

    def base_url(self, connection: HTTPConnection) -> str | None:
        """The start of a link for others, without path; None if only this machine gets here.

        It is the host name of the request, unless that means this machine itself.
        """
        url = connection.url
        if is_loopback(url.hostname or ""):
            return next(self.network_urls, None)
        return f"{url.scheme}://{url.netloc}"


def client_address(connection: HTTPConnection) -> str:
    """The address of the client; "" if the server does not know it."""
    return connection.client.host if connection.client else ""


def is_loopback(host: str) -> bool:
    """Tell if a host name or address is local to each machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def own_addresses(v6: bool = False) -> Iterator[str]:
    """Addresses of this machine for others, the one of the default route first.

    Those behind it come from the resolver, which may take seconds where the network is out of
    reach.
    """
    seen: set[str] = set()
    for host in _addresses():
        if host not in seen and _is_reachable(host) and (v6 or ip_address(host).version == 4):
            seen.add(host)
            yield host


def _addresses() -> Iterator[str]:
    for family, far in UNROUTABLE:
        found = []
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found = [str(probe.getsockname()[0])]
        yield from found
    with suppress(OSError):
        named = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
        yield from [str(address[0]) for *_, address in named]


def _is_reachable(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:  # with a zone
        return False
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
