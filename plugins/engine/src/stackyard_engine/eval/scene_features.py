"""Patterns for any game, from the contents of the cells in its scenes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import dist
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.boards import Board
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard.scenes import Piece
from stackyard_engine.eval.patterns import Patterns, orbits

GAMES: Final = 100  # random games sampled for piece kinds
LONGEST: Final = 500  # moves per sampled game
STEP: Final = 3  # sampling interval in positions
TALL: Final = 3  # greatest stack height that is distinguished
DEEP: Final = 6  # likewise, of the traits that tell the piece below the highest
TRAY: Final = 16  # pieces beside the board, likewise
HOLDS: Final = 32  # cells with pieces
MOBILE: Final = 32  # legal moves
# Traits: the player to act, the moves, within a turn, the first cell.
PLAYER, MOVES, MID_TURN, FIRST_CELL = 0, 1, 4, 7
HELD: Final = (2, 3)  # traits: the pieces beside the board, of the player to act and the other
OWNED: Final = (5, 6)  # traits: the cells with pieces of each
MOST: Final = 200_000  # weights, of shapes beyond two cells, if none were shared
WIDEST: Final = 729  # weights of one shape of four or six cells, for each player
NEAR: Final = 1.5  # the diagonal of a block, in its sides, at most


Group = tuple[tuple[int, ...], ...]  # shapes or tuples of traits that share their weights


def piece_kinds(game: Game) -> list[str]:
    """The appearances of cells in random games: the kind and height of the highest piece."""
    looks: set[str] = set()
    for number in range(GAMES):
        rng = Rng(derive(number, 1))
        position = game.initial()
        for ply in range(LONGEST):
            if ply % STEP == 0:
                looks |= {_look(pieces) for pieces in game.pieces(position).values() if pieces}
            if position.winner != ONGOING:
                break
            position.play(position.random_move(rng.bits()))
    return sorted(looks)


def _look(pieces: Sequence[Piece]) -> str:
    return f"{pieces[-1].kind}/{min(len(pieces), TALL)}"


class SceneFeatures:
    """Reads the traits of a position from its scene.

    They are, in order: the player to act; the number of legal moves; each player's number of pieces
    in the trays; whether the position lies within a turn; each player's number of cells; for each
    cell, empty or the appearance of its highest piece and whether it belongs to the player to act.
    Where pieces are stacked two more for each cell follow: the highest piece alone, without the
    height; and the piece below it with the height. The board is not rotated, so each table has one
    half per player. Shapes that one of the symmetries `turns` (numbers in Board.symmetries) turns
    into one another share their weights.
    """

    def __init__(self, game: Game, looks: Sequence[str], turns: Sequence[int] = ()) -> None:
        self._game = game
        self.looks = tuple(looks)
        self._looks = {look: 1 + 2 * number for number, look in enumerate(looks)}
        named = [look.rpartition("/")[0] for look in looks]
        kinds = list(dict.fromkeys(named))
        self._kinds = {kind: 1 + 2 * number for number, kind in enumerate(kinds)}
        cells = self.cells = len(game.board)
        values, tops = 1 + 2 * len(looks), 1 + 2 * len(kinds)
        self.stacked = any(not look.endswith("/1") for look in looks)
        self.highest = [0] * values  # by appearance of a cell: its highest piece
        for number, kind in enumerate(named):
            for owner in (0, 1):
                self.highest[1 + 2 * number + owner] = self._kinds[kind] + owner
        images = [range(cells), *[game.board.symmetries[turn] for turn in turns]]
        groups = [(FIRST_CELL, group) for group in _groups([(c,) for c in range(cells)], images)]
        groups += [(FIRST_CELL, group) for group in _groups(_pairs(game.board), images)]
        radices = [2, MOBILE, TRAY, TRAY, 2, HOLDS, HOLDS, *[values] * cells]
        tables: list[Group] = [
            ((PLAYER, MID_TURN, MOVES),),
            ((PLAYER, *HELD),),
            ((PLAYER, *OWNED),),
        ]
        first = FIRST_CELL
        self.told_apart = [FIRST_CELL]  # where traits begin that attributes have to tell
        if self.stacked:
            first += cells
            below = FIRST_CELL + 2 * cells
            self.told_apart.append(below)
            radices += [*[tops] * cells, *[tops * DEEP] * cells]
            for group in _groups([(cell,) for cell in range(cells)], images):
                tables.append(
                    tuple([(PLAYER, FIRST_CELL + cell, below + cell) for (cell,) in group])
                )
        free = MOST
        for shapes in (_rows(game.board, 3), _rows(game.board, 4), *_blocks(game.board)):
            length = len(shapes[0]) if shapes else 0
            needed = 2 * tops**length * len(shapes)
            if needed <= free and (length == 3 or tops**length <= WIDEST):
                free -= needed
                groups += [(first, group) for group in _groups(shapes, images)]
        for begin, group in groups:
            tables.append(tuple([(PLAYER, *[begin + cell for cell in shape]) for shape in group]))
        points = *[None] * FIRST_CELL, *game.board.points * (3 if self.stacked else 1)
        self.patterns = Patterns(tuple(radices), tuple(tables), points)

    def traits(self, position: Position) -> list[int]:
        """The traits of a position."""
        found = vec[i64]([0] * len(self.patterns.radices))
        self.read(position, found)
        return [int(trait) for trait in found]

    def read(self, position: Position, found: vec[i64]) -> None:
        """Write the traits of a position into `found`."""
        player = int(position.player)
        game = self._game
        held = [0, 0]
        for tray in game.trays(position):
            held[tray.player != player] += len(tray.pieces)
        found[PLAYER] = player
        found[MOVES] = min(len(position.legal_moves()), MOBILE - 1)
        found[MID_TURN] = int(position.mid_turn)
        for trait, number in zip(HELD, held, strict=True):
            found[trait] = min(number, TRAY - 1)
        pieces = game.pieces(position)
        cells = len(game.board)
        owned = [0, 0]
        for cell in range(cells):
            stack = pieces.get(cell, ())
            look = 0
            if stack:
                other = stack[-1].player != player
                look = self._looks.get(_look(stack), 1) + other
                owned[other] += 1
            found[FIRST_CELL + cell] = look
            if self.stacked:
                found[FIRST_CELL + cells + cell] = self.highest[look]
                found[FIRST_CELL + 2 * cells + cell] = self._below(stack, player)
        for trait, number in zip(OWNED, owned, strict=True):
            found[trait] = min(number, HOLDS - 1)

    def _below(self, stack: Sequence[Piece], player: int) -> int:
        """The piece below the highest one of a stack, and its height; 0 if there is none."""
        if len(stack) < 2:
            return 0
        piece = stack[-2]
        known = self._kinds.get(piece.kind)
        kind = 0 if known is None else known + (piece.player != player)
        return kind * DEEP + min(len(stack), DEEP) - 1


def _groups(shapes: Sequence[tuple[int, ...]], images: Sequence[Sequence[int]]) -> list[Group]:
    """Shapes, those together that symmetries turn into one another; `images` has the identity."""
    return orbits(shapes, images) if len(images) > 1 else [(shape,) for shape in shapes]


def _pairs(board: Board) -> list[tuple[int, ...]]:
    """Neighbours; where there are none, cells that follow one another in any direction."""
    pairs = [(cell, other) for cell, near in enumerate(board.neighbours) for other in near]
    return [(one, other) for one, other in pairs or _rows(board, 2) if one < other]


def _rows(board: Board, length: int) -> list[tuple[int, ...]]:
    """The rows of `length` cells, in every direction."""
    rows = [(at % len(board), *ray[: length - 1]) for at, ray in enumerate(board.rays)]
    return [row for row in rows if len(row) == length and row[0] < row[1]]


def _blocks(board: Board) -> Iterator[list[tuple[int, ...]]]:
    """Blocks of two by two cells, then of two by three; on hexagons they are slanted."""
    near = {frozenset(pair) for pair in _pairs(board)}
    size = len(board)
    for length in (2, 3):
        found: dict[frozenset[int], tuple[int, ...]] = {}
        for at, across in product(range(len(board.rays)), range(0, len(board.rays), size)):
            row = [at % size, *board.rays[at][: length - 1]]
            other = [cell for one in row for cell in board.rays[across + one][:1]]
            block = (*row, *other)
            if (
                len(row) == len(other) == length
                and len({*block}) == 2 * length
                and {frozenset(row[:2]), frozenset((row[0], other[0]))} <= near
                and _is_compact(board, row, other)
            ):
                found.setdefault(frozenset(block), block)
        yield [*found.values()]


def _is_compact(board: Board, row: Sequence[int], other: Sequence[int]) -> bool:
    """Tell if the first corner of a block has an angle of 90 degrees or less."""
    points = board.points
    side = dist(points[row[0]], points[row[1]])
    return dist(points[row[1]], points[other[0]]) <= NEAR * side
