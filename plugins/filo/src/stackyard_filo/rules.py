"""The rules of F.I.L.O. (Richard Hutnik, 2011) as a compiled Position.

A stack is a number as in `stackyard.stacks`: its checkers are bits, 0 white and 1 black, bit 0
the top, with a marker bit above the lowest. The row stores these numbers as bit planes, in one
word of five layers of nine bits: bit `cell` of layer n is bit n of the stack on that cell. The
cells whose top is black are thus one set, the full cells another, and raising the bits of many
cells by one layer puts a checker on all of them at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.cells.bits import bit, count, highest, lowest, members, pick
from stackyard.position import ONGOING

WHITE: Final = 0
BLACK: Final = 1
MIXED: Final = 1  # flags of the rules: a turn is an entry or a sowing, whatever the reserves
BY_EXITS: Final = 2  # a player who cannot move wins with more checkers off the board
SKIP: Final = 4  # a player without a reserve is skipped until all checkers are in

TALLEST: Final = 4  # checkers on a cell
FEW: Final = 16  # exclusive bound of the traits that count checkers and cells
LONGEST: Final = 9  # cells of a row: the width of a layer
CELLS: Final = 0x1FF  # a whole layer
LAYERS: Final = 0x1008040201  # cell 0 in all five layers
GATHER: Final = 0x0101010101  # times a cell's five bits: they meet in bits 32 to 36


@final
class Filo:
    """A position of F.I.L.O., `size` cells long; White plays towards the last.

    Moves 0 … size - 1 enter that many checkers and one more; size … 2 size - 1 sow a cell; and
    2 size more than either makes the same move and then the escape. `reserves` and `men` (those
    on the board and in reserve) hold White's number in their low byte and Black's above it.
    `place` makes a position from plain data.
    """

    def __init__(
        self,
        row: i64,
        reserves: i64,
        men: i64,
        player: i64,
        winner: i64,
        moves: i64,
        size: i64,
        rules: i64,
    ) -> None:
        self.player = player
        self.winner = winner
        self.mid_turn = False
        self._row = row
        self._reserves = reserves
        self._men = men
        self._moves = moves  # the legal ones, as a set
        self._size = size
        self._rules = rules

    def __reduce__(self) -> tuple[object, tuple[list[int], list[int], int, int]]:
        return place, (self.stacks(), self.reserves(), int(self.player), int(self._rules))

    def copy(self) -> Filo:
        """An independent position, equal to this one."""
        return Filo(
            self._row,
            self._reserves,
            self._men,
            self.player,
            self.winner,
            self._moves,
            self._size,
            self._rules,
        )

    def stacks(self) -> list[int]:
        """The stack on each cell, 1 where there is none."""
        return [int(stack_on(self._row, cell)) for cell in range(self._size)]

    def reserves(self) -> list[int]:
        """The numbers of checkers that White and Black have in reserve."""
        return [int(share(self._reserves, WHITE)), int(share(self._reserves, BLACK))]

    def men(self) -> list[int]:
        """The numbers of checkers that White and Black have on the board and in reserve."""
        return [int(share(self._men, WHITE)), int(share(self._men, BLACK))]

    def key(self) -> int:
        """The identity of the position: what has left the board follows from the rest."""
        return int(self.code())

    def evaluate(self) -> i64:
        """The lead of the player to act in checkers left; the negative lead if exits decide."""
        men = self._men
        more = share(men, self.player) - share(men, 1 - self.player)
        if self._rules & BY_EXITS:
            return -more
        return more

    def traits(self, found: vec[i64]) -> None:
        """Write the stack on each cell, as seen by the player to act, and counts of both players.

        In these stacks the checkers of the player to act are ones. The counts, for the player to
        act and then for the opponent: checkers in reserve, all checkers, cells controlled.
        """
        row = self._row
        size = self._size
        player = self.player
        cell: i64 = 0
        while cell < size:
            stack = stack_on(row, cell)
            if player == WHITE:
                found[cell] = stack ^ (bit(highest(stack)) - 1)
            else:
                found[size - 1 - cell] = stack
            cell += 1
        self._count(player, found, size)
        self._count(1 - player, found, size + 3)

    def _count(self, player: i64, found: vec[i64], at: i64) -> None:
        """Write the counts of a player for `traits`."""
        found[at] = min(share(self._reserves, player), FEW - 1)
        found[at + 1] = min(share(self._men, player), FEW - 1)
        found[at + 2] = number(controlled(self._row, player))

    def legal_moves(self) -> vec[i64]:
        """The moves, empty when the game is over."""
        return members(self._moves)

    def random_move(self, bits: i64) -> i64:
        """A uniformly chosen legal move for 32 random bits; -1 when the game is over."""
        moves = self._moves
        if moves == 0:
            return -1
        if moves <= CELLS:  # entries, from a table
            return nth(moves, bits * number(moves) >> 32)
        size = self._size
        stacks = moves >> size
        if stacks <= CELLS and stacks << size == moves:  # sowings, from a table
            return size + nth(stacks, bits * number(stacks) >> 32)
        return pick(moves, bits * count(moves) >> 32)

    def play(self, move: i64) -> None:
        """Enter checkers or sow a stack, with the escape or without."""
        size = self._size
        escapes = move >= 2 * size
        if escapes:
            move -= 2 * size
        if move < size:
            self._enter(move + 1)
        else:
            self._sow(move - size)
        if escapes:
            self._take_off()
        self.player = 1 - self.player
        self.settle()

    def _enter(self, checkers: i64) -> None:
        """Put checkers on the open cells nearest to the player, one on each."""
        cells = open_cells(self._row, self._size)
        if self.player == WHITE:
            last = nth(cells, checkers - 1)
            cells &= 2 * bit(last) - 1
            self._reserves -= checkers
            self._row = put(self._row, cells, 0)
        else:
            last = nth(cells, number(cells) - checkers)
            cells = cells >> last << last
            self._reserves -= checkers << 8
            self._row = put(self._row, cells, cells)

    def _sow(self, cell: i64) -> None:
        """Sow the stack on a cell; a checker that meets a full cell leaves the board."""
        row = self._row
        sown = sowing(row, cell, self.player, self._size)
        self._men -= losses(row, sown)
        self._row = sow(row, cell, sown)

    def _take_off(self) -> None:
        """Take the only stack of the player off the board."""
        player = self.player
        cell = bit(lowest(controlled(self._row, player)))
        self._row = self._row & ~(cell * LAYERS) | cell
        self._men -= share(self._men, player) << 8 * player

    def settle(self) -> None:
        """Find the moves of the player to act, or the winner."""
        men = self._men
        self._moves = 0
        if men & 255 < 2:
            self.winner = WHITE
            return
        if men >> 8 < 2:
            self.winner = BLACK
            return
        player = self.player
        reserves = self._reserves
        reserve = share(reserves, player)
        entering = reserves != 0 and self._rules & MIXED == 0
        if entering and reserve == 0 and self._rules & SKIP:
            player = 1 - player
            self.player = player
            reserve = share(reserves, player)
        moves: i64 = 0
        size = self._size
        if reserve:
            most = number(open_cells(self._row, size))
            if most > reserve:
                most = reserve
            moves = bit(most) - 1
            if reserve == 1 and not entering:
                moves |= self._escape_by_entry() << 2 * size
        if not entering:
            stacks = controlled(self._row, player)
            moves |= stacks << size
            if reserve == 0:
                moves |= self._escapes(stacks) << 3 * size
        self._moves = moves
        if moves == 0:
            self.winner = 1 - player
            if self._rules & BY_EXITS and share(men, player) < share(men, 1 - player):
                self.winner = player

    def _escapes(self, stacks: i64) -> i64:
        """The player's stacks that can be sown with an escape.

        A sowing adds at most one checker to the stack that escapes, so part of it was there before
        and belonged to the player. All checkers of the player are therefore in two stacks that may
        be sown: this one and the one sown.
        """
        player = self.player
        row = self._row
        listed = _MEMBERS[stacks]
        one = listed & 15
        other = listed >> 4 & 15
        both = _MEN[stack_on(row, one)] + _MEN[stack_on(row, other)]
        if share(both, player) != share(self._men, player) or listed >> 36 != 2:
            return 0
        found: i64 = 0
        if self._leaves_one_stack(one, other):
            found = bit(one)
        if self._leaves_one_stack(other, one):
            found |= bit(other)
        return found

    def _leaves_one_stack(self, cell: i64, other: i64) -> bool:
        """Tell if sowing `cell` leaves all checkers of the player on `other`, and nothing else."""
        player = self.player
        row = self._row
        sown = sowing(row, cell, player, self._size)
        men = self._men - losses(row, sown)
        if men & 255 < 2 or men >> 8 < 2:
            return False
        return stack_on(sow(row, cell, sown), other) == pure(share(men, player), player)

    def _escape_by_entry(self) -> i64:
        """1 if the last checker in reserve would complete a stack to escape with, else 0."""
        player = self.player
        cells = open_cells(self._row, self._size)
        nearest = lowest(cells)
        if player == BLACK:
            nearest = highest(cells)
        wanted = pure(share(self._men, player) - 1, player)
        if stack_on(self._row, nearest) == wanted:
            return 1
        return 0

    def code(self) -> i64:
        """The row, the reserves and the player, as in `key`."""
        reserves = share(self._reserves, WHITE) << 5 | share(self._reserves, BLACK)
        return (self._row << 10 | reserves) << 1 | self.player

    def symmetric_code(self) -> i64:
        """The lesser code of the position and of its image, with row and colours reversed."""
        row = self._row
        upper = row >> 9  # where a stack extends above a layer, its bit there is a colour
        row ^= upper | upper >> 9 | upper >> 18 | upper >> 27
        size = self._size
        turned: i64 = 0
        layer: i64 = 0
        while layer < 45:
            turned |= _REVERSED[row >> layer & CELLS] >> 9 - size << layer
            layer += 9
        reserves = share(self._reserves, BLACK) << 5 | share(self._reserves, WHITE)
        image = (turned << 10 | reserves) << 1 | 1 - self.player
        code = self.code()
        if code < image:
            return code
        return image


def number(cells: i64) -> i64:
    """The number of cells in a row's set."""
    return _MEMBERS[cells] >> 36


