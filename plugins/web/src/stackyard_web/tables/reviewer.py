"""The review of a table's match: its positions analysed in worker processes, and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from stackyard.analysis import Limit
from stackyard.errors import StackyardError
from stackyard.turnloop.history import Course
from stackyard_coach.assessment import Assessment
from stackyard_coach.records.assessments import AssessmentStore
from stackyard_coach.records.improvements import keep_improvements
from stackyard_coach.review import answer, judge
from stackyard_coach.review_wording import answer_words
from stackyard_web import protocol
from stackyard_web.analysis_messages import AttemptJudgement
from stackyard_web.server.faults import log_warning, report_failure
from stackyard_web.tables.audience import PageConnection
from stackyard_web.tables.interface import TableInterface
from stackyard_web.tables.review_view import review_view
from stackyard_web.workers import calls
from stackyard_web.workers.queue import Priority

TOGETHER = 2  # positions analysed at once
PAUSE = 0.5  # seconds between two messages while a review grows


class Reviewer:
    """The review of one table: it runs while a page waits for it, and is kept in the archive."""

    def __init__(self, table: TableInterface) -> None:
        self._table = table
        self._course: Course | None = None  # that is reviewed
        self._assessments: dict[int, Assessment] = {}
        self._readers: list[PageConnection] = []
        self._task: asyncio.Task[None] | None = None
        self._told = 0.0  # time of the last message
        self._loading = asyncio.Lock()

    async def begin(self, page: PageConnection) -> None:
        """Send a page the review of the finished match, and go on until it is whole."""
        match = self._table.match
        if match.result is None:
            raise StackyardError("a match is reviewed after its end; this one is not over")
        course = match.course
        async with self._loading:  # of two pages at once the second waits for what is kept
            if self._course is None or self._course.moves != course.moves:
                self.stop()
                load = self._store(course).load
                self._assessments = await asyncio.to_thread(load, self._limit)
            self._course = course  # the same moves may have got another result
        if page not in self._readers:
            self._readers.append(page)
        if self._task is None and self._missing(course):
            self._task = asyncio.create_task(self._run(course))
        await self._tell([page])

    def leave(self, page: PageConnection) -> None:
        """End the review if no other page waits for it."""
        if page in self._readers:
            self._readers.remove(page)
        if not self._readers:
            self.stop()

    def stop(self) -> None:
        """End the review; what was analysed is kept."""
        if self._task is not None:
            self._task.cancel()
        self._task = None

    async def attempt(self, page: PageConnection, number: int, move: str) -> AttemptJudgement:
        """Judge a move tried in place of the move `number` of the match."""
        course = self._course
        if course is None or not 1 <= number <= course.ply or self._table.match.result is None:
            raise StackyardError("review the match first")
        review = await asyncio.to_thread(judge, course, dict(self._assessments))
        question = review.moves[number - 1]
        tried = await asyncio.to_thread(course.at(number - 1).play, move)
        played = tried.last
        assert played is not None
        within = self._table.services.limits.analysis
        found = await self._assess(tried, within, page.client)
        given = answer(question, played.text, found)
        sentence = answer_words(played.text, given, question, review)
        return AttemptJudgement(number, played.text, given.keeps, sentence, list(given.refutation))

    @property
    def _limit(self) -> Limit:
        return Limit(seconds=self._table.services.limits.review)

    def _store(self, course: Course) -> AssessmentStore:
        return AssessmentStore(self._table.services.archive, self._table.number, course)

    def _missing(self, course: Course) -> list[int]:
        return [ply for ply in range(course.ply + 1) if ply not in self._assessments]

    async def _run(self, course: Course) -> None:
        """Analyse what is missing, some positions at a time."""
        client = self._readers[0].client
        waiting, store = iter(self._missing(course)), self._store(course)

        async def work() -> None:
            for ply in waiting:
                found = await self._assess(course.at(ply), self._limit.seconds or 0.0, client)
                self._assessments[ply] = found
                await asyncio.to_thread(store.keep, self._limit, {ply: found})
                await self._grow()

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(TOGETHER):
                    group.create_task(work())
            await self._keep_improvements(course)
        except* Exception as failures:
            where = f"table {self._table.number}, review"
            sentence = report_failure(failures.exceptions[0], where, course.game)
            for page in self._readers:
                page.tell(protocol.ErrorMessage(sentence))
        finally:
            if self._task is asyncio.current_task():
                self._task = None
        await self._tell(self._readers)

    async def _assess(self, course: Course, within: float, client: str) -> Assessment:
        services = self._table.services
        assessment: Assessment = await services.engine_workers.call(
            calls.assess,
            services.limits.thinking,
            priority=Priority.ANALYSIS,
            client=client,
            header=await self._table.read(lambda: self._table.header),
            moves=course.moves,
            within=within,
        )
        log_warning(assessment.warning)
        return assessment

    async def _keep_improvements(self, course: Course) -> None:
        archive, number = self._table.services.archive, self._table.number
        review = judge(course, self._assessments)
        await asyncio.to_thread(keep_improvements, archive, number, review)

    async def _grow(self) -> None:
        """Send the review as far as it is, now and then."""
        now = asyncio.get_running_loop().time()
        if now - self._told >= PAUSE:
            self._told = now
            await self._tell(self._readers)

    async def _tell(self, pages: Iterable[PageConnection]) -> None:
        course = self._course
        if course is None:
            return
        known = dict(self._assessments)
        growing = self._task is not None
        for page in list(pages):
            page.tell(await asyncio.to_thread(review_view, course, known, growing, page.flipped))
