"""`stackyard tune GAME`."""

from __future__ import annotations

from typing import Any

import click
from msgspec import to_builtins

from stackyard.errors import StackyardError
from stackyard.files import make_private, replacing
from stackyard.game import Game
from stackyard.text import plural
from stackyard_cli.common import (
    echo_json,
    game_argument,
    json_option,
    settings_words,
    warn,
    workers_option,
)
from stackyard_cli.output import OurCommand, echo, tell
from stackyard_engine.commands.game_workers import executor_option, workers_of
from stackyard_engine.commands.phase_progress import PhaseProgress, tell_stop
from stackyard_engine.commands.training_run import SHIPPING
from stackyard_engine.eval.lookup import NONE, weights_folder, weights_for
from stackyard_engine.eval.tuning_file import encoded, forget_tuning, tuning_path, tuning_problem
from stackyard_engine.train.match_test import LIMIT
from stackyard_engine.train.tuner import DEPTH_SECONDS, Tuner

MINUTES = 10.0


@click.command("tune", cls=OurCommand, example="tune silo")
@game_argument
@click.option(
    "--minutes",
    type=click.FloatRange(0.01, 10_000),
    default=MINUTES,
    show_default=True,
    help="The most processor time it takes; with workers, the most time.",
)
@workers_option
@executor_option
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the games.")
@json_option
def command(
    game: Game, minutes: float, workers: int, executor: str | None, seed: int, as_json: bool
) -> None:
    """Find the search parameters by which the computer plays a game best, by short matches.

    The best search so far plays matches against tree search, against alpha-beta search by learned
    weights or by the game's `evaluate`, and against variants of these. A search that is shown to be
    better is kept in a file for level 8 and the players mcts and alphabeta, which takes the depth
    that was tuned. To ship the file, an author puts it into the folder `weights` of
    the package that knows the game. Ctrl-C keeps the results so far.
    """
    shared = workers_of(workers, executor)
    if str(weights_folder()) == NONE:
        raise click.UsageError(
            f"STACKYARD_WEIGHTS={NONE} leaves no folder for the parameters: name one, or unset it"
        )
    if tuning_problem(game):
        warn(f"not used: {tuning_problem(game)}")
    tuner = Tuner(game, weights_for(game), seed)
    if not as_json:
        echo(f"{game.title} ({settings_words(game)})")
        by = "without weights" if tuner.weights is None else "by learned weights"
        tell(f"In use, {by}: {tuner.first.words}.")
        tell(
            f"Matches at {LIMIT.seconds} s of processor time a move,"
            f" for at most {minutes:g} minutes{' of it' if workers == 1 and not executor else ''}."
        )
    try:
        with PhaseProgress(lines=not as_json) as progress, shared as tuner.workforce:
            tuner.run(
                60 * minutes,
                lambda name, done, of: progress.tell(f"games of {name}", done, of),
            )
    except (KeyboardInterrupt, StackyardError):  # the latter if the workers are lost
        kept = _keep(game, tuner)
        known = "nothing was better so far"
        if tuner.best != tuner.first:
            known = f"{tuner.best.words} is kept in {kept}"
        elif kept:
            known += f"; the depth of alphabeta is kept in {kept}"
        tell_stop(f"Stopped: {known}.")
        raise
    kept = _keep(game, tuner)
    if as_json:
        found: Any = to_builtins(tuner.tuning())
        echo_json({**found, "best": tuner.best.words, "file": kept})
        return
    for match in tuner.matches:
        verdict = "better" if match.better else "not shown to be better"
        echo(f"  {match.tried}: {match.points:g} of {match.games} points, {verdict}")
    if tuner.depth:
        tell(
            f"The player alphabeta searches {plural(tuner.depth, 'move')} deep within"
            f" {DEPTH_SECONDS:g} s."
        )
    if tuner.best == tuner.first:
        tell(f"Nothing was shown to be better than {tuner.best.words}.")
    else:
        tell(f"Best: {tuner.best.words}.")
    if kept is None:
        return
    echo(f"in use: {kept}")
    tell(SHIPPING)


def _keep(game: Game, tuner: Tuner) -> str | None:
    """Write what was found to be better; None if nothing was."""
    if not tuner.is_new:
        return None
    path = tuning_path(game)
    try:
        make_private(path.parent)
        with replacing(path) as file:
            file.write(encoded(tuner.tuning()))
    except OSError as failure:
        raise click.ClickException(f"{path} cannot be written: {failure.strerror}") from failure
    forget_tuning(game)
    return str(path)
