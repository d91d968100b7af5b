"""`stackyard site`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("site")
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--games", metavar="NAMES", default="", help="Names with commas; all by default.")
@click.option(
    "--runtime",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("pyodide"),
    show_default=True,
    help="The folder that holds Pyodide and two wheels.",
)
def command(out: Path, games: str, runtime: Path) -> None:
    """Make a folder in which the games are played without a server.

    Any static host serves it, under any path: python -m http.server shows it on this machine.
    Python runs in the browser, by Pyodide, which must lie in the folder of --runtime; where it is
    not there, the command tells how to get it.
    """
    # Imported here: `stackyard --help` names this command and must stay quick.
    from stackyard.plugins.registry import registry
    from stackyard_site.folder import write_site

    names = [name.strip() for name in games.split(",") if name.strip()] or list(registry().games)
    if not names:
        raise click.UsageError("no game is installed; a site needs at least one")
    site = write_site(out, runtime, names)
    click.echo(f"{out}: {', '.join(site.games)}; {site.bytes / 1e6:.1f} MB.")
    click.echo(f"To look at it: python -m http.server --directory {out}")
