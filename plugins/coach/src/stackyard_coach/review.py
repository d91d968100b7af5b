"""Reviews: the moves of a match judged by the assessments of its positions.

A review adds no analysis of its own. Proofs are carried along the moves played: a move to a won
position shows that the position before was won, and from a lost position every move loses.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from stackyard.position import DRAW, ONGOING
from stackyard.turnloop.history import Course
from stackyard.turnloop.outcome import Result
from stackyard_coach.assessment import Assessment

MARGIN = 0.1  # of a chance whose interval is not known


class Grade(StrEnum):
    """A grade of a bad move, by the share of points that it lost."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


GRADES = ((0.3, Grade.BLUNDER), (0.2, Grade.MISTAKE), (0.1, Grade.INACCURACY))


@dataclass(frozen=True)
class Standing:
    """A position of the match as it was analysed.

    `share`, `interval`, `proven` and `plies` are those of an Assessment; `line` is the best play.
    """

    share: float
    interval: tuple[float, float] | None = None
    proven: int = ONGOING
    plies: int | None = None
    line: tuple[str, ...] = ()

    def value(self, player: int) -> float:
        """The share of points that a player, 0 or 1, can expect."""
        return self.share if player == 0 else 1 - self.share

    def bounds(self, player: int) -> tuple[float, float]:
        """The bounds of a player's value; MARGIN apart from it where they are not known."""
        margin = MARGIN if self.proven == ONGOING else 0.0
        low, high = self.interval or (self.share - margin, self.share + margin)
        return (low, high) if player == 0 else (1 - high, 1 - low)

    @property
    def leader(self) -> int | None:
        """The proven winner, or DRAW, or else the player who surely has the better chances."""
        if self.proven != ONGOING:
            return self.proven
        low, high = self.bounds(0)
        return 0 if low > 0.5 else 1 if high < 0.5 else None


@dataclass(frozen=True)
class JudgedMove:
    """A move of the match: `number` counts from 1, `before` and `after` are the standings.

    `loss` is the share of points that the move lost, None if one of the standings is not known, or
    the first only by a proof carried on.
    A legal move without alternatives and the best move of the analysis lose nothing. `best` is the
    best move with its images.
    """

    number: int
    player: int
    text: str
    before: Standing | None
    after: Standing | None
    loss: float | None
    best: tuple[str, ...]

    @property
    def grade(self) -> Grade | None:
        """The grade of a bad move."""
        return None if self.loss is None else grade_of(self.loss)

    @property
    def sure(self) -> bool:
        """True if the move surely lost something: the intervals before and after do not overlap."""
        if self.before is None or self.after is None:
            return False
        return self.before.bounds(self.player)[0] > self.after.bounds(self.player)[1]


@dataclass(frozen=True)
class Change:
    """The move after which another player leads; `before` led until then, None if nobody did.

    Both are 0, 1 or DRAW, as Standing.leader tells.
    """

    number: int
    before: int | None
    after: int


@dataclass(frozen=True)
class Review:
    """The judged moves of a course; `standings` are those of its positions, from the start on.

    `result` is that of the match; the course has it only if it follows from the rules.
    """

    course: Course
    standings: tuple[Standing | None, ...]
    moves: tuple[JudgedMove, ...]
    result: Result | None = None

    @property
    def changes(self) -> list[Change]:
        """The moves at which the result changed hands."""
        found: list[Change] = []
        leader: int | None = None
        for number, standing in enumerate(self.standings):
            now = None if standing is None else standing.leader
            if now is None or now == leader:
                continue
            if number:
                found.append(Change(number, leader, now))
            leader = now
        return found

    @property
    def mistakes(self) -> list[JudgedMove]:
        """The moves with a grade, in order."""
        return [move for move in self.moves if move.grade is not None]

    @property
    def notable(self) -> list[JudgedMove]:
        """The moves with a grade, without inaccuracies that are in doubt."""
        return [move for move in self.mistakes if move.sure or move.grade is not Grade.INACCURACY]

    def questions(self, players: Collection[int] = (0, 1)) -> list[JudgedMove]:
        """The turning points of these players: the sure mistakes and blunders, and lost results."""
        changed = {change.number for change in self.changes}
        return [
            move
            for move in self.mistakes
            if move.player in players
            and (move.number in changed or (move.sure and move.grade is not Grade.INACCURACY))
        ]


