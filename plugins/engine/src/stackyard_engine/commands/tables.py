"""`stackyard tables`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from stackyard.errors import StackyardError
from stackyard.plugins.attribution import attribute
from stackyard.plugins.registry import load_game
from stackyard_cli.common import echo_json, echo_table, json_option, warn
from stackyard_cli.output import OurCommand, echo
from stackyard_engine.commands.solver_progress import size_words
from stackyard_engine.errors import TableError
from stackyard_engine.solver.table_format import TableHeading
from stackyard_engine.solver.tables import (
    Table,
    folder_problem,
    heading_of,
    kept_tables,
    kind_of,
    tables_folder,
)


@click.command("tables", cls=OurCommand)
@click.option("--remove", multiple=True, metavar="NAME", help="Remove this table.")
@json_option
def command(remove: tuple[str, ...], as_json: bool) -> None:
    """List the tables of solved positions that are kept, and those that no game uses any more.

    `stackyard solve GAME --keep` keeps one. STACKYARD_TABLES names another folder for them.
    """
    problem = folder_problem()
    if problem:
        warn(problem)
    known = {path.stem: path for path in kept_tables()}
    for name in remove:
        if name not in known:
            raise click.UsageError(f"there is no table {name} in {tables_folder()}")
        if known[name].is_dir():
            raise click.UsageError(f"{known[name]} is a folder and no table; move it away")
    for name in dict.fromkeys(remove):
        known[name].unlink()
        if not as_json:
            echo(f"table {name} is removed")
    if remove:
        return
    found = [_described(path) for path in known.values()]
    if as_json:
        echo_json(found)
    elif not found:
        echo("No tables are kept; `stackyard solve GAME --keep` keeps one.")
    else:
        header = ("name", "position", "options", "positions", "size", "")
        rows = [
            (
                table["name"],
                table["position"] or "",
                ", ".join(f"{name}={value}" for name, value in table["options"].items()),
                f"{table['positions']:,}",
                size_words(table["bytes"]),
                table["problem"] or "",
            )
            for table in found
        ]
        echo_table(header, rows, plain_header=True)


def _described(path: Path) -> dict[str, Any]:
    """A description of a table, with the reason if it is unusable."""
    heading: TableHeading | None = None
    problem = None
    try:
        heading = heading_of(path)
        Table(path, load_game(heading.game, **heading.options))
    except TableError as error:
        problem = str(error)
    except StackyardError as error:
        problem = f"{path}: {error}; {kind_of(path).remedy}"
    except Exception as failure:  # of a plugin
        found = attribute(failure)
        if found is None:
            raise
        problem = f"{path}: {found}; {found.remedy}"
    return {
        "name": path.stem,
        "game": heading and heading.game,
        "options": heading.options if heading else {},
        "position": heading and heading.position,
        "positions": heading.positions if heading else 0,
        "bytes": path.lstat().st_size,
        "problem": problem,
    }
