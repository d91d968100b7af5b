"""`stackyard certify GAME`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import click

from stackyard.enumeration import perft
from stackyard.game import Game
from stackyard.options import typed
from stackyard.text import normalize_name
from stackyard_cli.command_lines import command_line
from stackyard_cli.common import (
    echo_json,
    game_of,
    json_option,
    options_option,
    settings_words,
)
from stackyard_cli.completion import games
from stackyard_cli.output import OurCommand, echo, tell
from stackyard_cli.progress import progress
from stackyard_engine.claims import (
    Certified,
    Check,
    Finding,
    Verdict,
    certify,
    claims_of,
    concerned,
)
from stackyard_engine.commands.phase_progress import tell_stop

NODES = 100_000  # approximate limit on the deepest node count of the start position
DEPTHS = 12


@click.command("certify", cls=OurCommand, example="certify silo")
@click.argument("game", metavar="GAME", shell_complete=games)
@options_option
@click.option("--claim", "number", type=click.IntRange(1), help="Only this claim, by its number.")
@click.option("--long", is_flag=True, help="Run the checks that take minutes and gigabytes, too.")
@json_option
def command(
    game: str, options: tuple[str, ...], number: int | None, long: bool, as_json: bool
) -> None:
    """Check what its designer and others claim about a game, and show by which command.

    First come the node counts of the start position, then the claims, each with its verdict:
    proved, refuted, verified up to a bound, or not decided. With -o, only what is claimed of boards
    with these options is checked. The exit code is 1 if a claim comes out otherwise than the game's
    package says.
    """
    chosen = game_of(game, options)
    kind = type(chosen)
    names = [normalize_name(text.partition("=")[0]) for text in options]
    given = {name: chosen.settings[name] for name in names}
    claims = list(enumerate(claims_of(kind), 1))
    if number is not None and number > len(claims):
        known = f"there are {len(claims)} claims" if claims else "there are none"
        raise click.UsageError(f"--claim {number}: {known} about {chosen.title}")
    wanted = [(place, claim) for place, claim in claims if number in {None, place}]
    counts = list(_counts(chosen)) if number is None else []
    if not as_json:
        tell(f"{chosen.title} by {chosen.designer} ({chosen.year}), {settings_words(chosen)}")
        if counts:
            tell(f"Node counts of the start: {' '.join(map(str, counts))}")
            echo(f"  {_typed(f'perft {chosen.name} {len(counts)}')}{typed(given)}")
    found = []
    for place, claim in wanted:
        checks = concerned(kind, claim, given)
        if claim.checks and not checks:
            continue  # the claim does not cover these options
        try:
            with progress(f"per cent of claim {place}") as tell_share:
                watch = partial(_watch, tell_share)
                certified = certify(kind, claim, watch, long=long, only=checks)
        except KeyboardInterrupt:
            tell_stop(f"Stopped at claim {place}; `--claim {place}` checks it alone.")
            raise
        found.append((place, certified))
        if not as_json:
            _show(chosen, place, certified)
    if as_json:
        described = [_as_json(chosen, place, certified) for place, certified in found]
        perfts = {"perft": counts} if counts else {}
        echo_json({"game": chosen.name, "options": chosen.settings, **perfts, "claims": described})
    elif not found:
        echo("Nothing is claimed about it; docs/authors/claims.md of Stackyard tells how.")
    if not all(certified.is_as_declared for _, certified in found):
        sys.exit(1)


def _watch(tell_share: Callable[[int, int | None], None], share: float) -> bool:
    """Show the share of a check that is done; see Watch."""
    tell_share(int(100 * share), 100)
    return False


def _counts(game: Game) -> Iterator[int]:
    """The node counts of the start position, to a depth that takes little time."""
    before = 1
    for depth in range(1, DEPTHS + 1):
        count = perft(game.initial(), depth)
        yield count
        if count * count // before > NODES or count == 0:  # estimate of the next count
            return
        before = count


def _show(game: Game, place: int, certified: Certified) -> None:
    """Show a claim, the findings of its checks, and the verdict."""
    claim = certified.claim
    echo()
    tell(f"{place}. {claim.text}.")
    tell(f"   {claim.by}, {claim.where}")
    here = ""  # `certify` itself, for a check without a command of its own
    for check, finding in certified.findings:
        tell(f"   {_words(finding)}")
        command = _command(game, place, check)
        if check.command(game.name):
            echo(f"     {_typed(command)}")
        else:
            here = max(here, command, key=len)
    if here:
        echo(f"     {_typed(here)}")
    if claim.argument:
        tell(f"   On paper: {claim.argument}")
    tell(f"   {_verdict(certified)}")


def _words(finding: Finding | None) -> str:
    if finding is None:
        return "left out: it takes minutes; --long runs it"
    mark = {True: "holds", False: "does not hold", None: "not decided"}[finding.holds]
    return f"{mark}: {finding.words}"


def _command(game: Game, place: int, check: Check) -> str:
    """The command that reproduces a check's finding, without `stackyard`."""
    of_its_own = check.command(game.name)
    return of_its_own or f"certify {game.name} --claim {place}" + " --long" * check.long


def _typed(command: str) -> str:
    """A command as a person types it."""
    return f"{command_line()} {command}"


def _verdict(certified: Certified) -> str:
    """The verdict; with remarks if it holds for some boards, or if another is declared."""
    words = f"=> {certified.verdict}"
    left_out = len(certified.claim.checks) - len(certified.findings)
    if left_out and certified.verdict is Verdict.PROVED:
        words += " on boards with these options"
    if certified.verdict is Verdict.UNCHECKED:
        words += f": {certified.claim.unchecked}"
    if not certified.is_as_declared:
        words += ", although its package declares it " + (
            "refuted" if certified.claim.refuted else "true"
        )
    return words


def _as_json(game: Game, place: int, certified: Certified) -> dict[str, Any]:
    claim = certified.claim
    return {
        "number": place,
        "claim": claim.text,
        "by": claim.by,
        "where": claim.where,
        "verdict": certified.verdict,
        "as_declared": certified.is_as_declared,
        "argument": claim.argument or None,
        "unchecked": claim.unchecked or None,
        "checks": [
            {
                "command": _typed(_command(game, place, check)),
                "long": check.long,
                "run": finding is not None,
                "holds": None if finding is None else finding.holds,
                "found": None if finding is None else finding.words,
            }
            for check, finding in certified.findings
        ],
    }
