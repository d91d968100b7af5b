"""The rules of Tak as a compiled Position, for boards of side 3 to 7.

The stacks are those of `tall_stacks`, since 84 pieces may lie on one cell of the largest board.
Only the topmost piece of a stack can be a wall or a capstone, so the cells of these are two sets,
and the pieces below are bits.

A move is SPAN times a cell, plus PLACE and a kind of piece, or plus a direction and the drops of a
stack that is moved. The drops are a number below 2^side: bit n says that the piece n places below
the top is the lowest of those that stay together on a cell. So the highest bit tells how many
pieces are carried, and the number of bits how far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.boards import Square
from stackyard.cells.bits import bit, count, flood, groups, highest, lowest, pick, set_of, table
from stackyard.position import DRAW, ONGOING
from stackyard_tak.tall_stacks import EMPTY, at, count_of, leave, put, store
from stackyard_tak.tall_stacks import table as stack_table

WHITE: Final = 0
BLACK: Final = 1
FLAT: Final = 0
WALL: Final = 1
CAPSTONE: Final = 2

SIZES: Final = range(3, 8)
FLATS: Final = (0, 0, 0, 10, 15, 21, 30, 40)  # of each player, by the side of the board
CAPSTONES: Final = (0, 0, 0, 0, 0, 1, 1, 2)
SPAN: Final = 1024
PLACE: Final = 512
WAY: Final = 128  # the numbers of a direction; they are up, right, down, left
ROWS: Final = 8 * 8 * 2  # see `_drops`


@final
class Field:
    """The tables of a board, shared by all positions on it and never changed."""

    def __init__(self, size: int) -> None:
        board = Square(size)
        self.size: i64 = size
        self.cells: i64 = size * size
        self.all: i64 = set_of(range(len(board)))
        self.near = table([set_of(near) for near in board.neighbours])
        self.rays = table([set_of(ray) for ray in board.rays[: 4 * len(board)]])
        self.steps = vec[i64]([size, 1, -size, -1])
        self.bottom: i64 = set_of(range(size))
        self.top: i64 = set_of(range(size * size - size, size * size))
        self.left: i64 = set_of(range(0, size * size, size))
        self.right: i64 = set_of(range(size - 1, size * size, size))


@final
class Tak:
    """Stacks on a board; `place` makes a position from them.

    `white` and `black` are the cells of the stacks that each controls, `walls` and `capstones`
    those with such a piece on top. `placed` is the number of pieces on the board; the first two are
    the opponent's. `reserve` holds the flat stones left of White and of Black, then
    the capstones.
    """

    def __init__(
        self,
        field: Field,
        player: i64,
        winner: i64,
        white: i64,
        black: i64,
        walls: i64,
        capstones: i64,
        placed: i64,
        stacks: vec[i64],
        reserve: vec[i64],
    ) -> None:
        self.player = player
        self.winner = winner
        self.mid_turn = False  # a turn is one move here
        self.white = white
        self.black = black
        self.walls = walls
        self.capstones = capstones
        self.placed = placed
        self._field = field
        self._stacks = stacks
        self._reserve = reserve

    def __reduce__(self) -> tuple[object, tuple[int, int, list[tuple[int, int]], int, int]]:
        walls, capstones = int(self.walls), int(self.capstones)
        return place, (int(self._field.size), int(self.player), self.stacks(), walls, capstones)

    def copy(self) -> Tak:
        """An independent position, equal to this one."""
        return Tak(
            self._field,
            self.player,
            self.winner,
            self.white,
            self.black,
            self.walls,
            self.capstones,
            self.placed,
            self._stacks[:],
            self._reserve[:],
        )

    def key(self) -> tuple[int, int, int, bytes]:
        """The identity of the position: what is left in reserve follows from it."""
        return int(self.player), int(self.walls), int(self.capstones), bytes(self._stacks)

    def stacks(self) -> list[tuple[int, int]]:
        """The stack of each cell, as in `tall_stacks`."""
        words = [int(word) for word in self._stacks]
        return list(zip(words[::2], words[1::2], strict=True))

    def reserve(self, player: int) -> tuple[int, int]:
        """The flat stones and the capstones that a player has not placed yet."""
        return int(self._reserve[player]), int(self._reserve[2 + player])

    def legal_moves(self) -> vec[i64]:
        """The moves as rising ints, none when the game is over."""
        moves = vec[i64]()
        if self.winner != ONGOING:
            return moves
        field = self._field
        opening = self.placed < 2
        own = self._own(self.player)
        taken = self.white | self.black
        stone = self._reserve[self.player] > 0
        capstone = self._reserve[2 + self.player] > 0
        cell: i64 = 0
        while cell < field.cells:
            here = bit(cell)
            base = cell * SPAN
            if taken & here == 0:
                if opening:
                    moves = append(moves, base + PLACE)
                else:
                    if stone:
                        moves = append(moves, base + PLACE)
                        moves = append(moves, base + PLACE + WALL)
                    if capstone:
                        moves = append(moves, base + PLACE + CAPSTONE)
            elif own & here and not opening:
                way: i64 = 0
                while way < 4:
                    row = self._row(cell, way)
                    drops = _BEGIN[row]
                    end = _BEGIN[row + 1]
                    while drops < end:
                        moves = append(moves, base + way * WAY + _DROPS[drops])
                        drops += 1
                    way += 1
            cell += 1
        return moves

    def random_move(self, bits: i64) -> i64:
        """A uniformly chosen legal move for 32 random bits; -1 when the game is over."""
        if self.winner != ONGOING:
            return -1
        field = self._field
        free = field.all & ~(self.white | self.black)
        room = count(free)
        if self.placed < 2:
            return pick(free, bits * room >> 32) * SPAN + PLACE
        kinds: i64 = 0
        first: i64 = FLAT
        if self._reserve[self.player] > 0:
            kinds = 2
        else:
            first = CAPSTONE
        if self._reserve[2 + self.player] > 0:
            kinds += 1
        placed = kinds * room
        total = placed
        left = self._own(self.player)
        while left:
            cell = lowest(left)
            left &= left - 1
            way: i64 = 0
            while way < 4:
                row = self._row(cell, way)
                total += _BEGIN[row + 1] - _BEGIN[row]
                way += 1
        k = bits * total >> 32
        if k < placed:
            kind: i64 = 0
            while k >= room:
                k -= room
                kind += 1
            return pick(free, k) * SPAN + PLACE + first + kind
        k -= placed
        left = self._own(self.player)
        while True:
            cell = lowest(left)
            left &= left - 1
            way = 0
            while way < 4:
                row = self._row(cell, way)
                number = _BEGIN[row + 1] - _BEGIN[row]
                if k < number:
                    return cell * SPAN + way * WAY + _DROPS[_BEGIN[row] + k]
                k -= number
                way += 1

    def _own(self, player: i64) -> i64:
        """The cells of the stacks that a player controls."""
        if player == WHITE:
            return self.white
        return self.black

    def _row(self, cell: i64, way: i64) -> i64:
        """The row of _BEGIN with the drops that are legal for a stack in a direction."""
        field = self._field
        carried = field.size
        low = self._stacks[2 * cell]
        if low < 256 and self._stacks[2 * cell + 1] == 0:
            tall = highest(low)
            if tall < carried:
                carried = tall
        ray = field.rays[way * field.cells + cell]
        stop = ray & (self.walls | self.capstones)
        if stop == 0:
            return (carried * 8 + count(ray)) * 2
        if way < 2:
            first = lowest(stop)
            far = count(ray & (bit(first) - 1))
        else:
            first = highest(stop)
            far = count(ray >> first) - 1
        if self.capstones & bit(cell) and self.walls & bit(first):
            return (carried * 8 + far) * 2 + 1
        return (carried * 8 + far) * 2

    def play(self, move: i64) -> None:
        """Place a piece, or move a stack."""
        cell = move // SPAN
        player = self.player
        if move & PLACE:
            self._set(cell, move & 3)
        else:
            self._move(cell, move >> 7 & 3, move & (WAY - 1))
        self.player = 1 - player
        self.judge(player)

    def _set(self, cell: i64, kind: i64) -> None:
        """Place a piece of the player to act, or the first stone of the opponent."""
        here = bit(cell)
        colour = self.player
        if self.placed < 2:
            colour = 1 - colour
        self.placed += 1
        if kind == CAPSTONE:
            self._reserve[2 + colour] -= 1
            self.capstones |= here
        else:
            self._reserve[colour] -= 1
            if kind == WALL:
                self.walls |= here
        self._stacks[2 * cell] = 2 | colour
        if colour == WHITE:
            self.white |= here
        else:
            self.black |= here

    def _move(self, cell: i64, way: i64, drops: i64) -> None:
        """Move the top of a stack, dropping pieces on the way, the lowest first."""
        here = bit(cell)
        stacks = self._stacks
        hand = stacks[2 * cell]  # its lowest bits; the top piece is the last one
        carried = highest(drops) + 1
        is_wall = self.walls & here != 0
        is_capstone = self.capstones & here != 0
        self.walls &= ~here
        self.capstones &= ~here
        self.white &= ~here
        self.black &= ~here
        rest = leave(at(stacks, cell), carried)
        store(stacks, cell, rest)
        if rest[0] != 1 or rest[1]:
            if rest[0] & 1:
                self.black |= here
            else:
                self.white |= here
        step = self._field.steps[way]
        none: i64 = 0
        while carried:
            cell += step
            drops ^= bit(carried - 1)
            left: i64 = 0
            if drops:
                left = highest(drops) + 1
            marker = bit(carried - left)
            dropped = hand >> left & (marker - 1)
            store(stacks, cell, put(at(stacks, cell), (marker | dropped, none)))
            here = bit(cell)
            if dropped & 1:
                self.black |= here
                self.white &= ~here
            else:
                self.white |= here
                self.black &= ~here
            carried = left
        self.walls &= ~here  # that a capstone crushed
        if is_wall:
            self.walls |= here
        if is_capstone:
            self.capstones |= here

    def judge(self, player: i64) -> None:
        """End the game after a move of `player`, if it is over."""
        if self.has_road(player):
            self.winner = player
        elif self.has_road(1 - player):
            self.winner = 1 - player
        elif (
            self.white | self.black == self._field.all
            or self._reserve[0] + self._reserve[2] == 0
            or self._reserve[1] + self._reserve[3] == 0
        ):
            ahead = self.flats(WHITE) - self.flats(BLACK)
            self.winner = DRAW
            if ahead > 0:
                self.winner = WHITE
            elif ahead < 0:
                self.winner = BLACK

    def flats(self, player: i64) -> i64:
        """The flat stones that count for a player at the end: those on top."""
        return count(self._own(player) & ~(self.walls | self.capstones))

    def has_road(self, player: i64) -> bool:
        """Tell if flat stones and capstones of a player join opposite edges."""
        road = self._own(player) & ~self.walls
        field = self._field
        upright = road & field.bottom != 0 and road & field.top != 0
        if upright and flood(field.near, field.bottom, road) & field.top != 0:
            return True
        across = road & field.left != 0 and road & field.right != 0
        return across and flood(field.near, field.left, road) & field.right != 0

    def road(self, player: int) -> int:
        """The cells of a player's road with all that is joined to it, 0 if there is none."""
        field = self._field
        for group in groups(field.near, self._own(player) & ~self.walls):
            upright = group & field.bottom != 0 and group & field.top != 0
            if upright or (group & field.left != 0 and group & field.right != 0):
                return int(group)
        return 0

    def evaluate(self) -> i64:
        """How far the player to act is ahead: flat stones on top, and groups that span rows."""
        return 2 + self._worth(self.player) - self._worth(1 - self.player)

    def _worth(self, player: i64) -> i64:
        """Four for a flat stone on top, and the square of the longest way across in one group."""
        field = self._field
        longest: i64 = 0
        for group in groups(field.near, self._own(player) & ~self.walls):
            rows: i64 = 0
            columns: i64 = 0
            line: i64 = 0
            while line < field.size:
                if group & field.bottom << (line * field.size):
                    rows += 1
                if group & field.left << line:
                    columns += 1
                line += 1
            if columns > rows:
                rows = columns
            if rows > longest:
                longest = rows
        return 4 * self.flats(player) + longest * longest


