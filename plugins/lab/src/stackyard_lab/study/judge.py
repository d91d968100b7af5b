"""The judge: assessments of positions, made in workers and kept in the archive."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard.turnloop.history import Course
from stackyard.turnloop.ply import Ply
from stackyard.workforce import Workforce
from stackyard_coach.assessment import Assessment, assess
from stackyard_coach.review import Standing
from stackyard_coach.review import judge as review
from stackyard_lab.dispatch import distribute
from stackyard_lab.game_outcome import DIED
from stackyard_lab.game_runner import Batch, processor_seconds_here, run_task
from stackyard_lab.study.settings import StudySettings
from stackyard_lab.study.trace import GameTrace, PlyTrace


class Passage(NamedTuple):
    """Positions to assess: those of a course after these numbers of `plies`.

    `start` is its first position, if that is not the start of the game.
    """

    key: str
    moves: tuple[int, ...]
    plies: tuple[int, ...]
    start: str | None = None


class Judgement(NamedTuple):
    """The assessments of a passage by the number of plies; `missing` says why there are none."""

    passage: Passage
    assessments: Mapping[int, Assessment]
    processor_seconds: float = 0.0
    missing: str = ""


def judge_passages(
    settings: StudySettings, passages: Iterable[Passage], workforce: Workforce
) -> Generator[Judgement, None, None]:
    """Assess the positions of passages, and yield each passage when it is done."""
    return distribute(partial(_assess_all, settings), _failed, passages, workforce, playable=True)


def _assess_all(settings: StudySettings, passages: tuple[Passage, ...]) -> Batch[Judgement]:
    """Assess some passages, in a worker."""
    return run_task(settings.load, partial(_assessed, settings), passages)


def _assessed(settings: StudySettings, game: Game, passage: Passage) -> Judgement:
    start = None if passage.start is None else game.parse_position(passage.start)
    course = Course(game, start)
    for move in passage.moves:
        course = course.play(move)
    found = {
        ply: assess(course.at(ply), settings.limit, seed=settings.seed) for ply in passage.plies
    }
    return Judgement(passage, found, processor_seconds_here())


def _failed(passage: Passage) -> Judgement:
    return Judgement(passage, {}, missing=DIED)


def judged_plies(course: Course) -> list[int]:
    """The numbers of plies of the positions to assess: those with a choice of moves.

    A position with one legal move is worth as much as the next one.
    """
    return [ply.number - 1 for ply in course.plies() if len(ply.before.legal_moves()) > 1]


def trace_of(
    course: Course,
    number: int,
    assessments: Mapping[int, Assessment],
    stopped: bool = False,
    opening: Sequence[int] = (),
) -> GameTrace:
    """The trace of a finished course; without assessments it is not judged.

    A game that was `stopped`, being too long, has no winner. `opening` are the random moves before
    the course: they count as part of the game, but are not judged.
    """
    assert course.result is not None
    plies, turns = list(course.plies()), course.so_far
    before, players = _plies_of(course.game, opening)
    begun = len(players)
    players += [turn.player for turn in turns]
    known: dict[int, Assessment] = {}
    standings: Sequence[Standing | None] = ()
    shares: list[float] = []
    if assessments:
        known = {**assessments, course.ply: assess(course)}
        for ply in reversed(plies):  # the moves without alternatives
            if ply.number - 1 not in known and ply.number in known:
                known[ply.number - 1] = replace(known[ply.number], moves=(), line=())
        standings = review(course, known).standings
        chances = [standings[turn.first] for turn in turns] + [standings[-1]]
        shares = [standing.share for standing in chances if standing is not None]
    judged = len(shares) == len(turns) + 1
    return GameTrace(
        number=number,
        winner=ONGOING if stopped else course.result.winner,
        turns=len(players),
        plies=(
            *before,
            *[
                PlyTrace(
                    len(ply.before.legal_moves()),
                    _values(ply, known[ply.number - 1], standings) if judged else (),
                )
                for ply in plies
            ],
        ),
        chances=tuple(shares) if judged else (),
        skips=sum([one == other for one, other in pairwise(players)]),
        opening=begun,
    )


def _plies_of(game: Game, moves: Sequence[int]) -> tuple[list[PlyTrace], list[int]]:
    """The plies of moves from the start of a game, and the players of their turns."""
    position = game.initial()
    plies, players = [], []
    for move in moves:
        if not position.mid_turn:
            players.append(int(position.player))
        plies.append(PlyTrace(len(position.legal_moves())))
        position.play(move)
    return plies, players


def _values(
    ply: Ply, assessment: Assessment, standings: Sequence[Standing | None]
) -> tuple[float, ...]:
    """The values of the legal moves for the player of a ply, the played move's first."""
    choices = len(ply.before.legal_moves())
    values = {text: move.value for move in assessment.moves for text in move.texts}
    known = [value for value in values.values() if value is not None]
    after = standings[ply.number]
    played = values.pop(ply.text, None)
    if played is None and after is not None:
        played = after.value(ply.player)
    if played is None or (choices > 1 and not known):
        return ()
    least = min([played, *known])
    others = [least if value is None else value for value in values.values()]
    return (played, *others, *[least] * (choices - 1 - len(others)))
