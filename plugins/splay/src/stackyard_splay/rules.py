"""The rules of Splay (Greg Schmidt, 2011) as a compiled Position, for boards of side 2 to 6.

Checkers are placed on interior cells only, of which side 6 has 61: each set of them is one word.
Every interior cell has two small numbers: its empty neighbours (its spaces), and, if it holds
a tower, the slack, which is its spaces minus its height. They are kept as bit planes, one word
each for the ones, twos and fours, so that all neighbours of a cell count down at once. A
tower stands while its slack is above 0; while it is 1, no checker may be placed beside the tower.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.boards import HexHex
from stackyard.cells.bits import bit, count, lowest, members, pick, write_members
from stackyard.cells.symmetry import image, image_tables
from stackyard.position import DRAW, ONGOING
from stackyard_splay.traits import EVERY_COUNT, most_spaces, write_cells, write_counts

WHITE: Final = 0
BLACK: Final = 1
LARGEST: Final = 6  # the side of the largest board whose interior is one word
COLOUR: Final = 8  # a cell as plain data: 0 if empty, else COLOUR * (1 + colour) + height
SPAN: Final = 128  # entries of a side in the table of neighbours …
CODE: Final = 62  # bits of the code of a position, at most
MOST: Final = 0xFFFFFFFFFFFFFFF  # more than the rest of any code
CODED: Final = 3  # the side of the largest board whose positions have codes
_SYMMETRIES: Final = 12
RIM: Final = 64  # … of which those of the border cells begin here

Planes = tuple[i64, i64, i64]  # a number for each cell: the ones, the twos and the fours


def nonzero(planes: Planes) -> i64:
    """The cells whose number is not 0."""
    return planes[0] | planes[1] | planes[2]


def just_one(planes: Planes) -> i64:
    """The cells whose number is 1."""
    return planes[0] & ~(planes[1] | planes[2])


def less_one(planes: Planes, cells: i64) -> Planes:
    """The numbers, lower by one on `cells`, none of which has 0."""
    ones = planes[0] ^ cells
    cells &= ones
    twos = planes[1] ^ cells
    cells &= twos
    return ones, twos, planes[2] ^ cells


@final
class Splay:
    """A position of Splay. Move n is a checker on the n-th interior cell; the one after is swap.

    `place` makes a position from plain data. `own` and `other` are the interior cells that belong
    to the player to act and to the opponent, `own_rim` and `other_rim` those on the border, and
    `own_cells` and `other_cells` their numbers. `blocked` are the cells beside a tower with
    slack 1. `fill` holds every interior cell if closed ones may be filled, and `swap` the move
    swap while the first turn or the reply to it is due.
    """

    def __init__(
        self,
        side: i64,
        fill: i64,
        swap: i64,
        player: i64,
        winner: i64,
        own: i64,
        other: i64,
        own_rim: i64,
        other_rim: i64,
        own_cells: i64,
        other_cells: i64,
        spaces: Planes,
        slack: Planes,
        blocked: i64,
        legal: i64,
    ) -> None:
        self.player = player
        self.winner = winner
        self.mid_turn = False
        self._side = side
        self._table = side * SPAN
        self._half = _HALF[side]
        self._fill = fill
        self._swap = swap
        self._own = own
        self._other = other
        self._own_rim = own_rim
        self._other_rim = other_rim
        self._own_cells = own_cells
        self._other_cells = other_cells
        self._spaces = spaces
        self._slack = slack
        self._blocked = blocked
        self._legal = legal

    def __reduce__(self) -> tuple[object, tuple[int, list[int], int, bool, bool]]:
        plain = int(self._side), self.cells(), int(self.player), self._fill != 0, self.may_swap()
        return place, plain

    def copy(self) -> Splay:
        """An independent position, equal to this one."""
        return Splay(
            self._side,
            self._fill,
            self._swap,
            self.player,
            self.winner,
            self._own,
            self._other,
            self._own_rim,
            self._other_rim,
            self._own_cells,
            self._other_cells,
            self._spaces,
            self._slack,
            self._blocked,
            self._legal,
        )

    def cells(self) -> list[int]:
        """Every cell as plain data (see COLOUR), the interior ones first, then the border."""
        mine, theirs = COLOUR * (1 + int(self.player)), COLOUR * (2 - int(self.player))
        inside, border = _INSIDE[self._side], _BORDER[self._side]
        codes = _spread(inside, self._own, mine, self._other, theirs)
        towers = nonzero(self._slack)
        for weight, spaces, slack in zip((1, 2, 4), self._spaces, self._slack, strict=True):
            heights = _spread(inside, towers & spaces, weight, towers & slack, -weight)
            codes = [code + height for code, height in zip(codes, heights, strict=True)]
        return codes + _spread(border, self._own_rim, mine, self._other_rim, theirs)

    def may_swap(self) -> bool:
        """Tell if the first turn or the reply to it is due in a game with swap."""
        return self._swap != 0

    def key(self) -> tuple[int, Planes, i64, i64, i64, i64]:
        """The identity of the position: who acts, whether swap is due, slack and owners."""
        stage = int(self.player) + 2 * self.may_swap()
        return stage, self._slack, self._own, self._other, self._own_rim, self._other_rim

    def evaluate(self) -> i64:
        """The lead of the player to act in cells owned."""
        return self._own_cells - self._other_cells

    def traits(self, found: vec[i64]) -> None:
        """See stackyard_splay.traits."""
        self._write(found, _INSIDE[self._side], self.player)

    def changes(self, before: Splay, player: i64, found: vec[i64], changed: vec[i64]) -> i64:
        """See stackyard.position.Changing."""
        own, other = before._owners(self.player)
        spaces = self._spaces
        slack = self._slack
        spaces_before = before._spaces
        slack_before = before._slack
        cells = (self._own ^ own) | (self._other ^ other)
        cells |= (spaces[0] ^ spaces_before[0]) | (spaces[1] ^ spaces_before[1])
        cells |= (spaces[2] ^ spaces_before[2]) | (slack[0] ^ slack_before[0])
        cells |= (slack[1] ^ slack_before[1]) | (slack[2] ^ slack_before[2])
        cells |= (self._blocked ^ before._blocked) & ~(self._own | self._other)
        self._write(found, cells, player)
        inside = count(_INSIDE[self._side])
        listed = write_members(cells, changed, 0)
        listed = write_members(cells, changed, listed, inside)
        return write_members(EVERY_COUNT, changed, listed, 2 * inside)

    def _owners(self, player: i64) -> tuple[i64, i64]:
        """The interior cells of a player, and those of the other."""
        if player == self.player:
            return self._own, self._other
        return self._other, self._own

    def _write(self, found: vec[i64], cells: i64, player: i64) -> None:
        """Write the traits of these interior cells, and the counts, as a player sees them."""
        inside = count(_INSIDE[self._side])
        spaces = self._spaces
        owners = self._owners(player)
        owned = self._own_cells, self._other_cells
        if player != self.player:
            owned = self._other_cells, self._own_cells
        write_cells(found, cells, inside, owners, spaces, self._slack, self._blocked)
        tight = just_one(self._slack)
        mine = owners[0] & tight
        theirs = owners[1] & tight
        most = most_spaces(mine, spaces), most_spaces(theirs, spaces)
        write_counts(found, 2 * inside, self._swap, owned, (count(mine), count(theirs)), most)

    def legal_moves(self) -> vec[i64]:
        """The cells that may take a checker, and swap; empty when the game is over."""
        return members(self._legal)

    def random_move(self, bits: i64) -> i64:
        """A uniformly chosen legal move for 32 random bits; -1 when the game is over."""
        if self._legal == 0:
            return -1
        return pick(self._legal, bits * count(self._legal) >> 32)

    def play(self, move: i64) -> None:
        """Place a checker of the player to act on the interior cell `move`, or swap."""
        here = bit(move)
        if here & self._swap:
            self._swap = 0
            self.player = 0  # White now owns nothing: the checker becomes Black's
            self._change_sides()
            self._end_turn()
            return
        if self.player:
            self._swap = 0
        ones, twos, fours = self._slack
        towers = ones | twos | fours
        # Whether a tower grows or a new one is placed is hard to predict: no branch on it.
        new = here & ~towers
        near = _NEAR[self._table + move] & -(new >> move)
        spaces = less_one(self._spaces, near)
        self._spaces = spaces
        self._own |= here
        self._own_cells += new >> move
        slack = ones | spaces[0] & new, twos | spaces[1] & new, fours | spaces[2] & new
        # A new checker without a space is no tower.
        changed = near & towers | here & (towers | nonzero(spaces))
        slack = less_one(slack, changed)
        self._slack = slack
        if here & nonzero(slack):
            self._block(just_one(slack) & changed)
        else:
            self._splay(self._table + move)
        self._end_turn()

    def _block(self, tight: i64) -> None:
        """Block new checkers beside towers whose slack has become 1."""
        table = self._table
        blocked = self._blocked
        while tight:
            blocked |= _NEAR[table + lowest(tight)]
            tight &= tight - 1
        self._blocked = blocked

    def _splay(self, place: i64) -> None:
        """Take the spaces of the cell at `place` in the tables; collapse towers without slack."""
        table = self._table
        inside = _NEAR[place] & ~(self._own | self._other)
        border = _NEAR_RIM[place] & ~(self._own_rim | self._other_rim)
        self._own |= inside
        self._own_rim |= border
        self._own_cells += count(inside) + count(border)
        self._crowd(inside, table)
        self._crowd(border, table + RIM)
        self._blocked = 0
        self._block(just_one(self._slack))

    def _crowd(self, taken: i64, table: i64) -> None:
        """Remove a space from the neighbours of each newly taken cell.

        A tower whose slack becomes 0 thereby becomes a marker of the same owner.
        """
        spaces = self._spaces
        slack = self._slack
        while taken:
            near = _NEAR[table + lowest(taken)]
            spaces = less_one(spaces, near)
            slack = less_one(slack, near & nonzero(slack))
            taken &= taken - 1
        self._spaces = spaces
        self._slack = slack

    def _end_turn(self) -> None:
        """Let the opponent act, or the same player again if the opponent cannot move."""
        self._change_sides()
        self.settle()
        if self._legal == 0 and self.winner == ONGOING:
            self._change_sides()
            self.settle()

    def _change_sides(self) -> None:
        """Make the opponent the player to act."""
        self.player = 1 - self.player
        cells = self._own
        self._own = self._other
        self._other = cells
        cells = self._own_rim
        self._own_rim = self._other_rim
        self._other_rim = cells
        cells = self._own_cells
        self._own_cells = self._other_cells
        self._other_cells = cells

    def settle(self) -> None:
        """Find the moves of the player to act, or the winner."""
        own = self._own
        other = self._other
        towers = nonzero(self._slack)
        fresh = (nonzero(self._spaces) | self._fill) & ~(own | other | self._blocked)
        if self._own_cells <= self._half and self._other_cells <= self._half:
            self._legal = fresh | towers & own
            if self.player:
                self._legal |= self._swap
            if self._legal | towers:
                return
        self._legal = 0
        if self._own_cells == self._other_cells:
            self.winner = DRAW
        elif self._own_cells > self._other_cells:
            self.winner = self.player
        else:
            self.winner = 1 - self.player

    def code(self) -> i64:
        """The planes and sets of `key` in one number, on boards of up to 19 cells."""
        inside = 3 * self._side * (self._side - 3) + 7
        border = 6 * self._side - 6
        if 5 * inside + 2 * border + 2 > CODE:
            return -1
        code = self._slack[0] << inside | self._slack[1]
        code = code << inside | self._slack[2]
        code = (code << inside | self._own) << inside | self._other
        code = (code << border | self._own_rim) << border | self._other_rim
        return self._staged(code)

    def symmetric_code(self) -> i64:
        """The least code of the position's images."""
        if self.code() < 0:
            return -1
        side = self._side
        inside = 3 * side * (side - 3) + 7
        border = 6 * side - 6
        slack = self._slack
        length = _TURN[side]
        length_rim = _TURN_RIM[side]
        turn = _TURNS_FROM[side]
        turn_rim = _TURNS_RIM_FROM[side]
        end = turn + _SYMMETRIES * length
        least: i64 = MOST
        while turn < end:
            planes = image(_TURNS, turn, slack[0]) << inside | image(_TURNS, turn, slack[1])
            planes = planes << inside | image(_TURNS, turn, slack[2])
            now = planes << inside | image(_TURNS, turn, self._own)
            now = now << inside | image(_TURNS, turn, self._other)
            if now <= least >> 2 * border:
                now = now << border | image(_TURNS_RIM, turn_rim, self._own_rim)
                now = now << border | image(_TURNS_RIM, turn_rim, self._other_rim)
                if now < least:
                    least = now
            turn += length
            turn_rim += length_rim
        return self._staged(least)

    def _staged(self, cells: i64) -> i64:
        """The code of the cells' contents, with the player and whether swap is due."""
        code = cells << 1 | self.player
        if self._swap:
            return code << 1 | 1
        return code << 1


