"""`stackyard solve GAME`."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from stackyard.analysis import Analysis, Limit
from stackyard.drawing.text import status
from stackyard.game import Game
from stackyard.position import DRAW, ONGOING
from stackyard.text import plural, shortened, time_words
from stackyard.turnloop.history import Course
from stackyard_cli import completion, files
from stackyard_cli.common import (
    Seconds,
    echo_json,
    echo_table,
    game_of,
    json_option,
    options_option,
    position_option,
    settings_words,
    warn,
)
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.play_from import course_at
from stackyard_engine.commands.solver_progress import (
    SAVE_SECONDS,
    SolverWatch,
    StopsOnce,
    effort,
    size_words,
)
from stackyard_engine.file_format import check_writable
from stackyard_engine.solver.checkpoints import SOLVERS, checkpoint_beside, read_checkpoints
from stackyard_engine.solver.codes import codes_for, plain_bytes
from stackyard_engine.solver.combined import CombinedSolver
from stackyard_engine.solver.engine import SolverEngine, is_best
from stackyard_engine.solver.estimates import estimate
from stackyard_engine.solver.solvers import MEMORY, ProofSolver
from stackyard_engine.solver.tables import TABLE, kept_path, write_table
from stackyard_engine.solver.verification import CollisionError

AHEAD = 8  # moves shown of the best play
LONG = 100_000  # positions from which on a solution may take hours
AGAIN = "if it is stopped, it has to begin again"
UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}


class MemorySize(click.ParamType[int]):
    """A number of bytes, such as 500M or 4G."""

    name = "memory"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, one million at least."""
        match = re.fullmatch(
            r"([0-9]{1,12}(?:\.[0-9]{1,3})?)([KMG]?)B?", str(value).strip().upper()
        )
        number = int(float(match[1]) * UNITS[match[2]]) if match else 0
        if not 10**6 <= number <= 10**12:
            self.fail(f"{value} is not an amount of memory such as 500M or 4G", param, ctx)
        return number


