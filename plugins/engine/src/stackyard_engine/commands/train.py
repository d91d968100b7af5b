"""`stackyard train GAME`."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import click

from stackyard.game import Game
from stackyard.plugins.registry import load_game
from stackyard.text import plural, time_words
from stackyard.workforce import Workforce
from stackyard_cli import completion
from stackyard_cli.common import (
    echo_json,
    game_of,
    json_option,
    options_option,
    refuse_typed,
    settings_words,
    warn,
    workers_option,
)
from stackyard_cli.output import OurCommand, echo, missing_words, tell
from stackyard_engine.betting import elo_of
from stackyard_engine.commands.game_workers import executor_option, workers_of
from stackyard_engine.commands.general_weights import train_general_weights
from stackyard_engine.commands.phase_progress import PhaseProgress, tell_stop
from stackyard_engine.commands.training_run import (
    SHIPPING,
    TrainingRun,
    described,
    how_to_use,
    tell_curve,
)
from stackyard_engine.commands.weights_files import (
    command_words,
    list_weights,
    remove_weights,
    size_of,
    stop_using,
)
from stackyard_engine.eval.kept_weights import (
    free_path,
    is_kept_aside,
    kept_weights,
    put_in_use,
    set_aside,
    used_path,
)
from stackyard_engine.eval.lookup import (
    NONE,
    file_name,
    lost_words,
    problem_with,
    weights_folder,
    weights_for,
)
from stackyard_engine.eval.weights import (
    WEIGHTS,
    Weights,
    heading_of,
    read_weights,
    write_weights,
)
from stackyard_engine.file_format import check_writable
from stackyard_engine.train.acceptance import dated, in_use_words, tested
from stackyard_engine.train.chances import calibration
from stackyard_engine.train.exact_results import exact_results_for
from stackyard_engine.train.folder import TrainingFolder
from stackyard_engine.train.match_test import FEWEST, LIMIT
from stackyard_engine.train.match_test import GAMES as MATCH_GAMES
from stackyard_engine.train.trainer import Trainer

GAMES = 2000  # of a board without weights; otherwise twice as many as those in use had
SHIPPED = "shipped"  # in place of a file
TRAINING = ("games", "output", "until_flat", "boards", "workers", "executor")
TESTING = ("match", "seed")
TOGETHER = ("workers", "executor", "match", "until_flat")  # without effect with --board


@click.command("train", cls=OurCommand, example="train silo")
@click.argument("game", metavar="GAME", required=False, shell_complete=completion.games)
@options_option
@click.option(
    "--games",
    type=click.IntRange(10, 10**7),
    help=f"The number of games.  [default: {GAMES}, or twice those of weights in use]",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the weights to this file only; they are not used in play.",
)
@click.option(
    "--match",
    type=click.IntRange(0, 10**6),
    metavar="GAMES",
    help=f"The most games of the match that decides on their use.  [default: {MATCH_GAMES}]",
)
@click.option(
    "--until-flat",
    is_flag=True,
    help="Double the number of games until two doublings in a row gain less than 20 Elo.",
)
@click.option(
    "--board",
    "boards",
    multiple=True,
    metavar="NAME=VALUE[,…]",
    help="Train one file for boards of any size on these boards, such as size=4,height=3.",
)
@workers_option
@executor_option
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the games.")
@click.option("--list", "listed", is_flag=True, help="List the weights learned here.")
@click.option("--remove", multiple=True, metavar="NAME", help="Remove listed weights.")
@click.option(
    "--use",
    metavar="NAME|FILE",
    help=f"Use these weights if they win their match; `{SHIPPED}` stops using those learned here.",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    game: str | None,
    options: tuple[str, ...],
    games: int | None,
    output: Path | None,
    match: int | None,
    until_flat: bool,
    boards: tuple[str, ...],
    workers: int,
    executor: str | None,
    seed: int,
    listed: bool,
    remove: tuple[str, ...],
    use: str | None,
    as_json: bool,
) -> None:
    """Train the weights that evaluate positions of a game, by self-play and by exact results.

    Exact results come from a kept table (`stackyard solve GAME --keep`); a small game is solved
    first. The new weights then play a match against those in use, or against playouts. Only if they
    are shown to be better, level 8, hints, analyses and the players mcts and alphabeta use them;
    otherwise they are kept aside. Ctrl-C keeps those of the last round aside; the same command
    continues, also after a crash.
    """
    if bool(listed) + bool(remove) + (use is not None) > 1:
        raise click.UsageError("--list, --remove and --use exclude each other")
    if listed or remove or use is not None:
        mode = "--list" if listed else "--remove" if remove else f"--use {use}"
        names = TRAINING if use not in (None, SHIPPED) else (*TRAINING, *TESTING)
        refuse_typed(ctx, names, f"has no effect with {mode}: leave it out")
    if match is not None and 0 < match < FEWEST:
        raise click.UsageError(
            f"--match {match}: fewer than {FEWEST} games decide nothing; 0 leaves the match out"
        )
    if boards:
        refuse_typed(ctx, TOGETHER, "has no effect with --board: leave it out")
        train_general_weights(
            *(game, options, boards, games or GAMES, output, seed), as_json=as_json
        )
        return
    if game is None and options:
        raise click.UsageError(missing_words("GAME", "train silo -o size=8"))
    chosen = None if game is None else game_of(game, options)
    if listed:
        list_weights(chosen, options, as_json)
    elif remove:
        remove_weights(remove, as_json)
    elif use == SHIPPED:
        stop_using(_given(chosen, f"train silo --use {SHIPPED}"), as_json)
    elif use is not None:
        _use(use, chosen, match, seed, as_json)
    else:
        shared = workers_of(workers, executor)
        taught = _given(chosen, "train silo")
        _train(taught, games, output, match, seed, until_flat, as_json, workers, shared)


def _given(game: Game | None, example: str) -> Game:
    if game is None:
        raise click.UsageError(missing_words("GAME", example))
    return game


def _train(
    game: Game,
    games: int | None,
    output: Path | None,
    match: int | None,
    seed: int,
    until_flat: bool,
    as_json: bool,
    workers: int,
    shared: AbstractContextManager[Workforce | None],
) -> None:
    """Train, test the weights unless they go to a file, and tell which are used."""
    if output is None and str(weights_folder()) == NONE:
        raise click.UsageError(
            f"STACKYARD_WEIGHTS={NONE} disables weights: name a file by --output, or unset it"
        )
    path = free_path(file_name(game)) if output is None else output
    check_writable(path, WEIGHTS)
    in_use = weights_for(game)
    if problem_with(game):
        warn(f"not used: {problem_with(game)}")
    again = "the same command continues"
    if games is None and until_flat:
        games = GAMES
    elif games is None:  # another number, once the weights so far are in use
        games = _default_games(game, in_use)
        again = f"the same command with --games {games} continues"
    if not as_json:
        echo(f"{game.title} ({settings_words(game)})")
    with PhaseProgress(lines=not as_json) as progress, shared as workforce:
        run = TrainingRun(game, seed, output, path, workforce, progress, again)
        with run.stoppable():
            run.knowledge = exact_results_for(game, warn, progress.of("positions"))
            trainer = run.trainer(games)
            if output is None:
                run.path = path = trainer.folder.place(free_path(file_name(game)))
            if not as_json:
                seconds = trainer.seconds(progress.of("moves of a first game"))
                progress.clear()
                _tell_plan(game, trainer, games, seconds / workers, in_use)
        limit = MATCH_GAMES if match is None else match
        if until_flat:
            result = run.doubled(games, limit or MATCH_GAMES, as_json)
        else:
            result = run.trained(trainer)
        weights = result.weights
        if output is None:
            weights = dated(weights)
        write_weights(path, weights)
        if output is not None and (until_flat or match is None):
            limit = 0  # it is for no use in play
        weights = _tested(game, weights, path, limit, seed, progress, trainer.folder, workforce)
        trainer.folder.clear()
    if not as_json:
        echo(f"{result.games:,} games, {result.positions:,} positions.")
        echo(f"Error on held-out games: {result.error:.3f}.")
        if result.kept is not None:
            tell(
                "Looking one move ahead keeps the exact result in"
                f" {result.kept:.2f} of the positions where some moves lose it; a random move does"
                f" in {result.by_chance:.2f}."
            )
        if run.gains:
            tell_curve(run.gains)
    report: dict[str, Any] = dict(result.weights.heading.report)
    if run.gains:
        report["doublings"] = [described(gain) for gain in run.gains]
    _decide(game, weights, path, as_json, in_play=output is None, report=report)


def _default_games(game: Game, in_use: Weights | None) -> int:
    """Twice the games on which the weights of this board in use were trained."""
    if in_use is None or in_use.heading.options != game.settings:
        return GAMES
    return max(GAMES, 2 * int(in_use.heading.report.get("games", 0)))


def _tell_plan(
    game: Game, trainer: Trainer, games: int, seconds: float, in_use: Weights | None
) -> None:
    """Tell what is trained, how long it takes, and how that compares with those in use."""
    patterns = trainer.patterns
    echo(f"Patterns: {patterns.size:,} weights, {patterns.tuples} to a position.")
    if trainer.reads_scenes and game.build == "compiled":
        tell(
            "Positions are read from scenes, which is slow: the attributes of the position do not"
            " tell what lies on the cells. A method `traits` is faster"
            " (docs/authors/traits.md)."
        )
    if trainer.kept:
        echo(f"Continuing: {plural(trainer.kept, 'game')} of an earlier run are kept.")
    report = {} if in_use is None else in_use.heading.report
    if trainer.knows:
        echo("Exact results are known and used.")
    elif "kept" in report:
        tell(
            "No exact results are known, while the weights in use rest on them:"
            f" `{command_words('solve', game)} --keep` finds them."
        )
    else:
        echo("No exact results are known: self-play alone.")
    tell(
        f"{games:,} games of self-play take about {time_words(seconds)}; then the weights are"
        f" calibrated and tested, at {LIMIT.seconds} s a move."
    )
    former = int(report.get("games", 0))
    if in_use is not None and in_use.heading.options == game.settings and games < former:
        tell(f"The weights in use had {former:,} games; fewer are rarely better.")


def _tested(
    game: Game,
    weights: Weights,
    path: Path,
    games: int,
    seed: int,
    progress: PhaseProgress,
    folder: TrainingFolder | None = None,
    workforce: Workforce | None = None,
) -> Weights:
    """The weights with the results of their matches, which are written to their file."""
    if not games:
        return weights
    try:
        if not weights.heading.chances:  # their training was stopped before
            taught = int(weights.heading.report.get("games", 0))
            tell_games = progress.of("games of the calibration")
            weights = weights.with_calibration(calibration(game, weights, seed, taught, tell_games))
        tell_games = progress.of("games of the match")
        weights = tested(game, weights, games, seed, tell_games, folder, workforce)
    except KeyboardInterrupt:
        progress.clear()
        kept = f"kept aside. {how_to_use(path)}" if is_kept_aside(path) else f"in {path}"
        tell_stop(f"The match was stopped: the weights are not used and {kept}.")
        raise
    write_weights(path, weights)
    return weights


def _use(name: str, game: Game | None, match: int | None, seed: int, as_json: bool) -> None:
    """Use weights that are kept aside or in any file, if they have won their match or win it."""
    if str(weights_folder()) == NONE:
        raise click.UsageError(f"STACKYARD_WEIGHTS={NONE} disables weights: unset it")
    path = kept_weights().get(name.removesuffix(".weights")) or Path(name)
    if not path.exists():
        raise click.UsageError(f"there are no weights {name}; `stackyard train --list` lists them")
    heading = heading_of(path)
    if heading.boards:
        raise click.UsageError(
            f"{path} serves boards of any size, and no match tests it; to use it, copy it to"
            f" {weights_folder()}, under a name that begins with {heading.game}-"
        )
    if game is None:
        game = load_game(heading.game, **heading.options)
    weights = read_weights(path, game)
    if heading.lost is not None and match is None:
        raise click.ClickException(
            f"{lost_words(str(path), heading.lost)}; --match GAMES tests it again"
        )
    if path.resolve() == used_path(game).resolve():
        if heading.matches and match is None:
            raise click.UsageError(f"{path} is in use already")
        path = set_aside(path)  # so that it does not play against itself
    elif not is_kept_aside(path):
        weights = dated(weights)
        path = free_path(file_name(game))
        write_weights(path, weights)
    if not heading.matches or match is not None:
        if not as_json:
            echo(f"{game.title} ({settings_words(game)})")
        with PhaseProgress(lines=not as_json) as progress:
            limit = MATCH_GAMES if match is None else match
            weights = _tested(game, weights, path, limit, seed, progress)
    _decide(game, weights, path, as_json, in_play=True, report={})


def _decide(
    game: Game,
    weights: Weights,
    path: Path,
    as_json: bool,
    *,
    in_play: bool,
    report: dict[str, Any],
) -> None:
    """Put weights that won into use, unless they are not for play, and tell what became of them."""
    heading, former = weights.heading, None
    used = in_play and bool(heading.matches) and heading.lost is None
    before = in_use_words(game, weights_for(game))
    size = size_of(path)
    if used:
        former = put_in_use(path, game)
        path = used_path(game)
    if as_json:
        matches = [
            {"against": m.against, "games": m.games, "points": m.points, "better": m.better}
            for m in heading.matches
        ]
        echo_json(
            {
                "game": game.name,
                "options": game.settings,
                "weights": len(weights.numbers),
                "file": str(path),
                **report,
                "matches": matches,
                "used": used,
                "former": None if former is None else str(former),
            }
        )
        return
    if heading.alphabeta is not None:
        points = _points(heading.alphabeta.points, heading.alphabeta.games)
        tell(f"Alpha-beta search by them against tree search: {points}.")
    for found in heading.matches:
        verdict = "better" if found.better else "not shown to be better"
        tell(f"Against {found.against}: {_points(found.points, found.games)}; {verdict}.")
    if not in_play:
        echo(f"weights: {path} ({size})")
    elif used:
        echo(f"in use: {path} ({size})")
        if former is not None:
            echo(f"kept aside: {former}")
        tell(f"`{command_words('train', game)} --use {SHIPPED}` stops using them.")
        tell(SHIPPING)
    else:
        tell(f"Still in use: {before}.")
        echo(f"kept aside: {path} ({size})")
        if not heading.matches:
            tell(f"{how_to_use(path)}.")
        elif "games" in heading.report:
            more = 2 * int(heading.report["games"])
            words = command_words("train", game)
            tell(f"More games may teach more: `{words} --games {more}`.")


def _points(points: float, games: int) -> str:
    """A score in points, and the difference in Elo that it suggests."""
    told = f"{points:g} of {plural(games, 'point')}"
    share = points / games if games else 0.0
    if not 0 < share < 1:
        return told
    return f"{told}, {elo_of(share):+.0f} Elo"