def place(side: int, cells: Sequence[int], player: int, fill: bool, swap: bool) -> Splay:
    """The position of these cells (see Splay.cells), `player` acts, even if unable to move.

    Every tower must have more spaces than its height.
    """
    every = int(_INSIDE[side])
    inside = every.bit_length()
    free = _set([code == 0 for code in cells])
    sets: list[int] = []
    for owner in (1 + player, 2 - player):
        sets.append(_set([code // COLOUR == owner for code in cells]))
    own, other = sets
    spaces: list[int] = [0, 0, 0]
    slack: list[int] = [0, 0, 0]
    blocked = 0
    table = side * SPAN
    for cell in range(inside):
        near = int(_NEAR[table + cell]) | int(_NEAR_RIM[table + cell]) << inside
        number = (near & free).bit_count()
        height = cells[cell] % COLOUR
        for plane in range(3):
            spaces[plane] |= (number >> plane & 1) << cell
            if height:
                slack[plane] |= (number - height >> plane & 1) << cell
        if height and number - height == 1:
            blocked |= int(_NEAR[table + cell])
    position = Splay(
        side,
        every if fill else 0,
        every + 1 if swap else 0,
        player,
        ONGOING,
        own & every,
        other & every,
        own >> inside,
        other >> inside,
        own.bit_count(),
        other.bit_count(),
        (spaces[0], spaces[1], spaces[2]),
        (slack[0], slack[1], slack[2]),
        blocked,
        0,
    )
    position.settle()
    return position


def _set(members: Sequence[bool]) -> int:
    """The set of the indices that are true, as a Python int, which may be wider than a word."""
    return sum([2**number for number, is_in in enumerate(members) if is_in])


def _spread(every: i64, one: i64, value: int, other: i64, opposite: int) -> list[int]:
    """A number for each cell of a board: `value` in one set, `opposite` in the other, else 0.

    A cell in both has the sum.
    """
    return [
        (int(one) >> cell & 1) * value + (int(other) >> cell & 1) * opposite
        for cell in range(int(every).bit_length())
    ]


def _tables() -> list[list[int]]:
    """The contents of _INSIDE, _BORDER, _HALF, _NEAR and _NEAR_RIM, side after side."""
    inside, border, half = [0, 0], [0, 0], [0, 0]
    near, near_rim = [0] * (2 * SPAN), [0] * (2 * SPAN)
    for side in range(2, LARGEST + 1):
        board = HexHex(side)
        inside.append(2 ** len(board.interior) - 1)
        border.append(2 ** len(board.edge) - 1)
        half.append(len(board) // 2)
        for cells in (board.interior, board.edge):
            for table, among in ((near, board.interior), (near_rim, board.edge)):
                rows = [_set([there in board.neighbours[c] for there in among]) for c in cells]
                table.extend(rows + [0] * (RIM - len(rows)))
    return [inside, border, half, near, near_rim]


_LISTS: Final = _tables()
_INSIDE: Final = vec[i64](_LISTS[0])  # of a side: every interior cell
_BORDER: Final = vec[i64](_LISTS[1])  # every border cell
_HALF: Final = vec[i64](_LISTS[2])  # half the number of cells, rounded down
_NEAR: Final = vec[i64](_LISTS[3])  # of a cell (see SPAN): its interior neighbours
_NEAR_RIM: Final = vec[i64](_LISTS[4])  # and those on the border


def _turn_tables() -> list[list[int]]:
    """The contents of _TURNS, _TURNS_FROM and _TURN, and the same for the border."""
    found: list[list[int]] = [[], [], [], [], [], []]
    for side in range(2, CODED + 1):
        board = HexHex(side)
        for part, cells in ((found[:3], board.interior), (found[3:], board.edge)):
            order = {cell: number for number, cell in enumerate(cells)}
            turns = [[order[images[cell]] for cell in cells] for images in board.symmetries]
            tables = image_tables(turns)
            part[1] += [0] * (side - len(part[1])) + [len(part[0])]
            part[2] += [0] * (side - len(part[2])) + [len(tables) // len(turns)]
            part[0] += tables
    return found


_TURN_LISTS: Final = _turn_tables()
_TURNS: Final = vec[i64](_TURN_LISTS[0])  # tables of `image` for interior cells
_TURNS_FROM: Final = vec[i64](_TURN_LISTS[1])  # the start of those of a side
_TURN: Final = vec[i64](_TURN_LISTS[2])  # the length of each of them
_TURNS_RIM: Final = vec[i64](_TURN_LISTS[3])
_TURNS_RIM_FROM: Final = vec[i64](_TURN_LISTS[4])
_TURN_RIM: Final = vec[i64](_TURN_LISTS[5])
