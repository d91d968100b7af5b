"""The messages to a page about analyses, hints and reviews."""

from __future__ import annotations

from msgspec import Struct, field

from stackyard_web.protocol import ServerMessage


class Candidate(Struct, frozen=True):
    """A move of an analysis: its `chance` with its interval, and a `judgement`, both in words.

    `best` is the best line found, beginning with this move.
    """

    move: str
    words: str
    cells: list[int]
    chance: str
    judgement: str
    best: list[str]


class AnalysisResult(ServerMessage, frozen=True, tag="analysis"):
    """The best moves after `ply` plies and `moves`, the best first.

    `balance` is the first player's expected score. `source` is `table`, `solved`, `proof` or
    `estimate`; `basis` describes it in words. Both are empty if the match is over.
    """

    ply: int
    balance: float
    candidates: list[Candidate]
    source: str = ""
    basis: str = ""
    moves: list[str] = field(default_factory=list)


class ReviewedPosition(Struct, frozen=True, array_like=True):
    """The first player's chances in a position, None if not known, their interval, and words."""

    share: float | None
    interval: tuple[float, float] | None
    words: str


class ReviewedMove(Struct, frozen=True):
    """A bad move: its number, its player, its grade, what it lost, and the better line.

    `question` says whether it is a turning point to learn from.
    """

    number: int
    player: int
    move: str
    grade: str
    lost: str
    better: str
    line: list[str]
    question: bool


class ReviewedPoint(Struct, frozen=True):
    """A turning point: the number of its move, its heading, and sentences about it.

    `board` shows the position before the move, with the cells of the move `played` and of the
    `better` one; `line` is the better play.
    """

    number: int
    heading: str
    sentences: list[str]
    board: str
    played: list[int]
    better: list[int]
    line: list[str]


class ReviewMessage(ServerMessage, frozen=True, tag="review"):
    """The review of the match; while it is `growing`, `done` of its positions are analysed.

    `positions` begin with the start; `counts` are a sentence for each player. `story` tells how the
    match went, and `points` are its turning points; both are empty while the review grows.
    """

    growing: bool
    done: int
    positions: list[ReviewedPosition]
    moves: list[ReviewedMove]
    story: str
    points: list[ReviewedPoint]
    counts: list[str]
    basis: str


class AttemptJudgement(ServerMessage, frozen=True, tag="attempt"):
    """The judgement of a move tried in place of the move `number`.

    It is right if it `keeps` the value; otherwise `line` is the play that refutes it.
    """

    number: int
    move: str
    keeps: bool
    sentence: str
    line: list[str]


class HintResult(ServerMessage, frozen=True, tag="hint"):
    """The computer's choice after `ply` plies, with its value and the basis of that value.

    `reasons` are sentences; `line` is the best play, beginning with the move.
    """

    ply: int
    move: str
    words: str
    cells: list[int]
    judgement: str
    basis: str
    reasons: list[str]
    line: list[str]
