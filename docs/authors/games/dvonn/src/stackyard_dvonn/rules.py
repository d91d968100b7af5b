"""The rules of DVONN as a compiled Position.

A stack is a number of `stackyard.stacks` with the colours of its pieces, and a second number with
a bit for each piece that is red; the colour of a red piece is not looked at. What matters for moves
is kept in sets of cells, too. A move below CELLS places a piece on that cell; any other one is
CELLS, plus CELLS times the cell that a stack leaves, plus the one where it arrives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.boards import HexHex
from stackyard.cells.bits import bit, count, flood, lowest, members, pick, set_of
from stackyard.position import DRAW, ONGOING
from stackyard.stacks import EMPTY, add, height, put

WHITE: Final = 0
BLACK: Final = 1
RED: Final = 2  # of a piece that is written or shown; it belongs to nobody


class Board(HexHex):
    """The middle rows of a hexagon of side 6, called a to e."""

    def __init__(self) -> None:
        whole = HexHex(6)
        gone = [self._name(*place) for place in whole.coordinates if not 3 <= place[0] <= 7]
        super().__init__(6, omit=gone)

    def __repr__(self) -> str:
        return "Board()"

    def _name(self, row: int, number: int) -> str:
        return f"{'uvwabcdexyz'[row]}{number}"


BOARD: Final = Board()
CELLS: Final = 49
REDS: Final = 3
EACH: Final = 23  # pieces of a colour
DIRECTIONS: Final = 6
FAR: Final = 10  # cells of the longest ray


@final
class Dvonn:
    """Stacks on 49 cells; `start` and `place` make positions.

    `placed` is how many pieces have been placed; from CELLS on stacks are moved.
    """

    def __init__(
        self,
        stacks: vec[i64],
        reds: vec[i64],
        tops: vec[i64],
        alive: i64,
        placed: i64,
        player: i64,
        winner: i64,
    ) -> None:
        self.player = player
        self.winner = winner
        self.mid_turn = False  # a turn is one move here
        self.placed = placed
        self._stacks = stacks
        self._reds = reds
        self._tops = tops  # the cells of White's stacks and of Black's
        self._alive = alive  # the cells of stacks with a red piece

    def __reduce__(self) -> tuple[object, tuple[list[list[int]], int, int]]:
        return place, (self.pieces(), int(self.placed), int(self.player))

    def copy(self) -> Dvonn:
        """An independent position, equal to this one."""
        return Dvonn(
            self._stacks[:],
            self._reds[:],
            self._tops[:],
            self._alive,
            self.placed,
            self.player,
            self.winner,
        )

    def key(self) -> tuple[int, bool, bytes, bytes]:
        """The identity of the position."""
        placing = bool(self.placed < CELLS)
        return int(self.player), placing, bytes(self._stacks), bytes(self._reds)

    def pieces(self) -> list[list[int]]:
        """The pieces of each cell, bottom first: WHITE, BLACK or RED."""
        found: list[list[int]] = []
        for cell in range(CELLS):
            stack, red = int(self._stacks[cell]), int(self._reds[cell])
            levels = range(stack.bit_length() - 2, -1, -1)
            found.append([RED if red >> n & 1 else stack >> n & 1 for n in levels])
        return found

    def score(self, player: i64) -> i64:
        """How many pieces are in the stacks of a player."""
        total: i64 = 0
        cells = self._tops[player]
        while cells:
            total += height(self._stacks[lowest(cells)])
            cells &= cells - 1
        return total

    def legal_moves(self) -> vec[i64]:
        """The moves as rising ints, none when the game is over."""
        if self.winner != ONGOING:
            return vec[i64]()
        if self.placed < CELLS:
            return members(_EVERY[0] & ~self._occupied())
        return self._moves_of(self.player)

    def random_move(self, bits: i64) -> i64:
        """A uniformly chosen legal move for 32 random bits; -1 when the game is over."""
        if self.winner != ONGOING:
            return -1
        if self.placed < CELLS:
            empty = _EVERY[0] & ~self._occupied()
            return pick(empty, bits * count(empty) >> 32)
        moves = self._moves_of(self.player)
        number: i64 = len(moves)
        return moves[bits * number >> 32]

    def _occupied(self) -> i64:
        """The cells that are not empty."""
        return self._tops[WHITE] | self._tops[BLACK] | self._alive

    def _movable(self, player: i64) -> i64:
        """The stacks of a player that are not shut in by six others."""
        occupied = self._occupied()
        cells = self._tops[player]
        inner = cells & _INNER[0]
        while inner:
            cell = lowest(inner)
            inner &= inner - 1
            if _NEAR[cell] & ~occupied == 0:
                cells ^= bit(cell)
        return cells

    def _moves_of(self, player: i64) -> vec[i64]:
        """The moves of a player's stacks: as far as they are high, onto another stack."""
        moves = vec[i64]()
        occupied = self._occupied()
        cells = self._movable(player)
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            far = height(self._stacks[cell])
            if far > FAR:
                continue
            place: i64 = 0
            while place < DIRECTIONS:
                there = _RAY[(_ORDER[place] * CELLS + cell) * FAR + far - 1]
                if there >= 0 and occupied & bit(there):
                    moves = append(moves, CELLS + cell * CELLS + there)
                place += 1
        return moves

    def play(self, move: i64) -> None:
        """Place a piece, or move a stack and remove what is cut off."""
        if move < CELLS:
            self._place(move)
        else:
            self._move((move - CELLS) // CELLS, (move - CELLS) % CELLS)
            self._remove()
        if self.placed >= CELLS:
            self.settle()

    def _place(self, cell: i64) -> None:
        """A red piece first, later one of the player's own; White moves when all are placed."""
        if self.placed < REDS:
            self._stacks[cell] = add(EMPTY, WHITE)
            self._reds[cell] = 1
            self._alive |= bit(cell)
        else:
            self._stacks[cell] = add(EMPTY, self.player)
            self._tops[self.player] |= bit(cell)
        self.placed += 1
        self.player = WHITE if self.placed == CELLS else 1 - self.player

    def _move(self, source: i64, target: i64) -> None:
        """Set a stack upon another one; the other player is next."""
        stack = self._stacks[source]
        here, there = bit(source), bit(target)
        self._reds[target] = self._reds[target] << height(stack) | self._reds[source]
        self._stacks[target] = put(self._stacks[target], stack)
        self._stacks[source] = EMPTY
        self._reds[source] = 0
        self._tops[self.player] = self._tops[self.player] & ~here | there
        self._tops[1 - self.player] &= ~there
        if self._alive & here:
            self._alive = self._alive & ~here | there
        self.player = 1 - self.player

    def _remove(self) -> None:
        """Take away the stacks that are not in touch with a red piece."""
        occupied = self._occupied()
        linked = flood(_NEAR, self._alive, occupied)
        gone = occupied & ~linked
        self._tops[WHITE] &= linked
        self._tops[BLACK] &= linked
        while gone:
            cell = lowest(gone)
            gone &= gone - 1
            self._stacks[cell] = EMPTY

    def settle(self) -> None:
        """Skip a player who cannot move; without any move the game is over."""
        if len(self._moves_of(self.player)):
            return
        if len(self._moves_of(1 - self.player)):
            self.player = 1 - self.player
            return
        white, black = self.score(WHITE), self.score(BLACK)
        self.winner = DRAW
        if white != black:
            self.winner = WHITE if white > black else BLACK


def start() -> Dvonn:
    """The empty board."""
    return place([[] for _ in range(CELLS)], 0, WHITE)


def place(pieces: Sequence[Sequence[int]], placed: int, player: int) -> Dvonn:
    """The position with these pieces, bottom first; `player` acts unless only the other one can."""
    stacks: list[int] = []
    reds: list[int] = []
    sets = [0, 0, 0]  # White's stacks, Black's, those with a red piece
    for cell, stack in enumerate(pieces):
        colours, red = 1, 0
        for piece in stack:
            colours = colours * 2 + piece % 2
            red = red * 2 + (piece == RED)
        stacks.append(colours)
        reds.append(red)
        if stack and stack[-1] != RED:
            sets[stack[-1]] += 2**cell
        if red:
            sets[RED] += 2**cell
    position = Dvonn(
        vec[i64](stacks), vec[i64](reds), vec[i64](sets[:2]), sets[RED], placed, player, ONGOING
    )
    if placed == CELLS:
        position.settle()
    return position


def is_linked(pieces: Sequence[Sequence[int]]) -> bool:
    """Tell if all stacks are in touch with a red piece."""
    red = set_of([cell for cell, stack in enumerate(pieces) if RED in stack])
    every = set_of([cell for cell, stack in enumerate(pieces) if stack])
    return flood(_NEAR, red, every) == every


def _rays() -> list[int]:
    """The cell that lies 1, 2, … FAR steps off in each direction from each cell, -1 for none."""
    found: list[int] = []
    for ray in BOARD.rays:
        found += [*ray, *[-1] * (FAR - len(ray))]
    return found


_RAY: Final = vec[i64](_rays())
_NEAR: Final = vec[i64]([sum([2**there for there in near]) for near in BOARD.neighbours])
_INNER: Final = vec[i64]([sum([2**cell for cell in BOARD.interior])])
_EVERY: Final = vec[i64]([2**CELLS - 1])
_ORDER: Final = vec[i64]([4, 5, 3, 0, 2, 1])  # directions by rising cells
