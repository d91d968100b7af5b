"""Reviews of several matches of one person together: openings, phases, kinds of mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from stackyard.position import DRAW
from stackyard_coach.review import Grade, JudgedMove, Review

OPENING = 2  # moves
PHASES = ("opening", "middle", "end")  # thirds of a match
LEAD, LEVEL = 0.6, 0.4  # the least share of the points of a lead, and of a level game


@dataclass(frozen=True)
class ReviewedMatch:
    """The review of a match, the person's side, and the winner, 0, 1 or DRAW."""

    review: Review
    player: int
    winner: int

    @property
    def points(self) -> float:
        """The person's points."""
        return 0.5 if self.winner == DRAW else float(self.winner == self.player)

    @property
    def moves(self) -> list[JudgedMove]:
        """The person's moves."""
        return [move for move in self.review.moves if move.player == self.player]


@dataclass(frozen=True)
class Opening:
    """The first moves of some matches, the person's side, and how they went.

    `chance` is the person's mean share of the points after these moves, None if not known.
    """

    moves: tuple[str, ...]
    player: int
    played: int
    points: float
    chance: float | None


@dataclass(frozen=True)
class Phase:
    """A third of the matches: the person's judged moves, their mean loss, the bad ones by grade."""

    name: str
    moves: int
    loss: float
    grades: Counter[Grade]


def openings(matches: Sequence[ReviewedMatch]) -> list[Opening]:
    """The openings of matches, the most played first."""
    found: dict[tuple[tuple[str, ...], int], list[ReviewedMatch]] = {}
    for match in matches:
        moves = tuple([move.text for move in match.review.moves[:OPENING]])
        found.setdefault((moves, match.player), []).append(match)
    rows = []
    for (moves, player), several in found.items():
        after = [match.review.standings[len(moves)] for match in several]
        chances = [standing.value(player) for standing in after if standing is not None]
        chance = sum(chances) / len(chances) if chances else None
        points = sum([match.points for match in several])
        rows.append(Opening(moves, player, len(several), points, chance))
    return sorted(rows, key=lambda row: (-row.played, row.moves))


def phases(matches: Sequence[ReviewedMatch]) -> list[Phase]:
    """The losses of the person's moves in each phase."""
    moves: dict[str, list[JudgedMove]] = {name: [] for name in PHASES}
    for match in matches:
        length = len(match.review.moves)
        for move in match.moves:
            if move.loss is not None:
                moves[PHASES[(move.number - 1) * len(PHASES) // length]].append(move)
    return [
        Phase(
            name,
            len(several),
            sum([move.loss or 0.0 for move in several]) / len(several) if several else 0.0,
            Counter([move.grade for move in several if move.grade is not None]),
        )
        for name, several in moves.items()
    ]


def mistake_kinds(matches: Sequence[ReviewedMatch]) -> Counter[str]:
    """The person's bad moves, counted by what they gave away."""
    bad = [move for match in matches for move in match.moves if move.grade is not None]
    return Counter([_kind(move) for move in bad])


def _kind(move: JudgedMove) -> str:
    assert move.before is not None
    value = move.before.value(move.player)
    if move.before.proven == move.player:
        return "let a sure win go"
    if move.before.proven == DRAW:
        return "let a sure draw go"
    if value >= LEAD:
        return "gave a lead away"
    return "spoiled a level game" if value >= LEVEL else "made a bad position worse"
