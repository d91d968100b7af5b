"""`stackyard train --list`, `--remove` and `--use shipped`: the files of weights learned here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.options import chosen, typed
from stackyard.plugins.attribution import attribute
from stackyard.plugins.registry import load_game
from stackyard.text import plural
from stackyard_cli.command_lines import command_line
from stackyard_cli.common import echo_json
from stackyard_cli.output import echo, tell
from stackyard_engine.eval.kept_weights import is_kept_aside, kept_weights, set_aside, used_path
from stackyard_engine.eval.lookup import learned_on, weights_folder, weights_for
from stackyard_engine.eval.weights import WeightsHeading, heading_of, read_weights
from stackyard_engine.train.acceptance import in_use_words


def command_words(name: str, game: Game) -> str:
    """The command with a game and those of its options that are not the default."""
    options = typed(chosen(game.options, game.settings))
    return f"{command_line(name, game.name)}{options}"


def size_of(path: Path) -> str:
    """The size of a file in words."""
    return f"{path.stat().st_size:,} bytes"


def list_weights(game: Game | None, options: tuple[str, ...], as_json: bool) -> None:
    """List the files, of one game only if it is given, of one board if it has options."""
    found = [_described(name, path) for name, path in kept_weights().items()]
    if game is not None:
        found = [
            one
            for one in found
            if one["game"] == game.name and (not options or one["options"] == game.settings)
        ]
    if as_json:
        echo_json(found)
    elif not found:
        tell("No weights were learned here; `stackyard train GAME` learns some.")
    else:
        for one in found:
            echo(one["name"])  # whole, to be typed
            learned = f", learned on {one['learned']}" if one["learned"] else ""
            tell(f"  {one['state']}; {plural(one['games'], 'game')}{learned}; {one['match']}")


def _described(name: str, path: Path) -> dict[str, Any]:
    """A description of a file, with the reason if it is unusable."""
    heading: WeightsHeading | None = None
    problem = ""
    try:
        heading = heading_of(path)
        read_weights(path, load_game(heading.game, **heading.options))
    except StackyardError as error:
        problem = str(error)
    except Exception as failure:  # of a plugin
        blamed = attribute(failure)
        if blamed is None:
            raise
        problem = f"{blamed}; {blamed.remedy}"
    state = "in use"
    if problem:
        state = f"not used: {problem}"
    elif is_kept_aside(path):
        state = "aside"
    elif heading is not None and heading.lost is not None:
        state = "not used"
    elif heading is not None and name.partition("-")[0] != heading.game:
        state = f"not used: its name does not begin with {heading.game}-"
    matches = [
        f"{match.points:g} of {match.games} against {match.against}"
        for match in (heading.matches if heading else ())
    ]
    return {
        "name": name,
        "game": heading and heading.game,
        "options": heading.options if heading else {},
        "games": heading.report.get("games", 0) if heading else 0,
        "learned": learned_on(path, heading) if heading else None,
        "match": "; ".join(matches) or "not tested",
        "file": str(path),
        "bytes": path.lstat().st_size,
        "state": state,
    }


def remove_weights(names: tuple[str, ...], as_json: bool) -> None:
    """Remove files by the names of the list."""
    known = kept_weights()
    for name in names:
        if name not in known:
            raise click.UsageError(
                f"there are no weights {name} in {weights_folder()}; `stackyard train --list`"
                " lists them"
            )
        if known[name].is_dir():
            raise click.UsageError(f"{known[name]} is a folder and no weights; move it away")
    for name in dict.fromkeys(names):
        known[name].unlink()
        if not as_json:
            echo(f"weights {name} are removed")


def stop_using(game: Game, as_json: bool) -> None:
    """Set aside the weights learned here for a game, so that the shipped ones are used."""
    used = used_path(game)
    aside = set_aside(used) if used.exists() else None
    before = in_use_words(game, weights_for(game))
    if as_json:
        echo_json({"game": game.name, "options": game.settings, "aside": aside and str(aside)})
        return
    tell(f"In use: {before}.")
    if aside is not None:
        echo(f"kept aside: {aside}")
