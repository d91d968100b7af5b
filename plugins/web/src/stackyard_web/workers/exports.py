"""Exports made by worker processes; identical requests share one export."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from stackyard.records.format import Record
from stackyard_web.server.limits import Limits
from stackyard_web.workers import calls
from stackyard_web.workers.pool import WorkerPool
from stackyard_web.workers.queue import Priority, WorkerCall

KEPT = 64_000_000  # bytes of recent exports
PATIENCE = 5.0  # seconds without a progress request until an export is cancelled


class ExportRequest(NamedTuple):
    """A record and its export format: a picture of one ply, or the whole match, maybe a film.

    `of` identifies the content of the record without the time at which it was written.
    """

    of: bytes
    record: Record
    name: str
    ply: int | None
    flip: bool
    film: bool

    @property
    def key(self) -> bytes:
        """The cache key, equal for equal content."""
        return sha256(repr((self.of, self.name, self.ply, self.flip)).encode()).digest()


@dataclass(eq=False)
class ExportJob:
    """An export in progress, for which `waiting` requests wait."""

    call: WorkerCall
    task: asyncio.Task[bytes]
    waiting: int = 0
    requested_at: float = field(default=-PATIENCE)  # time of the last progress request


class ExportCache:
    """Makes exports in worker processes and keeps the most recent ones."""

    def __init__(self, export_workers: WorkerPool, limits: Limits) -> None:
        self._workers = export_workers
        self._limits = limits
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()  # the longest unused first
        self._size = 0
        self._jobs: dict[bytes, ExportJob] = {}

    async def get(self, wanted: ExportRequest, client: str) -> bytes:
        """The file; CallError if the export fails, LimitExceededError for too many requests.

        If this is cancelled and no other request waits for the export, it is cancelled too.
        """
        kept = self._finished(wanted)
        if kept is not None:
            return kept
        job = self._job(wanted, client)
        job.waiting += 1
        try:
            return await asyncio.shield(job.task)
        finally:
            job.waiting -= 1
            self._cancel_if_unwanted(job)

    def progress(self, wanted: ExportRequest, client: str) -> tuple[int, int]:
        """The progress of an export as (done, total); starts the export if necessary.

        It is cancelled unless this is called again in time. Raises as `get` does.
        """
        if self._finished(wanted) is not None:
            return 1, 1
        job = self._job(wanted, client)
        if job.task.done():  # it failed
            del self._jobs[wanted.key]
            job.task.result()
        loop = asyncio.get_running_loop()
        job.requested_at = loop.time()
        loop.call_later(PATIENCE + 0.1, self._cancel_if_unwanted, job)
        done, total = job.call.progress
        return done, max(total, done + 1)

    def _finished(self, wanted: ExportRequest) -> bytes | None:
        if wanted.key in self._kept:
            self._kept.move_to_end(wanted.key)
        return self._kept.get(wanted.key)

    def _job(self, wanted: ExportRequest, client: str) -> ExportJob:
        job = self._jobs.get(wanted.key)
        if job is None:
            call = self._workers.begin(
                calls.export,
                self._limits.filming if wanted.film else self._limits.pictures,
                priority=Priority.FILM if wanted.film else Priority.PICTURE,
                client=client,
                record=wanted.record,
                name=wanted.name,
                ply=wanted.ply,
                flip=wanted.flip,
            )
            job = ExportJob(call, asyncio.create_task(self._workers.finish(call)))
            job.task.add_done_callback(lambda done: self._end(wanted.key, done))
            self._jobs[wanted.key] = job
        return job

    def _end(self, key: bytes, task: asyncio.Task[bytes]) -> None:
        job = self._jobs[key]
        failed = task.cancelled() or task.exception() is not None
        if not failed:
            self._keep(key, task.result())
        if task.cancelled() or not failed or job.waiting:
            del self._jobs[key]

    def _keep(self, key: bytes, content: bytes) -> None:
        self._kept[key] = content
        self._size += len(content)
        while self._size > KEPT:
            _, oldest = self._kept.popitem(last=False)
            self._size -= len(oldest)

    def _cancel_if_unwanted(self, job: ExportJob) -> None:
        now = asyncio.get_running_loop().time()
        if job.waiting or now - job.requested_at < PATIENCE:
            return
        if job.task.done():
            for key in [key for key, one in self._jobs.items() if one is job]:
                del self._jobs[key]
        else:
            job.task.cancel()


def too_long(most: int) -> str:
    """The reason why a long match has no film."""
    return f"films have at most {most} moves; `stackyard export` has no limit"
