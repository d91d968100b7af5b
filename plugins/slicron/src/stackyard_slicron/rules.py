"""The rules of Slicron (Saïd Galdseid, 2024) as a compiled Position.

Most turns create no path, so groups are a union-find whose root stores the number of edge stones,
or ends. The rings about the ends of a new group are measured only if a turn makes a path.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from stackyard.cells.bits import bit, count, lowest, pick, write_members
from stackyard.cells.pairs import HALF, Cells, has, rest
from stackyard.cells.pairs import bit as alone
from stackyard.cells.pairs import lowest as first
from stackyard.cells.pairs import members as cells_of
from stackyard.cells.pairs import set_of as as_set
from stackyard.cells.symmetry import image
from stackyard.position import ONGOING
from stackyard_slicron.groups import ENDS, form, join, regrouped, root_of
from stackyard_slicron.removals import closed_by, closed_by_paths, new_paths, without_surplus
from stackyard_slicron.rings import HEXAGONS, Hexagon, Rings
from stackyard_slicron.traits import EVERY_COUNT, write_cells, write_counts

BLACK: Final = 0
WHITE: Final = 1
CODE: Final = 48  # bits for the cells in the code of a position
MOST: Final = 0xFFFFFFFFFFFFFFF  # more than the rest of any code


@final
class Slicron:
    """A position of Slicron; `place` makes one from plain data.

    On n cells, move c < n places a stone on cell c, move n swaps, and n + 1 + c takes off a stone.
    `own` belongs to the player to act; `closed` are the cells on which a player may not place
    because of paths. In the middle of a turn the own stones are those that may still remain.
    """

    def __init__(self, board: Hexagon, revised: bool, player: i64, swap: bool) -> None:
        self.player = player
        self.winner: i64 = ONGOING
        self.mid_turn = False
        self.swap = swap  # White's first decision is not yet made
        self._board = board
        self._revised = revised
        self._scratch: Rings | None = None  # made when first needed, never shared with a copy
        self._own_low: i64 = 0
        self._own_high: i64 = 0
        self._own_closed_low: i64 = 0
        self._own_closed_high: i64 = 0
        self._other_low: i64 = 0
        self._other_high: i64 = 0
        self._other_closed_low: i64 = 0
        self._other_closed_high: i64 = 0
        self._open_low: i64 = 0  # the cells of the legal moves
        self._open_high: i64 = 0
        # For each stone: the next stone towards the root of its group; and for a root, from bit
        # ENDS on, the group's number of ends.
        self._groups = vec[i64]()
        # For the root of a group with two ends or more: the cells its paths close (low, high).
        self._paths = vec[i64]()
        # In the middle of a turn: the cell of the stone placed, the own stones before (low, high)
        # and the sets (low, high, low, high …), one of which the group will become.
        self._turn = vec[i64]()

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return place, (self._board.side, self._revised, int(self.player), self.swap, *self.stones())

    def copy(self) -> Slicron:
        """An independent position, equal to this one."""
        twin = Slicron(self._board, self._revised, self.player, self.swap)
        twin.winner = self.winner
        twin.mid_turn = self.mid_turn
        twin._own_low = self._own_low
        twin._own_high = self._own_high
        twin._own_closed_low = self._own_closed_low
        twin._own_closed_high = self._own_closed_high
        twin._other_low = self._other_low
        twin._other_high = self._other_high
        twin._other_closed_low = self._other_closed_low
        twin._other_closed_high = self._other_closed_high
        twin._open_low = self._open_low
        twin._open_high = self._open_high
        twin._groups = self._groups[:]
        twin._paths = self._paths  # these two are never changed in place
        twin._turn = self._turn
        return twin

    def stones(self) -> tuple[list[list[int]], int, list[int]]:
        """The cells of Black and of White; in the middle of a turn, as they were when it began.

        Then also the cell of the stone placed (else -1) and the cells of those taken off since.
        """
        own, other = (self._own_low, self._own_high), (self._other_low, self._other_high)
        placed, gone = -1, list[int]()
        if self.mid_turn:
            cell, low, high = self._turn[:3]
            x_low, x_high = alone(cell)
            placed = int(cell)
            gone = [int(c) for c in cells_of(((low | x_low) & ~own[0], (high | x_high) & ~own[1]))]
            own = low, high
        cells = [[int(c) for c in cells_of(stones)] for stones in (own, other)]
        if self.player == WHITE:
            cells.reverse()
        return cells, placed, gone

    def key(self) -> tuple[object, ...]:
        """The identity of the position."""
        own_low, own_high = self._own_low, self._own_high
        other_low, other_high = self._other_low, self._other_high
        turn = bytes(self._turn[:3]) if self.mid_turn else b""
        return self.player, self.swap, own_low, own_high, other_low, other_high, turn

    def evaluate(self) -> i64:
        """The number of cells closed to the opponent less that closed to the player to act."""
        low, high = self._board.all
        low &= ~(self._own_low | self._other_low)
        high &= ~(self._own_high | self._other_high)
        closed = count(low & self._other_closed_low) + count(high & self._other_closed_high)
        return closed - count(low & self._own_closed_low) - count(high & self._own_closed_high)

    def traits(self, found: vec[i64]) -> None:
        """See stackyard_slicron.traits."""
        low, high = self._board.all
        self._write(found, low, high, self.player)

    def changes(self, before: Slicron, player: i64, found: vec[i64], changed: vec[i64]) -> i64:
        """See stackyard.position.Changing."""
        own_low, own_high, other_low, other_high = before._closed(self.player)
        low = (self._own_closed_low ^ own_low) | (self._other_closed_low ^ other_low)
        high = (self._own_closed_high ^ own_high) | (self._other_closed_high ^ other_high)
        own_low, own_high, other_low, other_high = before._stones(self.player)
        groups = self._groups, before._groups
        near = self._board.near
        own = regrouped(groups, near, (self._own_low, self._own_high), (own_low, own_high))
        other = regrouped(
            groups, near, (self._other_low, self._other_high), (other_low, other_high)
        )
        low |= own[0] | other[0]
        high |= own[1] | other[1]
        all_low, all_high = self._board.all
        low &= all_low
        high &= all_high
        self._write(found, low, high, player)
        listed = write_members(low, changed, 0)
        listed = write_members(high, changed, listed, HALF)
        return write_members(EVERY_COUNT, changed, listed, self._board.swap)

    def _stones(self, player: i64) -> tuple[i64, i64, i64, i64]:
        """The stones of a player (low, high), and those of the other."""
        low, high = self._own_low, self._own_high
        if player == self.player:
            return low, high, self._other_low, self._other_high
        return self._other_low, self._other_high, low, high

    def _closed(self, player: i64) -> tuple[i64, i64, i64, i64]:
        """The cells closed to a player (low, high), and those closed to the other."""
        low, high = self._own_closed_low, self._own_closed_high
        if player == self.player:
            return low, high, self._other_closed_low, self._other_closed_high
        return self._other_closed_low, self._other_closed_high, low, high

    def _write(self, found: vec[i64], low: i64, high: i64, player: i64) -> None:
        """Write the traits of these cells, and the counts, as a player sees them."""
        own_low, own_high, other_low, other_high = self._closed(player)
        low_own, high_own, low_other, high_other = self._stones(player)
        stones = low_own, low_other
        write_cells(found, 0, low, stones, (own_low, other_low), self._groups)
        stones = high_own, high_other
        write_cells(found, HALF, high, stones, (own_high, other_high), self._groups)
        low, high = self._board.all
        low &= ~(self._own_low | self._other_low)
        high &= ~(self._own_high | self._other_high)
        mine = count(low & own_low & ~other_low) + count(high & own_high & ~other_high)
        theirs = count(low & other_low & ~own_low) + count(high & other_high & ~own_high)
        free = count(low & ~(own_low | other_low)) + count(high & ~(own_high | other_high))
        stage: i64 = 1 if self.mid_turn else 0
        if self.swap:
            stage = 2
        write_counts(found, self._board.swap, stage, (free, mine, theirs))

    def legal_moves(self) -> vec[i64]:
        """Cells to place on, and `swap`; or stones to take off; empty when the game is over."""
        moves = cells_of((self._open_low, self._open_high))
        if self.mid_turn:
            k: i64 = 0
            while k < len(moves):
                moves[k] += self._board.swap + 1
                k += 1
        elif self.swap and self.player == WHITE:
            moves = append(moves, self._board.swap)
        return moves

    def random_move(self, bits: i64) -> i64:
        """A uniformly chosen legal move for 32 random bits; -1 when the game is over."""
        low = self._open_low
        if self._open_high or self.mid_turn:
            moves = self.legal_moves()
            return moves[bits * len(moves) >> 32]
        choices = count(low)
        if self.swap and self.player == WHITE:
            choices += 1
        k = bits * choices >> 32
        if k < count(low):
            return pick(low, k)
        return self._board.swap if choices else -1

    def play(self, move: i64) -> None:
        """Place a stone, swap, or take off a stone."""
        swap = self._board.swap
        if move < swap:
            self._put(move)
        elif move == swap:
            self._exchange()
        else:
            self._take_off(move - swap - 1)
        if self.mid_turn:
            return
        self.player = 1 - self.player
        if self.player == BLACK:
            self.swap = False
        self._exchange()
        self._begin_turn()

    def _exchange(self) -> None:
        """Swap own and other."""
        low, high = self._own_low, self._own_high
        self._own_low = self._other_low
        self._own_high = self._other_high
        self._other_low = low
        self._other_high = high
        low, high = self._own_closed_low, self._own_closed_high
        self._own_closed_low = self._other_closed_low
        self._own_closed_high = self._other_closed_high
        self._other_closed_low = low
        self._other_closed_high = high

    def _begin_turn(self) -> None:
        """Find the legal moves; without any the player to act has lost."""
        low, high = self._board.all
        low &= ~(self._own_low | self._other_low | self._own_closed_low)
        high &= ~(self._own_high | self._other_high | self._own_closed_high)
        self._open_low = low
        self._open_high = high
        if low | high == 0 and not self.swap:
            self.winner = 1 - self.player

    def _put(self, cell: i64) -> None:
        """Place a stone, and remove the stones that must go or leave a choice of them."""
        own_low = self._own_low
        own_high = self._own_high
        ends = join(self._groups, self._board, (own_low, own_high), cell)
        x_low, x_high = alone(cell)
        self._own_low = own_low | x_low
        self._own_high = own_high | x_high
        if ends > 1:
            low, high = self._board.group(self._own_low, self._own_high, cell)
            if self._revised:
                finals = new_paths(self._rings(), cell, own_low, own_high)
                if len(finals) == 0:
                    finals = vec[i64]([low, high])
            elif ends == 2 and self._leave_pair(low, high):
                return
            else:
                finals = without_surplus(self._rings(), low, high)
            if len(finals) > 2:
                self._turn = vec[i64]([cell, own_low, own_high])
            self._narrow(low, high, finals)
        elif ends and self._revised:
            self._close_by_paths()

    def _rings(self) -> Rings:
        """The position's Rings, made when first needed; most copies never need them."""
        rings = self._scratch
        if rings is None:
            rings = Rings(self._board)
            self._scratch = rings
        return rings

    def _take_off(self, cell: i64) -> None:
        """Take off a stone, and with it those that are now in no final set."""
        turn = self._turn
        self._turn = turn[:3]
        finals = vec[i64]()
        low: i64 = 0
        high: i64 = 0
        k: i64 = 3
        while k < len(turn):
            low |= turn[k]
            high |= turn[k + 1]
            if has((turn[k], turn[k + 1]), cell) == 0:
                finals = append(append(finals, turn[k]), turn[k + 1])
            k += 2
        self._narrow(low, high, finals)

    def _narrow(self, low: i64, high: i64, finals: vec[i64]) -> None:
        """Reduce a group to the stones of its final sets; a single final set ends the turn."""
        any_low: i64 = 0
        any_high: i64 = 0
        all_low = low
        all_high = high
        k: i64 = 0
        while k < len(finals):
            any_low |= finals[k]
            any_high |= finals[k + 1]
            all_low &= finals[k]
            all_high &= finals[k + 1]
            k += 2
        self._own_low = self._own_low & ~low | any_low
        self._own_high = self._own_high & ~high | any_high
        self.mid_turn = len(finals) > 2
        if self.mid_turn:
            self._open_low = any_low ^ all_low
            self._open_high = any_high ^ all_high
            self._turn = extend(self._turn, finals)
            return
        self._turn = vec[i64]()
        form(self._groups, self._board, (any_low, any_high))
        if self._revised:
            self._close_by_paths()
            return
        if (low ^ any_low) | (high ^ any_high):
            self._rings().measure(any_low, any_high)
        self._close(any_low, any_high)

    def _leave_pair(self, low: i64, high: i64) -> bool:
        """Reduce a group with two neighbouring ends to these two: the most common path."""
        near = self._board.near
        rim_low, rim_high = self._board.rim
        ends_low = low & rim_low
        ends_high = high & rim_high
        a = first((ends_low, ends_high))
        b_low, b_high = rest((ends_low, ends_high))
        if (near[2 * a] & b_low) | (near[2 * a + 1] & b_high) == 0:
            return False
        b = first((b_low, b_high))
        self._own_low ^= low ^ ends_low
        self._own_high ^= high ^ ends_high
        form(self._groups, self._board, (ends_low, ends_high))
        low = near[2 * a] | near[2 * b]
        high = near[2 * a + 1] | near[2 * b + 1]
        self._enter_path(a, low, high)
        self._own_closed_low |= low  # the group closed no other cells before
        self._own_closed_high |= high
        return True

    def _enter_path(self, root: i64, low: i64, high: i64) -> None:
        """Record the cells that the paths of a group close."""
        paths = self._paths[:]
        paths[2 * root] = low
        paths[2 * root + 1] = high
        self._paths = paths

    def _close(self, low: i64, high: i64) -> None:
        """Find the cells closed by the group just measured, and all cells closed now."""
        groups = self._groups
        closed_low, closed_high = closed_by(self._rings())
        self._enter_path(first((low, high)), closed_low, closed_high)
        paths = self._paths
        rim_low, rim_high = self._board.rim
        low = self._own_low & rim_low & ~low  # the ends of the other groups
        high = self._own_high & rim_high & ~high
        while low | high:
            root = root_of(groups, first((low, high)))
            low, high = rest((low, high))
            if groups[root] >> ENDS > 1:
                closed_low |= paths[2 * root]
                closed_high |= paths[2 * root + 1]
        self._own_closed_low = closed_low
        self._own_closed_high = closed_high

    def _close_by_paths(self) -> None:
        """Find the cells closed by the player's groups under the revised rules."""
        low, high = closed_by_paths(self._rings(), self._own_low, self._own_high)
        self._own_closed_low = low
        self._own_closed_high = high

    def set_up(self, own: Cells, other: Cells) -> None:
        """Fill an empty position."""
        self._groups = vec[i64]([0] * self._board.swap)
        self._paths = vec[i64]([0] * (2 * self._board.swap))
        for stones in (other, own):
            self._exchange()
            self._own_low, self._own_high = left_low, left_high = stones
            while left_low | left_high:
                cell = first((left_low, left_high))
                low, high = self._board.group(self._own_low, self._own_high, cell)
                left_low ^= low
                left_high ^= high
                form(self._groups, self._board, (low, high))
                if not self._revised:
                    self._rings().measure(low, high)
                    self._close(low, high)
            if self._revised:
                self._close_by_paths()
        self._begin_turn()

    def code(self) -> i64:
        """Two bits a cell, the stone placed in this turn, whether swap is due, and the player.

        A cell with both bits has lost its stone in this turn. For boards of up to 19 cells.
        """
        cells = self._board.swap
        if 2 * cells > CODE:
            return -1
        own = self._own_low
        other = self._other_low
        placed: i64 = 0
        if self.mid_turn:
            placed = 1 + self._turn[0]
            gone = self._turn[1] & ~own
            own |= gone
            other |= gone
        code = (own << cells | other) << 5 | placed
        if self.swap:
            return code << 2 | 2 | self.player
        return code << 2 | self.player

    def symmetric_code(self) -> i64:
        """The least code of the position's images."""
        code = self.code()
        if code < 0:
            return -1
        board = self._board
        cells = board.swap
        all_cells = bit(cells) - 1
        own = code >> 7 + cells
        other = code >> 7 & all_cells
        placed = code >> 2 & 31
        least: i64 = MOST
        turn: i64 = 0
        while turn < len(board.turns):
            now = image(board.turns, turn, own) << cells | image(board.turns, turn, other)
            if now <= least >> 5:
                now <<= 5
                if placed:
                    now |= 1 + lowest(image(board.turns, turn, bit(placed - 1)))
                if now < least:
                    least = now
            turn += board.turn
        return least << 2 | code & 3


def place(
    side: int,
    revised: bool,
    player: int,
    swap: bool,
    cells: Sequence[Sequence[int]],
    placed: int = -1,
    gone: Sequence[int] = (),
) -> Slicron:
    """The position with stones of Black and of White on `cells`; `swap` as in Slicron.

    `placed` and `gone` lead into the middle of a turn from there: the cell of the stone placed,
    and those of the stones taken off since. Arguments are not checked.
    """
    board = HEXAGONS[side]
    position = Slicron(board, revised, player, swap)
    position.set_up(as_set(cells[player]), as_set(cells[1 - player]))
    if placed >= 0:
        position.play(placed)
        first = int(board.swap) + 1
        while not set(gone) <= set(position.stones()[2]):
            position.play(min(set(position.legal_moves()) & {first + cell for cell in gone}))
    return position