@dataclass(frozen=True)
class Answer:
    """The judgement of a move tried in place of a bad one.

    It is right if it `keeps` the value of the position; `loss` is the share of points that it
    loses, None if it is not known, and `refutation` the play that shows it, after the move.
    """

    keeps: bool
    loss: float | None
    after: Standing | None
    refutation: tuple[str, ...] = ()


def grade_of(loss: float) -> Grade | None:
    """The grade of a move that lost this share of the points."""
    return next((grade for least, grade in GRADES if loss >= least - 1e-9), None)


def judge(course: Course, assessments: Mapping[int, Assessment]) -> Review:
    """Judge the moves of a course by the assessments of its positions, by their number of plies.

    Positions may be missing, as they are while a match is still being analysed.
    """
    result, course = course.result, course.reopened()
    options = [len(ply.before.legal_moves()) for ply in course.plies()]
    players = [ply.player for ply in course.plies()]
    standings = [standing_of(assessments.get(ply)) for ply in range(course.ply + 1)]
    _carry_back(standings, players, options)
    _carry_on(standings, players, options)
    moves = []
    for ply, before, after in zip(course.plies(), standings, standings[1:], strict=False):
        known = assessments.get(ply.number - 1)
        best = known.best if known else ()
        loss: float | None = None
        if known is not None and before is not None and after is not None:
            spared = ply.text in best or options[ply.number - 1] == 1
            loss = 0.0 if spared else _loss(before, after, ply.player)
        moves.append(JudgedMove(ply.number, ply.player, ply.text, before, after, loss, best))
    return Review(course, tuple(standings), tuple(moves), result)


def answer(question: JudgedMove, text: str, after: Assessment) -> Answer:
    """Judge a move tried before a bad one; `after` is the assessment of the position it leads to.

    Every move that loses less than an inaccuracy keeps the value. The best move of the analysis
    does, unless the longer look proves it wrong.
    """
    standing = standing_of(after)
    if question.before is None or standing is None:
        return Answer(text in question.best, None, standing)
    loss = _loss(question.before, standing, question.player)
    if text in question.best and standing.proven == ONGOING:
        loss = 0.0
    keeps = grade_of(loss) is None
    return Answer(keeps, loss, standing, () if keeps else standing.line)


def standing_of(assessment: Assessment | None) -> Standing | None:
    """The standing that an assessment tells; None if there is none, or it was too short."""
    if assessment is None or assessment.share is None:
        return None
    return Standing(
        *(assessment.share, assessment.interval, assessment.proven, assessment.plies),
        assessment.line,
    )


def _loss(before: Standing, after: Standing, player: int) -> float:
    return max(0.0, before.value(player) - after.value(player))


def _carry_back(standings: list[Standing | None], players: list[int], options: list[int]) -> None:
    """Carry proofs back from each position to the one before it."""
    for ply in reversed(range(len(players))):
        before, after = standings[ply], standings[ply + 1]
        if after is None or (before is not None and before.proven != ONGOING):
            continue
        wins = after.proven == players[ply]
        forced = options[ply] == 1
        if not wins and not forced:
            if before is not None and after.proven == DRAW and before.value(players[ply]) < 0.5:
                standings[ply] = replace(before, share=0.5, interval=None)
            continue
        plies = None if after.plies is None else after.plies + 1
        line = before.line if before is not None and not wins else ()
        standings[ply] = replace(after, plies=plies, line=line)


def _carry_on(standings: list[Standing | None], players: list[int], options: list[int]) -> None:
    """Carry proofs on from each position to the one after the move that was played."""
    for ply, player in enumerate(players):
        before, after = standings[ply], standings[ply + 1]
        if before is None or before.proven == ONGOING:
            continue
        if after is not None and after.proven != ONGOING:
            continue
        if before.proven == 1 - player or options[ply] == 1:
            line = () if after is None else after.line
            standings[ply + 1] = replace(before, plies=None, line=line)