def place(
    size: int, player: int, stacks: Sequence[tuple[int, int]], walls: int = 0, capstones: int = 0
) -> Tak:
    """The position with these stacks, and with walls and capstones on top of some of them."""
    tops = [stack[0] & 1 if stack != EMPTY else -1 for stack in stacks]
    own = [set_of([cell for cell, top in enumerate(tops) if top == colour]) for colour in (0, 1)]
    pieces = [sum([int(count_of(stack, colour)) for stack in stacks]) for colour in (0, 1)]
    caps = [int(count(own[colour] & capstones)) for colour in (0, 1)]
    reserve = vec[i64](
        [FLATS[size] - pieces[colour] + caps[colour] for colour in (0, 1)]
        + [CAPSTONES[size] - caps[colour] for colour in (0, 1)]
    )
    position = Tak(
        FIELDS[size],
        player,
        ONGOING,
        own[WHITE],
        own[BLACK],
        walls,
        capstones,
        sum(pieces),
        stack_table(stacks),
        reserve,
    )
    position.judge(1 - player)
    return position


def _drops(carried: int, far: int, crush: int) -> list[int]:
    """The drops, in rising order, of at most `carried` pieces on at most `far` cells.

    With `crush` one more cell is reached if the last piece, a capstone, arrives there alone.
    """
    found = []
    for drops in range(1, 2**carried):
        cells = drops.bit_count()
        if cells <= far or (crush and cells == far + 1 and drops & 1):
            found.append(drops)
    return found


def _rows() -> tuple[list[int], list[int]]:
    """Where the drops of each row begin, and the drops of all rows one after the other."""
    begins, drops = [0], list[int]()
    for row in range(ROWS):
        carried, far = divmod(row // 2, 8)
        drops += _drops(carried, far, row % 2)
        begins.append(len(drops))
    return begins, drops


FIELDS: Final = {size: Field(size) for size in SIZES}
_BEGIN: Final = vec[i64](_rows()[0])
_DROPS: Final = vec[i64](_rows()[1])
