"""`stackyard serve`."""

from __future__ import annotations

import re
from errno import EADDRINUSE
from functools import partial
from ipaddress import ip_address
from os import strerror
from socket import gaierror
from typing import Any, cast

import click

from stackyard_web.server.limits import Limits

STANDARD = Limits()


def _address(given: str) -> str:
    try:
        return str(ip_address(given))
    except ValueError:
        raise click.BadParameter(f"{given!r} is no IP address, such as 127.0.0.1") from None


_addresses = partial(  # an option that takes IP addresses
    click.option,
    multiple=True,
    metavar="ADDRESS",
    callback=lambda context, option, given: tuple(map(_address, given)),
)


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 is any."
)
@click.option("--open", "opens", is_flag=True, help="Open the start page in your browser.")
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="Another host name of this machine; IP addresses are always accepted.",
)
@click.option(
    "--matches",
    type=click.IntRange(1),
    default=STANDARD.matches,
    show_default=True,
    metavar="N",
    help="Unfinished matches that one address may have.",
)
@click.option(
    "--connections",
    type=click.IntRange(1),
    default=STANDARD.connections,
    show_default=True,
    metavar="N",
    help="Pages that one address may have open.",
)
@_addresses(
    "--trust-proxy",
    "proxies",
    help="The address of a proxy whose client addresses are trusted, often 127.0.0.1.",
)
@click.option(
    "--root-path",
    "root",
    default="",
    metavar="PATH",
    callback=lambda context, option, given: _path(given),
    help="The path prefix of all addresses behind a proxy, such as /stackyard.",
)
@click.option(
    "--lobby",
    is_flag=True,
    help="Open a lobby: seats that anybody may take, results, and ratings of names.",
)
@_addresses(
    "--metrics",
    "readers",
    help="The address of a Prometheus that may read /metrics, often 127.0.0.1.",
)
@click.option(
    "--push",
    default="",
    metavar="CONTACT",
    callback=lambda context, option, given: _contact(given),
    help="Notify players of their turns by their browsers' push services; CONTACT is how these "
    "reach you, such as mailto:me@yard.example.",
)
def command(
    host: str,
    port: int,
    opens: bool,
    hosts: tuple[str, ...],
    matches: int,
    connections: int,
    proxies: tuple[str, ...],
    root: str,
    lobby: bool,
    readers: tuple[str, ...],
    push: str,
) -> None:
    """Play in the browser: alone, with a friend by link, or against the computer.

    Matches are stored in the archive, so the server can be stopped and restarted at any time.
    """
    # Imported here: `stackyard --help` names this command and must stay quick.
    from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

    from stackyard.plugins.discovery import install_command
    from stackyard.plugins.registry import registry
    from stackyard.records.archive import archive_path
    from stackyard.text import printable
    from stackyard_web.app import make_app
    from stackyard_web.server import logs
    from stackyard_web.server.addresses import is_loopback
    from stackyard_web.server.connection_limiter import ConnectionLimiter
    from stackyard_web.server.lock import server_lock
    from stackyard_web.server.server import Server
    from stackyard_web.server.uvicorn_protocols import (
        connection_limit,
        open_file_limit,
        server_config,
    )

    if not is_loopback(host):
        click.echo(
            f"Listening on {printable(host)}: anybody who can reach this machine can open pages, "
            "begin matches and use the computer players. There is no encryption.",
            err=True,
        )
    logs.configure_logging()
    if lobby and not registry().manager.implementations("stackyard_rate"):
        click.echo(
            f"The lobby will show no ratings: they need stackyard-lab, {install_command('lab')}.",
            err=True,
        )
    limits = Limits(
        matches=matches,
        connections=connections,
        sockets=max(STANDARD.sockets, 4 * connections),
    )
    app = make_app(limits, hosts, root=root, lobby=lobby, metrics_readers=readers, push=push)
    behind: Any = ProxyHeadersMiddleware(cast(Any, app), list(proxies)) if proxies else app
    limiter = ConnectionLimiter(behind, limits, connection_limit(open_file_limit()), proxies)
    server = Server(
        server_config(limiter, host, port),
        opens,
        lambda address: setattr(app.state, "address", address),
        root=root,
        behind=bool(proxies or root),
    )
    try:
        with server_lock(archive_path()):
            server.run()
    except SystemExit as failure:
        if isinstance(cause := failure.__context__, OSError):
            raise click.ClickException(_deaf(cause, host, port)) from failure
        raise click.exceptions.Exit(1) from failure  # uvicorn has printed the reason
    except UnicodeError as failure:  # of a name with an empty part, such as 192.168..5
        raise click.BadParameter(f"{host!r} is no address and no name of a host") from failure
    except KeyboardInterrupt:
        pass
    click.echo("Good-bye.", err=True)


def _deaf(cause: OSError, host: str, port: int) -> str:
    """The reason why the server cannot listen, and what to type."""
    if cause.errno == EADDRINUSE:
        return f"Port {port} is in use by another program; to take another one: --port {port + 1}"
    reason = cause.strerror if isinstance(cause, gaierror) else strerror(cause.errno or 0)
    return f"The server cannot listen at {host}, port {port}: {reason}"


def _path(given: str) -> str:
    path = given.rstrip("/")
    if path and not re.fullmatch(r"(/[\w.~-]+)+", path, re.ASCII):
        raise click.BadParameter(f"{given!r} is no path, such as /stackyard")
    return path


def _contact(given: str) -> str:
    if given and not re.fullmatch(r"mailto:[^\s@]+@[^\s@]+|https://\S+", given):
        raise click.BadParameter(f"{given!r} is no contact, such as mailto:me@yard.example")
    return given
