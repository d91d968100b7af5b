"""Mirroring strategies of any game: each move makes the board resemble its own image.

A symmetry of the board gives a strategy if applying it twice moves no cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from stackyard.boards import Board
from stackyard.errors import PlayerSpecError
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.scenes import NEUTRAL
from stackyard.text import plural
from stackyard.turnloop.match import Match

Images = Sequence[int]  # of the cells, under a symmetry of the board


def mirrors(board: Board) -> list[tuple[int, ...]]:
    """The symmetries of a board that give a strategy: half turns and reflections."""
    return [
        images
        for images in board.symmetries
        if any(cell != there for cell, there in enumerate(images))
        and all(images[there] == cell for cell, there in enumerate(images))
    ]


def mirror_words(board: Board, images: Images) -> str:
    """A mirror in a few words."""
    at_rest = [cell for cell, there in enumerate(images) if cell == there]
    places = board.places
    middle = [sum(axis) / len(places) for axis in zip(*places, strict=True)]
    turned = all(
        abs(places[cell][axis] + places[there][axis] - 2 * middle[axis]) < 1e-6
        for cell, there in enumerate(images)
        for axis in (0, 1)
    )
    if turned:
        return "half turn"
    if not at_rest:
        return f"reflection that exchanges {board.names[0]} and {board.names[images[0]]}"
    ends = dict.fromkeys([board.names[at_rest[0]], board.names[at_rest[-1]]])
    return f"reflection through {' and '.join(ends)}"


class CopycatPlayer:
    """Makes the board resemble its image with the colours exchanged."""

    def __init__(self, game: Game, seed: int, mirror: int) -> None:
        known = mirrors(game.board)
        if mirror > len(known):
            raise PlayerSpecError(
                f"the board of {game.title} has {plural(len(known), 'mirror')}, so there is no "
                f"copycat:{mirror}"
            )
        self.name = f"copycat:{mirror}"
        self._game = game
        self._images = known[mirror - 1]

    def choose(self, match: Match) -> int:
        """The move after which the board differs least from its image; the first of several."""
        return copied(self._game, self._images, match.position)


def copied(game: Game[Any], images: Images, position: Position) -> int:
    """The first move of those after which the board differs least from its image."""
    return min(
        [int(move) for move in position.legal_moves()],
        key=lambda move: difference(game, images, _after(position, move)),
    )


def difference(game: Game[Any], images: Images, position: Position) -> int:
    """The pieces that differ between a board and its image with the colours exchanged.

    Cells that the symmetry leaves in place do not count.
    """
    pieces = game.pieces(position)
    found = 0
    for cell, there in enumerate(images):
        if cell == there:
            continue
        here = [(piece.player, piece.kind) for piece in pieces.get(cell, ())]
        image = [
            (piece.player if piece.player == NEUTRAL else 1 - piece.player, piece.kind)
            for piece in pieces.get(there, ())
        ]
        equal = sum([one == other for one, other in zip(here, image, strict=False)])
        found += max(len(here), len(image)) - equal
    return found


class Check:
    """Whether a strategy wins as player `seat` against every answer, found out step by step.

    `wins` is True or False when that is known; it stays None if there are more than `most`
    positions. A position that comes back is no win.
    """

    def __init__(self, game: Game[Any], images: Images, seat: int, most: int) -> None:
        self.wins: bool | None = None
        self.positions = 0
        self.over = False  # the result is known, or there are too many positions
        self._game = game
        self._images = images
        self._seat = seat
        self._most = most
        self._visits = self._visited()

    def steps(self, until: float = inf) -> Iterator[int]:
        """Visit positions until there are `until` of them, and yield their number after each."""
        if self.positions < until:
            for number in self._visits:
                yield number
                if number >= until:
                    return
            self.over = True

    def _visited(self) -> Iterator[int]:
        path: list[tuple[object, Iterator[Position]]] = []
        on_path: set[object] = set()
        done: set[object] = set()
        entered: Position | None = self._game.initial()
        while entered is not None or path:
            if entered is not None:
                key = entered.key()
                if key in on_path or entered.winner not in {ONGOING, self._seat}:
                    self.wins = False
                    return
                if entered.winner == ONGOING and key not in done:
                    self.positions += 1
                    if self.positions > self._most:
                        return
                    on_path.add(key)
                    path.append((key, self._answers(entered)))
                    yield self.positions
            entered = next(path[-1][1], None) if path else None
            if entered is None and path:
                key, _ = path.pop()
                on_path.discard(key)
                done.add(key)
        self.wins = True

    def _answers(self, position: Position) -> Iterator[Position]:
        """The positions after one more move, all of the opponent's or the strategy's one."""
        if position.player == self._seat:
            yield _after(position, copied(self._game, self._images, position))
            return
        for move in position.legal_moves():
            yield _after(position, int(move))


def _after(position: Position, move: int) -> Position:
    after = position.copy()
    after.play(move)
    return after