@click.command("solve", cls=OurCommand, example="solve silo -o size=4")
@click.argument("game", shell_complete=completion.games)
@options_option
@position_option
@click.option(
    "--match", metavar="MATCH", help="Solve a position of a match: its number, or a file."
)
@click.option(
    "--ply", type=click.IntRange(0), help="Of --match, the position after this many moves."
)
@click.option(
    "--method",
    type=click.Choice(["exhaustive", "proof"]),
    help="Solve all that can come, or only find out who wins.  [default: both in turns]",
)
@click.option(
    "--memory",
    type=MemorySize(),
    default=MEMORY,
    metavar="SIZE",
    help="Take no more, such as 500M or 4G.  [default: 2G]",
)
@click.option("--table", type=click.Path(path_type=Path), metavar="FILE", help="Write all into it.")
@click.option("--keep", is_flag=True, help="Keep the table, for the player perfect.")
@files.force_option
@click.option("--seconds", type=Seconds(0.001, 10**7), help="Give up after so long.")
@json_option
def command(
    game: str,
    options: tuple[str, ...],
    position: str | None,
    match: str | None,
    ply: int | None,
    method: str | None,
    memory: int,
    table: Path | None,
    keep: bool,
    force: bool,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Find out who wins a position with best play, in how many moves, and by which moves.

    Play that never ends counts as a draw. Where a proof is found long before everything that can
    come of the position is solved, or memory does not suffice for that, the answer tells only who
    wins.

    Long runs write checkpoints; after a stop, the same command goes on.
    """
    if table is not None and keep:
        raise click.UsageError("--table and --keep exclude each other")
    files.check_output("--table", None if table is None else str(table), force)
    course = _course(game_of(game, options), options, position, match, ply)
    if course.result is not None:
        raise click.UsageError(f"there is nothing to solve: {status(course.scene)}")
    limit = Limit(seconds=seconds)
    if (table is not None or keep) and method == "proof":
        raise click.UsageError("a proof fills no table: leave out --method proof")
    chosen = course.game
    engine = SolverEngine(method or "", memory)
    own = engine.own(course, limit)
    keyed = own is None and codes_for(course.position) is not None
    if keyed and (table is not None or keep):
        raise click.UsageError(
            f"on this board {chosen.title} has no codes to keep in a table: leave out "
            + ("--keep" if table is None else "--table")
        )
    if keep:
        table = kept_path(chosen, course.position)
    if table is not None:
        check_writable(table, TABLE)
        if own is None:
            engine.method = "exhaustive"
    place, checkpoints = None, list[Path]()
    if own is None:
        place = table or kept_path(chosen, course.position)
        engine.begun, checkpoints = read_checkpoints(
            place, chosen, course.position, engine.method, memory
        )
    if not as_json:
        echo(f"{chosen.title} ({settings_words(chosen)})")
        echo(status(course.scene))
        if engine.begun is not None:
            files_read = " and ".join(map(str, checkpoints))
            echo(f"Going on with {engine.begun.positions:,} positions from {files_read}")
    expected = 0
    if own is not None:
        words = f"{own.total:,} {own.counted}, {size_words(own.memory)}"
        words += f", about {time_words(own.seconds)}"
    else:
        found = estimate(course.position)
        expected = found.positions
        words = f"at least {expected:,} positions, {size_words(found.memory)}"
        if engine.method == "exhaustive" and found.memory > memory:
            warn(
                f"{size_words(memory)} will hardly suffice for {words}; try "
                f"{_more_memory(found.memory, proof=method is not None)}"
            )
    if not as_json:
        echo(f"Estimate: {words}; {size_words(memory)} may be used.")
    if keyed and expected >= LONG and plain_bytes(course.position.key()) is None:
        warn(
            f"the positions of {chosen.title} have neither codes nor keys of plain values, so no"
            f" checkpoint can be kept: {AGAIN}"
        )
    if own is not None and own.seconds >= SAVE_SECONDS:
        warn(f"{chosen.title}'s own solver keeps no checkpoint: {AGAIN}")
    stops = StopsOnce()
    watch = SolverWatch(engine, course, place, expected, stops, own)
    try:
        with nullcontext() if place is None else stops:
            analysis = engine.analyse(course, limit, watch)
            watch.clear()
            if analysis.proven == ONGOING:
                watch.keep()
        if analysis.proven == ONGOING and stops.requested:
            raise KeyboardInterrupt
    except CollisionError:
        watch.clear()
        if place is not None:
            for way in SOLVERS:
                checkpoint_beside(place, way).unlink(missing_ok=True)  # its results are false
        raise
    except KeyboardInterrupt:
        watch.clear()
        echo(f"Stopped after {effort(engine)}; {watch.kept_words()}.", err=True)
        raise
    if analysis.proven == ONGOING:
        reason, remedy = "time was up", "a longer --seconds"
        if engine.solver is not None and engine.solver.full:
            reason = f"{size_words(memory)} did not suffice"
            used = max(memory, engine.solver.memory)
            remedy = _more_memory(used, proof=method == "exhaustive" and not (table or keep))
        raise click.ClickException(
            f"Not solved: {reason} after {effort(engine)}; {watch.kept_words()}; try {remedy}."
        )
    if as_json:
        echo_json(_as_json(analysis, engine))
    else:
        _show(analysis, engine)
    if table is not None and engine.solver is not None:
        if isinstance(engine.solver, (ProofSolver, CombinedSolver)):
            raise click.ClickException(
                f"No table is written: {size_words(memory)} did not suffice for it; "
                f"try {_more_memory(memory, proof=False)}."
            )
        write_table(table, chosen, course.position, engine.solver)
        if not as_json:
            echo(f"table: {table} ({size_words(table.stat().st_size)})")
    if place is not None:
        for way in [method] if method == "proof" else SOLVERS:  # it tells less than the other
            checkpoint_beside(place, way).unlink(missing_ok=True)


def _course(
    game: Game, options: tuple[str, ...], position: str | None, match: str | None, ply: int | None
) -> Course:
    """The course whose last position is to be solved."""
    if match is None:
        if ply is not None:
            raise click.UsageError("--ply is the move of a match: name it with --match")
        return Course(game, game.initial() if position is None else game.parse_position(position))
    if position is not None:
        raise click.UsageError("--match and --position exclude each other")
    if options:
        raise click.UsageError(f"{match} is a match; --ply N names one of its positions")
    _, course = course_at(match, ply)
    if course.game.name != game.name:
        raise click.UsageError(f"the match {match} is one of {course.game.name}, not {game.name}")
    return course


def _more_memory(used: int, proof: bool) -> str:
    """Advice where this much memory does not suffice; `proof` says whether a proof is left."""
    unit, letter = (10**9, "G") if used >= 10**9 else (10**6, "M")
    words = f"--memory {round(2 * used / unit)}{letter}"
    return f"{words} or --method proof" if proof else words


def _show(analysis: Analysis, engine: SolverEngine) -> None:
    game, first = analysis.course.game, analysis.lines[0]
    plies = "" if first.plies is None else f" in {plural(first.plies, 'move')}"
    verdict = (
        "a draw" if analysis.proven == DRAW else f"{game.colours[analysis.proven]} wins{plies}"
    )
    echo(f"With best play: {verdict}")
    echo()
    rows = [
        (
            line.text,
            line.result or "not known",
            "" if line.plies is None else str(line.plies),
            "best" if is_best(line, first) else "",
            shortened(line.best_play, AHEAD),
        )
        for line in analysis.lines
    ]
    echo_table(("move", "result", "moves", "", "best play"), rows, plain_header=True)
    echo()
    echo(f"{effort(engine)}, {analysis.seconds:.1f} s{_method_words(engine)}")


def _method_words(engine: SolverEngine) -> str:
    solver = engine.solver
    if solver is None:
        return ""
    if solver.method == "proof":
        words = "; proved by proof-number search, without the distance to the end"
        if engine.cut_short:
            words += f"; --method exhaustive, cut short at {engine.cut_short:,}, would find it"
        return words
    return "; positions can come back" if solver.repeats else "; no position comes back"


def _as_json(analysis: Analysis, engine: SolverEngine) -> dict[str, Any]:
    course, first = analysis.course, analysis.lines[0]
    game = course.game
    return {
        "game": game.name,
        "options": game.settings,
        "position": game.format_position(course.position),
        "player": game.colours[course.player],
        "result": "draw" if analysis.proven == DRAW else game.colours[analysis.proven],
        "moves": first.plies,
        "method": None if engine.solver is None else engine.solver.method,
        "positions": analysis.positions,
        "lines": [
            {
                "move": line.text,
                "result": line.result or None,
                "moves": line.plies,
                "best": is_best(line, first),
                "variation": list(line.best_play),
            }
            for line in analysis.lines
        ],
    }
