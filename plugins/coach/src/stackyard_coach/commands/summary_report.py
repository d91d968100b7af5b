"""`stackyard review --all`: one's own matches reviewed, and what they have in common."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from stackyard.analysis import Limit
from stackyard.errors import RecordError, StackyardError
from stackyard.position import DRAW
from stackyard.records.archive import Archive
from stackyard.records.reader import course_of
from stackyard.text import plural
from stackyard_cli.common import echo_table, warn
from stackyard_cli.output import echo
from stackyard_coach.commands.review_run import ReviewRun
from stackyard_coach.prompts.question_prompt import players_to_ask
from stackyard_coach.review import Grade, judge
from stackyard_coach.review_summary import (
    Phase,
    ReviewedMatch,
    mistake_kinds,
    openings,
    phases,
)

SHOWN = 10  # openings
NONE = "no finished match of one person is kept here; `stackyard play` plays one"


def show_summary(game: str | None, limit: Limit, workers: int) -> bool:
    """Review one's own matches, of one game or all; False if Ctrl-C ended it before it was done."""
    matches: list[tuple[str, ReviewedMatch]] = []
    is_done = True
    number = 0
    for number, player in _own_matches(game):
        try:
            record = Archive().record(number)
            course = course_of(record)
            run = ReviewRun(record, course, number, limit)
            if run.missing:
                echo(f"Reviewing match {number}, {plural(course.ply, 'move')}", err=True)
            is_done = run.analyse(workers)
        except StackyardError as error:
            warn(f"match {number} is left out: {error}")
            continue
        winner = DRAW if course.result is None else course.result.winner
        review = judge(run.course, run.assessments)
        if not is_done:
            break
        matches.append((course.game.name, ReviewedMatch(review, player, winner)))
    if not number:
        echo(NONE)
    matches.sort(key=lambda each: each[0])
    for name, group in groupby(matches, key=lambda each: each[0]):
        _show_game(name, [match for _, match in group])
    return is_done


def _own_matches(game: str | None) -> Iterator[tuple[int, int]]:
    """The numbers of the finished matches of one person, with the person's side."""
    for entry in Archive().entries(game, finished=True):
        if isinstance(entry.record, RecordError) or not entry.plies:
            continue
        players = players_to_ask(entry.record)
        if len(players) == 1:
            yield entry.number, players[0]


def _show_game(name: str, matches: list[ReviewedMatch]) -> None:
    points = sum([match.points for match in matches])
    echo(f"{name}: {points:g} of {plural(len(matches), 'point')}\n")
    rows = [
        (
            " ".join(each.moves),
            ("first", "second")[each.player],
            str(each.played),
            f"{each.points:g}",
            "" if each.chance is None else f"{each.chance:.0%}",
        )
        for each in openings(matches)[:SHOWN]
    ]
    echo_table(("opening", "you are", "played", "points", "chances then"), rows, plain_header=True)
    echo()
    header = ("phase", "moves", "lost a move", *[f"{grade}" for grade in reversed(Grade)])
    echo_table(header, [_phase_row(phase) for phase in phases(matches)], plain_header=True)
    echo()
    kinds = mistake_kinds(matches)
    if not kinds:
        echo("No bad move was found.\n")
        return
    counted = [(kind, str(count)) for kind, count in kinds.most_common()]
    echo_table(("bad moves that", "number"), counted, plain_header=True)
    echo()


def _phase_row(phase: Phase) -> tuple[str, ...]:
    counts = [str(phase.grades[grade]) for grade in reversed(Grade)]
    return (phase.name, str(phase.moves), f"{phase.loss:.1%}", *counts)
