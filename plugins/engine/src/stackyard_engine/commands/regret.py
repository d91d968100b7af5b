"""`stackyard regret RECORD…`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import click

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.records.format import Record, who
from stackyard.records.reader import GameCache, course_of
from stackyard.text import plural
from stackyard_cli import completion
from stackyard_cli.common import Seconds, echo_json, echo_table, json_option, warn
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.progress import progress
from stackyard_cli.record_sources import documents, load, read
from stackyard_engine.commands.solver_progress import StopsOnce
from stackyard_engine.regret import Decision, interval, judge
from stackyard_engine.solver.engine import SolverEngine
from stackyard_engine.solver.tables import kept_for

SECONDS = 10.0
HEAD = ("player", "matches", "judged", "deciding", "kept", "regret a match", "95 % interval")


@dataclass
class Sum:
    """The judged moves of a player; a match counts if a move of it could be judged."""

    judged: int = 0
    deciding: int = 0
    kept: int = 0
    regrets: list[float] = field(default_factory=list)  # a match each

    def add(self, decisions: list[Decision]) -> None:
        """Add the moves of a match."""
        self.judged += len(decisions)
        self.deciding += sum(each.deciding for each in decisions)
        self.kept += sum(each.deciding and not each.regret for each in decisions)
        self.regrets.append(sum(each.regret for each in decisions))

    @property
    def regret(self) -> float:
        """The mean of the matches."""
        return sum(self.regrets) / len(self.regrets)


@click.command("regret", cls=OurCommand, example="regret 1")
@click.argument(
    "sources", nargs=-1, required=True, metavar="RECORD…", shell_complete=completion.sources
)
@click.option(
    "--seconds",
    type=Seconds(0.001, 86_400),
    default=SECONDS,
    show_default=True,
    help="Solve so long for a match, at most.",
)
@json_option
@click.pass_context
def command(ctx: click.Context, sources: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Measure by exact results what the players' moves have lost.

    RECORD is a number of the archive, a file of records or a folder of them. A position is deciding
    if its moves have different results; it is kept if the move loses nothing. The regret of a
    move is what it loses: 1 if it loses a won position, 0.5 if a win becomes a draw or a draw a
    loss.

    Results come from a kept table (`solve GAME --keep`) or from solving. Where a position cannot be
    solved in time, it and those before it are not judged. The exit code is 1 if no move could be
    judged, or a record could not be read.
    """
    sums: dict[str, Sum] = {}
    unknown, count, failed = 0, 0, False
    with StopsOnce() as stops, progress("matches") as tell:
        games, engines = GameCache(), dict[str, SolverEngine]()
        for place, record in _records(sources):
            try:
                if isinstance(record, StackyardError):
                    raise record
                course = course_of(record, games.load)
                key = repr(course.game)
                if key not in engines:
                    engines[key] = _engine_for(course.game)
                found = judge(course, engines[key], seconds, lambda _: stops.requested)
            except StackyardError as error:
                failed = True
                echo(f"{place}: {error}", err=True)
                continue
            count += 1
            unknown += found.unknown
            for name, own in _by_name(record, found.decisions).items():
                sums.setdefault(name, Sum()).add(own)
            tell(count, None)
            if stops.requested:
                break
    if as_json:
        echo_json(
            {
                "matches": count,
                "seconds": seconds,
                "unknown": unknown,
                "players": [_described(name, each) for name, each in sums.items()],
            }
        )
    elif sums:
        echo_table(HEAD, [_row(name, each) for name, each in sums.items()], plain_header=True)
    elif count and not unknown:
        echo("No move could be judged: no player had a decision.")
    if unknown:
        warn(
            f"{plural(unknown, 'move')} could not be judged; allow more time by --seconds, or keep "
            "a table by `stackyard solve GAME --keep`"
        )
    if stops.requested:
        raise KeyboardInterrupt
    ctx.exit(0 if sums and not failed else 1)


def _engine_for(game: Game) -> SolverEngine:
    """An engine that knows the kept tables of a game, and keeps what it has solved."""
    kept = kept_for(game)
    if kept.problem:
        warn(kept.problem)
    return SolverEngine(known=kept.tables, fallback="exhaustive")


def _records(sources: Iterable[str]) -> Iterator[tuple[str, Record | StackyardError]]:
    """The records of matches and files, with their places."""
    for source in sources:
        if source.isdecimal():
            try:
                yield f"match {source}", load(source)
            except StackyardError as error:
                yield f"match {source}", error
        else:
            for place, document in documents(source):
                yield place, read(document)


def _by_name(record: Record, decisions: list[Decision]) -> dict[str, list[Decision]]:
    """The decisions of each player; one who has both seats is one player."""
    own: dict[str, list[Decision]] = {}
    for each in decisions:
        own.setdefault(who(record.players[each.player]), []).append(each)
    return own


def _row(name: str, found: Sum) -> tuple[str, ...]:
    known = interval(found.regrets)
    kept = f"{found.kept / found.deciding:.0%}" if found.deciding else "-"
    counts = map(str, (len(found.regrets), found.judged, found.deciding))
    between = "-" if known is None else f"{known[0]:.2f} to {known[1]:.2f}"
    return name, *counts, kept, f"{found.regret:.2f}", between


def _described(name: str, found: Sum) -> dict[str, object]:
    return {
        "player": name,
        "matches": len(found.regrets),
        "judged": found.judged,
        "deciding": found.deciding,
        "kept": found.kept,
        "regret": found.regret,
        "interval": interval(found.regrets),
    }
