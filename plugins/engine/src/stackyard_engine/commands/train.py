"""`stackyard train GAME`."""

from __future__ import annotations

from math import log10
from pathlib import Path
from typing import Any

import click

from stackyard.game import Game
from stackyard.text import plural
from stackyard_cli.common import echo_json, game_argument, json_option, settings_words, warn
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.progress import progress
from stackyard_engine.eval.lookup import file_name, weights_folder
from stackyard_engine.eval.weights import Weights, check_writable, write_weights
from stackyard_engine.train.loop import Trainer, TrainingResult, knowledge_for
from stackyard_engine.train.match_test import SECONDS, points_of_weights

GAMES = 2000


@click.command("train", cls=OurCommand, example="train silo")
@game_argument
@click.option(
    "--games",
    type=click.IntRange(10, 10**7),
    default=GAMES,
    show_default=True,
    help="The number of games.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the weights to this file.  [default: the one used in play]",
)
@click.option(
    "--match",
    type=click.IntRange(0, 10**6),
    default=0,
    metavar="GAMES",
    help="Then play this many games against the search by playouts.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the games.")
@json_option
def command(
    game: Game, games: int, output: Path | None, match: int, seed: int, as_json: bool
) -> None:
    """Train the weights that evaluate positions of a game, by self-play and by exact results.

    Exact results come from a kept table (`stackyard solve --keep`); a small game is solved first.
    The players mcts and alphabeta, and the levels from 6 on, then use the weights. Ctrl-C keeps
    those of the last round.
    """
    path = weights_folder() / file_name(game) if output is None else output
    check_writable(path)
    trainer = Trainer(game, games, seed, knowledge_for(game, warn))
    if not as_json:
        echo(f"{game.title} ({settings_words(game)})")
        echo(
            f"Patterns: {trainer.patterns.size:,} weights, {trainer.patterns.tuples} to a position."
        )
        echo(
            "Exact results are known and used."
            if trainer.knows
            else "No exact results are known: self-play alone."
        )

    played = kept = 0

    def keep(weights: Weights) -> None:
        nonlocal kept
        write_weights(path, weights)
        kept = played

    try:
        with progress("games") as tell:

            def watch(done: int, total: int) -> bool:
                nonlocal played
                played = done
                tell(done, total)
                return False

            result = trainer.train(watch, keep)
        keep(result.weights)
    except KeyboardInterrupt:
        words = f"{path} has the weights after {kept:,}" if kept else "no weights were written"
        echo(
            f"Stopped after {plural(played, 'game')}: {words}; run it again to begin anew.",
            err=True,
        )
        raise
    points = 0.0
    if match:
        with progress("games") as tell:
            points = points_of_weights(game, result.weights, match, seed, tell)
    if as_json:
        told = _as_json(game, result, path)
        echo_json(told | {"match": match, "points": points} if match else told)
        return
    echo(f"{result.games:,} games, {result.positions:,} positions.")
    echo(f"Error on held-out games: {result.error:.3f}.")
    if result.kept is not None:
        echo(
            f"Looking one move ahead keeps the exact result in {result.kept:.2f} of the positions"
            f" where some moves lose it; a random move does in {result.by_chance:.2f}."
        )
    if match:
        echo(f"Against playouts, {SECONDS} s a move: {_points(points, match)}.")
    echo(f"weights: {path} ({path.stat().st_size:,} bytes)")
    if 2 * points < match:
        echo("These weights play worse than playouts: train on more games, or delete the file.")


def _points(points: float, games: int) -> str:
    """A score in points, and the difference in Elo that it suggests."""
    share = points / games
    told = f"{points:g} of {games} points"
    if not 0 < share < 1:
        return told
    return f"{told}, {400 * log10(share / (1 - share)):+.0f} Elo"


def _as_json(game: Game, result: TrainingResult, path: Path) -> dict[str, Any]:
    return {
        "game": game.name,
        "options": game.settings,
        "weights": len(result.weights.numbers),
        "file": str(path),
        **result.weights.heading.report,
    }
