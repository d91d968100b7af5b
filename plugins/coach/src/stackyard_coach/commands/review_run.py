"""Making a review: the positions of a match are analysed, and each is kept when it is done."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial
from shutil import get_terminal_size

from stackyard.analysis import Limit
from stackyard.errors import ArchiveError, StackyardError
from stackyard.records.archive import Archive
from stackyard.records.format import Record, decode, encode
from stackyard.records.reader import readable_course
from stackyard.text import plural
from stackyard.turnloop.history import Course
from stackyard.workforce import Workforce
from stackyard_cli.common import draws_on_terminal
from stackyard_cli.progress import LINES_APART, progress
from stackyard_cli.stop_signals import end_if_stopping
from stackyard_coach.assessment import Assessment, assess
from stackyard_coach.commands.review_report import WIDEST, graph_lines
from stackyard_coach.records.assessments import AssessmentStore
from stackyard_coach.records.improvements import keep_improvements
from stackyard_coach.review import judge


class ReviewRun:
    """The assessments of a match's positions, those kept in the archive and those still to make.

    `number` is that of the match in the archive, None for one that is not there.
    """

    def __init__(self, record: Record, course: Course, number: int | None, limit: Limit) -> None:
        self.record = record
        self.course = course.reopened()
        self.number = number
        self.limit = limit
        self.assessments: dict[int, Assessment] = {}
        self.warnings: list[str] = []
        self._store = None
        if number is not None:
            self._store = AssessmentStore(Archive(), number, self.course)
            self.assessments = self._store.load(limit)

    @property
    def missing(self) -> list[int]:
        """The positions without an assessment, by their number of plies."""
        return [ply for ply in range(self.course.ply + 1) if ply not in self.assessments]

    def analyse(self, workers: int) -> bool:
        """Analyse what is missing; False if Ctrl-C ended it before it was done."""
        missing = self.missing
        if not missing:
            return True
        try:
            with _growing(self) as told:
                for ply, found in self._assessed(missing, min(workers, len(missing))):
                    self._add(ply, found)
                    told()
        except KeyboardInterrupt:
            end_if_stopping()
            return False
        self._keep_improvements()
        return True

    def _keep_improvements(self) -> None:
        """Keep the better play as variations of the match, if it is in the archive."""
        if self.number is None:
            return
        try:
            keep_improvements(Archive(), self.number, judge(self.course, self.assessments))
        except StackyardError as error:
            self._warn(f"the better moves are not kept as variations: {error}")

    def _assessed(self, plies: list[int], workers: int) -> Iterator[tuple[int, Assessment]]:
        if workers == 1:
            for ply in plies:
                yield ply, assess(self.course.at(ply), self.limit)
            return
        from stackyard.processes import WorkerProcesses  # imports multiprocessing

        assess_one = partial(assess_ply, encode(self.record), self.limit)
        with Workforce(partial(WorkerProcesses, workers)) as workforce:
            yield from workforce.run(assess_one, plies)

    def _add(self, ply: int, found: Assessment) -> None:
        self.assessments[ply] = found
        self._warn(found.warning)
        if self._store is None:
            return
        try:
            self._store.keep(self.limit, {ply: found})
        except ArchiveError as error:
            self._warn(f"the review is not kept: {error}")

    def _warn(self, warnings: str) -> None:
        self.warnings += [line for line in warnings.splitlines() if line not in self.warnings]


def cores() -> int:
    """The number of processors that this program may use."""
    if hasattr(os, "sched_getaffinity"):  # not on Windows
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def assess_ply(document: bytes, limit: Limit, ply: int) -> Assessment:
    """In a worker: the assessment of the position of a record after `ply` moves."""
    return assess(_course(document).at(ply), limit)


@lru_cache(1)
def _course(document: bytes) -> Course:
    course, _ = readable_course(decode(document))
    return course.reopened()


@contextmanager
def _growing(run: ReviewRun) -> Iterator[Callable[[], None]]:
    """Show the graph while it grows, or lines of progress where it cannot be drawn."""
    total = run.course.ply + 1
    if not draws_on_terminal():
        with progress("positions", lines=LINES_APART) as update:
            yield lambda: update(len(run.assessments), total)
        return
    from rich.live import Live
    from rich.text import Text

    from stackyard_cli.terminal import console

    stop = "stop" if run.number is None else "stop and keep them"

    def drawn() -> Text:
        review = judge(run.course, run.assessments)
        lines = graph_lines(review, min(WIDEST, get_terminal_size().columns - 1))
        done = f"{len(run.assessments)} of {total} positions (Ctrl-C: {stop})"
        return Text("\n".join([*lines, "", done]), no_wrap=True, overflow="crop")

    with Live(drawn(), console=console(), transient=True, auto_refresh=False) as live:
        yield lambda: live.update(drawn(), refresh=True)


def too_brief(assessments: Mapping[int, Assessment], limit: Limit) -> str:
    """A sentence about positions that were analysed too briefly; empty if there is none."""
    brief = [each.enough for each in assessments.values() if each.share is None]
    if not brief:
        return ""
    given, without = f"{limit.seconds or 0:g} s", ""
    if limit.simulations is not None:
        given, without = plural(limit.simulations, "game"), " without --simulations"
    return (
        f"{given} a position did not suffice for {len(brief)} of {len(assessments)} positions; "
        f"--seconds {max(brief):g}{without} would"
    )
