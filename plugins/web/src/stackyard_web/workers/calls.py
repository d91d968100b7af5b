"""The calls that worker processes answer: choose a move, analyse, hint, export, rate."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from traceback import format_exc
from typing import Any

from msgspec.structs import replace

from stackyard.analysis import Limit, basis_words, chance_words, value_words
from stackyard.analysis import analyse as analysis_of
from stackyard.errors import StackyardError, UnknownGameError
from stackyard.plugins.attribution import attributed
from stackyard.plugins.registry import registry
from stackyard.processes import report, stopped
from stackyard.records.export import View
from stackyard.records.export import export as export_records
from stackyard.records.format import Record
from stackyard.records.reader import course_of
from stackyard.records.writer import head_of
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard_coach.assessment import Assessment
from stackyard_coach.assessment import assess as assessment_of
from stackyard_coach.hint import default_limit
from stackyard_coach.hint import hint as hint_of
from stackyard_web.errors import CallError, CallRefusedError
from stackyard_web.server.faults import describe_failure
from stackyard_web.workers.player_cache import PlayerCache, PlayerChoice

CANDIDATES = 5  # moves shown in an analysis
FILM_SECONDS = 0.7  # for each position of a film
KEPT = 8  # matches whose players a process keeps; a tree takes up to 112 MB

UPGRADED = "Stackyard was upgraded while the server was running; restart the server"

_players = PlayerCache(KEPT)


def carry_out(server: str, call: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """The answer to a call from a server of this version; CallError tells why there is none."""
    if server != version("stackyard-web"):
        raise CallRefusedError(UPGRADED)
    try:
        return call(**arguments)
    except UnknownGameError as error:
        raise CallRefusedError(error.sentence) from None
    except StackyardError as error:
        raise CallRefusedError(str(error)) from None
    except Exception as failure:  # of a plugin
        words, advice = describe_failure(failure)
        raise CallError(words, f"{words}; {advice}\n{format_exc()}") from None


def header_of(match: Match) -> Record:
    """The record of a match before its first move, which calls get beside the moves."""
    return replace(head_of(match, []), position=None, result=None)


def get_ready() -> None:
    """Import what calls need."""


def choose(
    header: Record, moves: Sequence[int], seconds: Sequence[float], until: float | None = None
) -> PlayerChoice:
    """The computer player's choice after these moves of a match.

    After the time `until`, in seconds since 1970, it moves at once.
    """

    def hurries() -> bool:
        return stopped() or (until is not None and time.time() >= until)

    return _players.choose(header, moves, seconds, hurries)


def accepts_draw(header: Record, moves: Sequence[int], seconds: Sequence[float], side: int) -> bool:
    """Tell if the computer player of a side accepts a draw after these moves of a match."""
    return _players.accepts_draw(header, moves, seconds, side, stopped)


def analyse(header: Record, moves: Sequence[int], within: float) -> dict[str, Any]:
    """The best moves in the position after `moves`, and the first player's expected score."""
    course = course_after(header, moves)
    if course.result is not None:
        return {"balance": {0: 1.0, 1: 0.0}.get(course.result.winner, 0.5), "candidates": []}
    with attributed(course.game):
        found = analysis_of(course, Limit(seconds=within), lambda share: stopped())
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
                "chance": chance_words(line),
                "judgement": value_words(line),
                "best": list(line.best_play),
            }
            for line in found.lines[:CANDIDATES]
        ],
    }


def assess(header: Record, moves: Sequence[int], within: float) -> Assessment:
    """The assessment of the position after `moves`, for a review."""
    course = course_after(header, moves)
    with attributed(course.game):
        return assessment_of(course, Limit(seconds=within), lambda share: stopped())


def course_after(header: Record, moves: Sequence[int]) -> Course:
    """The course of a match without moves, after these."""
    course = course_of(header)
    for move in moves:
        course = course.play(move)
    return course


def hint(header: Record, moves: Sequence[int], within: float) -> dict[str, Any]:
    """The best move in the position after `moves`, with its reasons and the line.

    It is the hint of the terminal, unless that takes more than `within` seconds.
    """
    course = course_after(header, moves)
    end = time.perf_counter() + within
    with attributed(course.game):
        limit = default_limit(course.game, within)
        found = hint_of(course, limit, lambda share: stopped() or time.perf_counter() >= end)
    best = found.best
    return {
        "warning": found.analysis.warning,
        "move": best.line.text,
        "words": best.line.words,
        "cells": list(course.game.move_cells(best.line.move, course.position)),
        "judgement": best.value,
        "basis": found.basis,
        "reasons": list(found.reasons),
        "line": [ply.text for ply in best.plies],
    }


def export(record: Record, name: str, ply: int | None, flip: bool) -> bytes:
    """A match in a registered export format."""

    def tell(done: int, total: int) -> None:
        if stopped():
            raise CallRefusedError("nobody waits for this export any more")
        report(done, total)

    view = View(ply, flip, FILM_SECONDS, tell=tell)
    return export_records(registry().exporters[name], [record], view)


def rate(players: int, results: Sequence[tuple[int, int, float]]) -> Any:
    """The ratings of players by the first plugin that rates; None if none does."""
    call = registry().manager.caller("stackyard_rate")  # failures are for the caller
    return call(players=players, results=results)
