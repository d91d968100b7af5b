"""`stackyard puzzles GAME`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from shlex import quote

import click

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.records.archive import Archive
from stackyard.records.reader import course_of
from stackyard.text import plural
from stackyard.turnloop.history import Course
from stackyard.workforce import Workforce
from stackyard_cli import files
from stackyard_cli.command_lines import command_line
from stackyard_cli.common import (
    changed_settings,
    game_argument,
    plain_option,
    refuse_typed,
    screen_for,
    settings_words,
    warn,
    workers_option,
)
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.progress import LINES_APART, progress
from stackyard_coach.errors import PuzzleError
from stackyard_coach.prompts.puzzle_progress import PuzzleProgress
from stackyard_coach.prompts.puzzle_prompt import PuzzlePrompt
from stackyard_coach.puzzle_search import POSITIONS, PuzzleSearch
from stackyard_coach.puzzles import (
    LEVELS,
    Puzzle,
    level_of,
    puzzles_of,
    read_puzzles,
    write_puzzles,
)
from stackyard_engine.commands.game_workers import executor_option, workers_of

FOUND = 10  # puzzles to find where no number is given
CHOOSING = ("level", "number", "again")
SEARCHING = ("length", "choices", "tempting", "positions", "seed", "workers", "executor", "output")


@click.command("puzzles", cls=OurCommand, example="puzzles silo --level 2")
@game_argument
@click.option(
    "--level", type=click.IntRange(1, LEVELS), metavar="N", help=f"Only level N, 1 to {LEVELS}."
)
@click.option("--number", type=click.IntRange(1), metavar="N", help="Begin with puzzle N.")
@click.option("--again", is_flag=True, help="Only failed puzzles that are due again.")
@click.option("--file", metavar="FILE", help="Solve the puzzles of a file, or add to them.")
@click.option(
    "--find", type=click.IntRange(1, 10_000), metavar="N", help="Find N puzzles, then solve them."
)
@click.option("--from-matches", is_flag=True, help="Find them in your own finished matches.")
@click.option(
    "--length",
    type=click.IntRange(1, 20),
    default=1,
    show_default=True,
    metavar="N",
    help="Of puzzles to find, the fewest moves to make.",
)
@click.option(
    "--choices",
    type=click.IntRange(2, 1000),
    default=2,
    show_default=True,
    metavar="N",
    help="Of puzzles to find, the fewest moves to choose from.",
)
@click.option("--tempting", is_flag=True, help="Find only puzzles that are missed at a glance.")
@click.option(
    "--positions",
    type=click.IntRange(1, 10**10),
    default=POSITIONS,
    show_default=True,
    metavar="N",
    help="The positions that may be visited to solve one.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**32 - 1), default=1, help="Another seed finds other puzzles."
)
@workers_option
@executor_option
@click.option("--output", metavar="FILE", help="Write the puzzles found into a file, and end.")
@files.force_option
@plain_option
@click.pass_context
def command(
    ctx: click.Context,
    game: Game,
    level: int | None,
    number: int | None,
    again: bool,
    file: str | None,
    find: int | None,
    from_matches: bool,
    length: int,
    choices: int,
    tempting: bool,
    positions: int,
    seed: int,
    workers: int,
    executor: str | None,
    output: str | None,
    force: bool,
    plain: bool,
) -> None:
    """Solve puzzles: positions in which only one move keeps the result.

    A wrong move is answered with its refutation, and you may try again. Puzzles go from easy to
    hard; the command begins with the first that you have not tried. Type ? for the commands.

    With --find or --from-matches the computer finds new ones, each proven by two solvers, and with
    --file adds them to those of a file.
    """
    words = command_line("puzzles", game.name)
    searched = bool(find or from_matches)
    if searched:
        reason = "chooses among known puzzles: leave it out with --find and --from-matches"
        refuse_typed(ctx, CHOOSING, reason)
    else:
        refuse_typed(ctx, SEARCHING, "is for a search: add --find N or --from-matches")
    puzzles: Sequence[Puzzle]
    if searched:
        files.check_output("--output", output, force)
        courses = _courses(game) if from_matches else None
        known = () if file is None else _of_file(file)
        wanted = PuzzleSearch(
            game, find or FOUND, length, positions, seed, courses, choices, tempting, known
        )
        with workers_of(workers, executor) as workforce:
            new = _found(wanted, workforce)
        puzzles = sorted([*known, *new], key=lambda puzzle: puzzle.rating)
        kept_in = file if output is None else output
        try:
            if kept_in is not None:
                option = "--file" if output is None else "--output"
                files.write(option, kept_in, write_puzzles(puzzles))
        except click.UsageError as refused:
            warn(f"the puzzles that were found are not kept: {refused.message}")
        else:
            if output is not None:
                where = f"{words} --file {quote(output)}"
                tells = f"{plural(len(puzzles), 'puzzle')} in {output}: {where}"
                echo(tells, err=files.is_standard_output(output))
                return
        chosen = list(range(len(puzzles)))
    else:
        words += "".join([f" -o {each}" for each in changed_settings(game)])
        puzzles = puzzles_of(game) if file is None else _of_file(file)
        chosen = _of_board(game, puzzles, words, file)
    if file is not None:
        words += f" --file {quote(file)}"
    screen = screen_for(plain=plain)
    kept = PuzzleProgress(game.name, screen.complain)
    attempted = kept.read()
    if level is not None:
        chosen = [index for index in chosen if level_of(index, len(puzzles)) == level]
        if not chosen:
            raise PuzzleError(f"no puzzle of level {level} is among them; leave out --level")
        words += f" --level {level}"
    if again:
        due = kept.due()
        chosen = [index for index in chosen if puzzles[index].name in due]
        if not chosen:
            echo("no failed puzzle is due")
            return
        for index in chosen:
            kept.follow(puzzles[index].name)
        words += " --again"
    if number is not None and number - 1 not in chosen:
        there = ", ".join(_runs(chosen))
        raise click.UsageError(f"--number {number}: choose one of {there}")
    fresh = [index for index in chosen if again or puzzles[index].name not in attempted]
    first = number - 1 if number is not None else (fresh or chosen)[0]
    prompt = PuzzlePrompt(
        *(puzzles, chosen, type(game), screen, kept),
        first=first,
        again="" if searched and file is None else words,
        levelled=file is None and not searched,
    )
    ctx.exit(prompt.run())


def _of_board(game: Game, puzzles: Sequence[Puzzle], words: str, file: str | None) -> list[int]:
    """The indices of puzzles on the board of the game, or of all if its options are the defaults.

    They are those of a file, or else the game's own.
    """
    find, source = f"find some: {words} --find {FOUND}", game.name
    if file is not None:
        find, source = f"{find} --file {quote(file)}", file
    if not puzzles:
        raise PuzzleError(f"{source} has no puzzles; {find}")
    chosen = list(range(len(puzzles)))
    if changed_settings(game):
        chosen = [n for n in chosen if type(game)(**puzzles[n].options).settings == game.settings]
    if not chosen:
        raise PuzzleError(f"{source} has no puzzles with {settings_words(game)}; {find}")
    return chosen


def _runs(indices: Sequence[int]) -> Iterator[str]:
    """The numbers of puzzles, from 1, as in `2, 5 to 9`."""
    for _, run in groupby(enumerate(indices), lambda pair: pair[1] - pair[0]):
        numbers = [index + 1 for _, index in run]
        yield str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def _found(wanted: PuzzleSearch, workforce: Workforce | None) -> list[Puzzle]:
    """The puzzles that a solver finds, with a bar of progress.

    Those found remain after Ctrl-C, and if the workers are lost.
    """
    from stackyard_coach.puzzle_finder import PuzzleFinder  # imports the engine's solvers

    with progress("puzzles", lines=LINES_APART) as update:

        def watch(share: float) -> bool:
            update(round(share * wanted.number), wanted.number)
            return False

        finder = PuzzleFinder(wanted, watch, workforce)
        try:
            finder.run()
        except StackyardError as failure:
            if not finder.found:
                raise
            warn(f"{failure}; the puzzles found so far are kept")
    found = finder.found
    where = (
        "" if wanted.courses is None else f" in {plural(len(wanted.courses), 'match', 'matches')}"
    )
    if not found:
        advice = [f"allow more than --positions {wanted.positions}"]
        if wanted.length > 1:
            advice.append(f"fewer moves than --length {wanted.length}")
        if wanted.choices > 2:
            advice.append(f"fewer than --choices {wanted.choices}")
        raise PuzzleError(f"no puzzle was found{where}: {', or '.join(advice)}")
    if len(found) < wanted.number:
        echo(f"Found {len(found)} of {wanted.number}{where}.", err=True)
    return found


def _courses(game: Game) -> list[Course]:
    """The finished matches of a game, those on its board if its options are not the defaults.

    Matches of other rules are left out.
    """
    archive = Archive()
    numbers = [entry.number for entry in archive.entries(game.name, finished=True)]
    found = []
    for _, record in archive.records(numbers):
        if isinstance(record, StackyardError):
            continue
        with suppress(StackyardError):
            found.append(course_of(record))
    board = ""
    if changed_settings(game):
        found = [course for course in found if course.game.settings == game.settings]
        board = f" with {settings_words(game)}"
    if not found:
        raise PuzzleError(f"no finished match of {game.name}{board} is kept here")
    return found


def _of_file(file: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file."""
    try:
        content = Path(file).read_bytes()
    except OSError as failure:
        raise click.UsageError(f"--file {file}: {failure.strerror}") from failure
    found = read_puzzles(content, file)
    if not found:
        raise PuzzleError(f"{file} holds no puzzle")
    return found
