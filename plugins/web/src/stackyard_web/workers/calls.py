"""The calls that worker processes answer: choose a move, analyse, hint, replay, export, rate.

Arguments and answers are JSON values.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from stackyard.analysis import Limit, basis_words, chance_words, value_words
from stackyard.analysis import analyse as analysis_of
from stackyard.coach.assessment import assess as assessment_of
from stackyard.coach.hint import hint as hint_of
from stackyard.plugins.attribution import attributed
from stackyard.plugins.registry import registry
from stackyard.records.export import View
from stackyard.records.format import decode
from stackyard.records.reader import course_of
from stackyard.turnloop.history import Course
from stackyard.turnloop.outcome import Result
from stackyard_web.errors import CallCancelledError
from stackyard_web.workers.cancellation import Cancellation
from stackyard_web.workers.player_cache import PlayerCache

if TYPE_CHECKING:
    from stackyard_web.posted_record import Change

CANDIDATES = 5  # moves shown in an analysis
KEPT = 8  # matches whose players a process keeps; a tree takes up to 112 MB

_players = PlayerCache(KEPT)


def choose(
    stop: Cancellation, head: str, moves: Sequence[int], seconds: Sequence[float]
) -> dict[str, Any]:
    """The computer player's move after these moves of a match, its messages and its warning.

    If the player ended the match instead, the answer has no `move` but the `result`.
    """
    said: list[str] = []
    warned: list[str] = []
    chosen = _players.choose(decode(head), moves, seconds, stop, said.append, warned.append)
    answer = {"said": said, "warning": "".join(warned)}
    if isinstance(chosen, Result):
        return answer | {"result": [chosen.winner, chosen.reason, chosen.sentence]}
    return answer | {"move": chosen}


def accepts_draw(
    stop: Cancellation, head: str, moves: Sequence[int], seconds: Sequence[float], side: int
) -> bool:
    """Whether the computer player of a side accepts a draw after these moves of a match."""
    return _players.accepts_draw(decode(head), moves, seconds, side, stop)


def analyse(stop: Cancellation, head: str, moves: Sequence[int], within: float) -> dict[str, Any]:
    """The best moves in the position after `moves`, and the first player's expected score."""
    course = _course_after(head, moves)
    if course.result is not None:
        return {"balance": {0: 1.0, 1: 0.0}.get(course.result.winner, 0.5), "candidates": []}
    with attributed(course.game):
        found = analysis_of(course, Limit(seconds=within), lambda share: stop.is_set())
    visits = sum([line.visits for line in found.lines])
    return {
        "balance": found.share,
        "warning": found.warning,
        "source": found.source,
        "basis": basis_words(found),
        "candidates": [
            {
                "move": line.text,
                "words": line.words,
                "cells": list(course.game.move_cells(line.move, course.position)),
                "share": line.visits / visits if visits else 0.0,
                "value": line.value if line.supported else None,
                "chance": chance_words(line),
                "plies": line.plies,
                "judgement": value_words(line),
                "best": list(line.best_play),
            }
            for line in found.lines[:CANDIDATES]
        ],
    }


def assess(stop: Cancellation, head: str, moves: Sequence[int], within: float) -> dict[str, Any]:
    """The assessment of the position after `moves`, for a review."""
    course = _course_after(head, moves)
    with attributed(course.game):
        found = assessment_of(course, Limit(seconds=within), lambda share: stop.is_set())
    shown: dict[str, Any] = msgspec.to_builtins(found)
    return shown


def _course_after(head: str, moves: Sequence[int]) -> Course:
    """The course of a match without moves, after these."""
    course = course_of(decode(head))
    for move in moves:
        course = course.play(move)
    return course


def hint(stop: Cancellation, head: str, moves: Sequence[int], within: float) -> dict[str, Any]:
    """The best move in the position after `moves`, with its reasons and the line."""
    course = _course_after(head, moves)
    with attributed(course.game):
        found = hint_of(course, Limit(seconds=within), lambda share: stop.is_set())
    best = found.best
    return {
        "warning": found.analysis.warning,
        "move": best.text,
        "words": best.words,
        "cells": list(course.game.move_cells(best.line.move, course.position)),
        "judgement": best.value,
        "basis": found.basis,
        "reasons": list(found.reasons),
        "line": [ply.text for ply in best.plies],
    }


def replay(
    stop: Cancellation, record: str, path: Sequence[int], ply: int, flip: bool, plies: int
) -> dict[str, Any]:
    """A position of an untrusted record, and the lists of its moves."""
    from stackyard_web.posted_record import replayed

    return replayed(record, tuple(path), ply, flip, plies)


def change_record(
    stop: Cancellation,
    record: str,
    path: Sequence[int],
    ply: int,
    change: Change,
    text: str,
    plies: int,
) -> dict[str, Any]:
    """An untrusted record with a change of its variations or comments."""
    from stackyard_web.posted_record import changed

    return changed(record, tuple(path), ply, change, text, plies)


def export(
    stop: Cancellation, record: str, name: str, ply: int | None, flip: bool, seconds: float
) -> str:
    """A match in a registered export format, as base64."""

    def tell(done: int, total: int) -> None:
        if stop.is_set():
            raise CallCancelledError
        stop.report_progress(done, total)

    view = View(ply, flip, seconds, tell=tell)
    written: bytes = registry().exporters[name].load()([decode(record)], view)
    return b64encode(written).decode()


def rate(stop: Cancellation, players: int, results: Sequence[tuple[int, int, float]]) -> Any:
    """The ratings of players by the first plugin that rates; None if none does."""
    call = registry().manager.caller("stackyard_rate", guard=None)  # failures are for the caller
    return call(players=players, results=results)


CALLS: dict[str, Callable[..., Any]] = {
    call.__name__: call
    for call in (choose, accepts_draw, analyse, assess, hint, replay, change_record, export, rate)
}