def nth(cells: i64, n: i64) -> i64:
    """The n-th smallest cell of a row's set, n from 0 on."""
    return _MEMBERS[cells] >> 4 * n & 15


def share(numbers: i64, player: i64) -> i64:
    """One player's number in a word that holds both."""
    return numbers >> 8 * player & 255


def pure(checkers: i64, colour: i64) -> i64:
    """The stack of that many checkers of one colour."""
    marker = bit(checkers)
    if colour == WHITE:
        return marker
    return 2 * marker - 1


def stack_on(row: i64, cell: i64) -> i64:
    """The stack on a cell."""
    return ((row >> cell & LAYERS) * GATHER >> 32) & 31


def open_cells(row: i64, size: i64) -> i64:
    """The cells that are not full."""
    return ~(row >> 36) & (bit(size) - 1)


def controlled(row: i64, player: i64) -> i64:
    """The cells whose topmost checker is the player's."""
    occupied = (row >> 9 | row >> 18 | row >> 27 | row >> 36) & CELLS
    if player == WHITE:
        return occupied & ~row
    return occupied & row


def put(row: i64, cells: i64, black: i64) -> i64:
    """The row after adding a checker to each of `cells` (none full), black ones on `black`."""
    raised = row & cells * LAYERS
    return row ^ raised | raised << 9 | black


