"""Positions as planes of small numbers, for programs that learn from tensors."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeVar

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.options import Value
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard.scenes import NEUTRAL

GAMES: Final = 8  # random games, in which the planes of a game are found
LONGEST: Final = 200  # moves of each
STEP: Final = 3  # every third position is looked at
DEEPEST: Final = 32  # levels of a stack, at most
WIDEST: Final = 64  # rows or columns, at most
LARGEST: Final = 255  # the largest number in a plane
SIDES: Final = ("own", "other's", "neutral")  # by player 0, 1 and NEUTRAL, seen by player 0

Looks = tuple[int, str, int]  # a level, 0 at the top of a stack, a kind, and a side
Held = tuple[str, str, int]  # the title of a tray without its colour, a kind, and a side

Place = TypeVar("Place", int, str)


class TensorError(StackyardError):
    """A game has no shape for a tensor."""


class Planes:
    """The planes of a game with its options: one number for each plane and cell of the board.

    `shape` is (planes, rows, columns), rows from the bottom up; `names` describes the planes of
    `game`. A player sees them: a piece is `own` if it is that player's. The board is not turned.
    Planes are, in order: 1 on the cells of the board; 1 if the player is to act; 1 if the player
    is the first one; 1 within a turn; one plane for each level of a stack, from the top, kind of
    piece and side that random games show, 1 where there is such a piece; the number of pieces of
    each kind in each tray; and how many pieces of a cell have no plane. Numbers are 0 to 255. Equal
    settings give equal planes.

    Raises TensorError for a board of more than 64 rows or columns.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        coordinates = game.board.coordinates
        lowest, leftmost = (min(place[axis] for place in coordinates) for axis in (0, 1))
        rows = 1 + max(row for row, _ in coordinates) - lowest
        columns = 1 + max(number for _, number in coordinates) - leftmost
        if max(rows, columns) > WIDEST:
            raise TensorError(
                f"{game.title} has no shape for a tensor: its board has {rows} rows and {columns} "
                f"columns, at most {WIDEST} are allowed; play it without observation tensors"
            )
        self._size = size = rows * columns
        self._cells = [(row - lowest) * columns + n - leftmost for row, n in coordinates]
        looks, held = _shown(game)
        first, second = game.colours
        names = ["on the board", "to act", f"{first} (1) or {second} (0)", "within a turn"]
        base = len(names)
        self.levels = 1 + max((level for level, _, _ in looks), default=-1)
        self._looks = [self._by_level(looks, viewer, base * size) for viewer in (0, 1)]
        names += [_look_name(look, self.levels) for look in looks]
        base = len(names)
        numbered = list(enumerate(held, base))
        self._trays = [
            {(title, kind, _seen(side, viewer)): at * size for at, (title, kind, side) in numbered}
            for viewer in (0, 1)
        ]
        names += [f"{SIDES[side]} {title or 'tray'}: {kind}" for title, kind, side in held]
        names.append("pieces without a plane")
        self.names = tuple(names)
        self.shape = len(names), rows, columns
        blank = bytearray(len(names) * size)
        for cell in self._cells:
            blank[cell] = 1
        self._blank = bytes(blank)
        self._ones = b"\1" * size

    def _by_level(
        self, looks: list[Looks], viewer: int, begin: int
    ) -> list[dict[tuple[str, int], int]]:
        """For each level, the first number of the plane of a kind and its owner."""
        found: list[dict[tuple[str, int], int]] = [{} for _ in range(self.levels)]
        for number, (level, kind, side) in enumerate(looks):
            found[level][kind, _seen(side, viewer)] = begin + number * self._size
        return found

    def values(self, position: Position, viewer: int) -> bytearray:
        """The numbers of all planes, one after the other, as player `viewer` (0 or 1) sees them."""
        values, size, game = bytearray(self._blank), self._size, self.game
        if position.winner == ONGOING and position.player == viewer:
            values[size : 2 * size] = self._ones
        if viewer == 0:
            values[2 * size : 3 * size] = self._ones
        if position.mid_turn:
            values[3 * size : 4 * size] = self._ones
        looks, cells, rest = self._looks[viewer], self._cells, len(values) - size
        for cell, pieces in game.pieces(position).items():
            at, level = cells[cell], len(pieces)
            for piece in pieces:
                level -= 1
                begin = looks[level].get((piece.kind, piece.player)) if level < len(looks) else None
                if begin is not None:
                    values[begin + at] = 1
                elif values[rest + at] < LARGEST:
                    values[rest + at] += 1
        if self._trays[viewer]:
            self._write_trays(position, viewer, values)
        return values

    def _write_trays(self, position: Position, viewer: int, values: bytearray) -> None:
        """Write how many pieces of each kind lie in the trays."""
        counted: dict[int, int] = {}
        for look in _in_trays(self.game, position):
            begin = self._trays[viewer].get(look)
            if begin is not None:
                counted[begin] = counted.get(begin, 0) + 1
        for begin, number in counted.items():
            values[begin : begin + self._size] = bytes([min(number, LARGEST)]) * self._size


def planes_of(game: Game) -> Planes:
    """The planes of a game, made once for equal settings; TensorError if it has none."""
    return _planes_of(type(game), tuple(game.settings.items()))


@lru_cache(64)
def _planes_of(game_class: type[Game], settings: tuple[tuple[str, Value], ...]) -> Planes:
    return Planes(game_class(**dict(settings)))


def _seen(player: int, viewer: int) -> int:
    """A player as seen by `viewer`, or the other way round: 0 is the viewer, NEUTRAL nobody."""
    return player if player == NEUTRAL else player ^ viewer


def _look_name(look: Looks, levels: int) -> str:
    """A plane of pieces in words."""
    level, kind, side = look
    place = "" if levels == 1 else ", at the top" if level == 0 else f", {level} below the top"
    return f"{SIDES[side]} {kind}{place}"


def _in_trays(game: Game, position: Position) -> Iterator[Held]:
    """For each piece in a tray: the tray's title without its player's colour, the kind, the player.

    A game may leave out trays that are empty, so their order tells nothing. The kind says whether
    the piece belongs to somebody else, such as a captured one.
    """
    colours = (*game.colours, "")
    for tray in game.trays(position):
        title = " ".join(tray.title.replace(colours[tray.player], "").split())
        for piece in tray.pieces:
            kind = piece.kind if piece.player == tray.player else f"{piece.kind} of another player"
            yield title, kind, tray.player


def _shown(game: Game) -> tuple[list[Looks], list[Held]]:
    """The pieces that random games show on cells and in trays, the same for both sides."""
    looks: set[Looks] = set()
    held: set[Held] = set()
    for number in range(GAMES):
        rng, position = Rng(derive(number, 1)), game.initial()
        for ply in range(LONGEST):
            if ply % STEP == 0:
                for pieces in game.pieces(position).values():
                    looks |= {
                        (level, piece.kind, piece.player)
                        for level, piece in enumerate(reversed(pieces[-DEEPEST:]))
                    }
                held |= {*_in_trays(game, position)}
            if position.winner != ONGOING:
                break
            position.play(position.random_move(rng.bits()))
    return _for_both(looks), _for_both(held)


def _for_both(found: set[tuple[Place, str, int]]) -> list[tuple[Place, str, int]]:
    """These with those of the other side, in order."""
    return sorted(found | {(n, kind, _seen(player, 1)) for n, kind, player in found})