def sowing(row: i64, cell: i64, player: i64, size: i64) -> i64:
    """The cells reached by sowing a stack and, one layer above, those that get black checkers."""
    return _SOWINGS[((size * 2 + player) * LONGEST + cell) * 32 + stack_on(row, cell)]


def sow(row: i64, cell: i64, sown: i64) -> i64:
    """The row after a sowing from a cell."""
    cells = sown & ~(row >> 36) & CELLS
    origin = bit(cell)
    return put(row & ~(origin * LAYERS) | origin, cells, sown >> 9 & cells)


def losses(row: i64, sown: i64) -> i64:
    """The numbers of White's and Black's checkers lost by a sowing."""
    out = sown & row >> 36
    black = sown >> 9 & out
    return number(out ^ black) | number(black) << 8


def _sowings() -> list[int]:
    """The table of `sowing`, for each size, player, cell and stack."""
    table = [0] * (2 * (LONGEST + 1) * LONGEST * 32)
    for size in range(TALLEST + 1, LONGEST + 1):
        for player in (WHITE, BLACK):
            for cell in range(size):
                for stack in range(1, 2 ** (TALLEST + 1)):
                    height = stack.bit_length() - 1
                    sown = 0
                    for step in range(1, height + 1):
                        reached = int(bit((cell + step - 2 * step * player) % size))
                        black = stack >> (height - step) & 1
                        sown |= reached | black * reached * (CELLS + 1)
                    table[((size * 2 + player) * LONGEST + cell) * 32 + stack] = sown
    return table


def _members() -> list[int]:
    """For each set of a row's cells: its members, four bits each, and their number above these."""
    table = []
    for cells in range(CELLS + 1):
        here = [n for n in range(LONGEST) if cells >> n & 1]
        table.append(sum([n * 16**k for k, n in enumerate(here)]) + len(here) * 16**LONGEST)
    return table


def _men() -> list[int]:
    """The numbers of White's and Black's checkers in each stack."""
    men = [0]
    for stack in range(1, 2 ** (TALLEST + 1)):
        black = stack.bit_count() - 1
        men.append(stack.bit_length() - 1 - black + 256 * black)
    return men


_MEN: Final = vec[i64](_men())
_MEMBERS: Final = vec[i64](_members())
_SOWINGS: Final = vec[i64](_sowings())


def place(stacks: Sequence[int], reserves: Sequence[int], player: int, rules: int) -> Filo:
    """The position with these stacks and reserves, `player` to act unless skipped.

    At least one player must have two checkers.
    """
    layers: int = 0
    reserve = reserves[WHITE] | reserves[BLACK] << 8
    men = reserve + sum([int(_MEN[stack]) for stack in stacks])
    for cell, stack in enumerate(stacks):
        for layer in range(TALLEST + 1):
            layers |= (stack >> layer & 1) << (layer * LONGEST + cell)
    position = Filo(layers, reserve, men, player, ONGOING, 0, len(stacks), rules)
    position.settle()
    return position


_REVERSED: Final = vec[i64]([int(f"{cells:09b}"[::-1], 2) for cells in range(CELLS + 1)])
