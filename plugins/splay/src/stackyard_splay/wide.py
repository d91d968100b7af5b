"""The rules of Splay for boards of any side, with numbers per cell; slower than `rules`.

Every cell has its content, its spaces (empty neighbours) and its guards: the towers beside it with
a slack of 1, whose spaces exceed their height by one. The cells open to checkers are kept as two
sets of `stackyard.cells.wide`: the fresh cells, open to both players, with White's towers; and the
same cells with Black's towers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.boards import HexHex
from stackyard.cells.wide import add, count, drop, is_empty, members, pick, set_of
from stackyard.position import DRAW, ONGOING
from stackyard_splay.traits import EACH, write_cell, write_counts

LARGEST: Final = 8  # the side of the largest board
COLOUR: Final = 8  # a cell as plain data: 0 if empty, else COLOUR * (1 + colour) + height
STEPS: Final = 12  # of the cells owned by both, as on side 6, whose weights serve side 7
FRESH: Final = 0  # stands for both players; 1 + colour stands for one


@final
class WideSplay:
    """A position of Splay. Move n is a checker on the n-th interior cell; the one after is swap.

    `place` makes a position from plain data. `white` and `black` are the moves of each (while
    Black may swap, Black's include that); `owned` holds the numbers of White's and Black's cells,
    `fill` whether closed cells may be filled, `swap` whether the first turn or the reply to it is
    due.
    """

    def __init__(
        self,
        side: i64,
        fill: bool,
        swap: bool,
        player: i64,
        winner: i64,
        cells: vec[i64],
        spaces: vec[i64],
        guards: vec[i64],
        white: vec[i64],
        black: vec[i64],
        owned: vec[i64],
    ) -> None:
        self.player = player
        self.winner = winner
        self.mid_turn = False
        self._side = side
        self._inside = _INSIDE[side]
        self._table = _TABLE[side]
        self._fill = fill
        self._swap = swap
        self._cells = cells
        self._spaces = spaces
        self._guards = guards
        self._white = white
        self._black = black
        self._owned = owned

    def __reduce__(self) -> tuple[object, tuple[int, list[int], int, bool, bool]]:
        plain = int(self._side), self.cells(), int(self.player), self._fill, self._swap
        return place, plain

    def copy(self) -> WideSplay:
        """An independent position, equal to this one."""
        return WideSplay(
            self._side,
            self._fill,
            self._swap,
            self.player,
            self.winner,
            self._cells[:],
            self._spaces[:],
            self._guards[:],
            self._white[:],
            self._black[:],
            self._owned[:],
        )

    def cells(self) -> list[int]:
        """Every cell as plain data (see COLOUR), the interior ones first, then the border."""
        return [int(code) for code in self._cells]

    def may_swap(self) -> bool:
        """Tell if the first turn or the reply to it is due in a game with swap."""
        return self._swap

    def key(self) -> tuple[int, bytes]:
        """The identity of the position: the player to act, whether swap is due, the cells."""
        return int(self.player) + 2 * self._swap, bytes(self._cells)

    def _moves(self) -> vec[i64]:
        """The cells on which the player to act may place, while the game is not over."""
        if self.player:
            return self._black
        return self._white

    def evaluate(self) -> i64:
        """The lead of the player to act in cells owned."""
        return self._owned[self.player] - self._owned[1 - self.player]

    def traits(self, found: vec[i64]) -> None:
        """See stackyard_splay.traits."""
        inside = self._inside
        ready: i64 = 0  # towers that splay with the next checker: the player's, then the opponent's
        threats: i64 = 0
        gain: i64 = 0  # the spaces of the best of each
        loss: i64 = 0
        cell: i64 = 0
        while cell < inside:
            code = self._cells[cell]
            free = self._spaces[cell]
            height = code % COLOUR
            left: i64 = 0
            if height:
                left = free - height
            closed: i64 = 1 if self._guards[cell] else 0
            owner: i64 = -1
            if code:
                owner = code // COLOUR - 1
                if self.player:
                    owner = 1 - owner
            write_cell(found, cell, inside, owner, free, left, closed)
            if left == 1:
                if owner:
                    threats += 1
                    loss = max(loss, free)
                else:
                    ready += 1
                    gain = max(gain, free)
            cell += 1
        cells = self._owned[self.player], self._owned[1 - self.player]
        swap: i64 = 1 if self._swap else 0
        each = max(EACH, (len(self._cells) + STEPS - 1) // STEPS)
        write_counts(found, 2 * inside, swap, cells, (ready, threats), (gain, loss), each)

    def legal_moves(self) -> vec[i64]:
        """The cells that may take a checker, and swap; empty when the game is over."""
        if self.winner != ONGOING:
            return vec[i64]()
        return members(self._moves())

    def random_move(self, bits: i64) -> i64:
        """A uniformly chosen legal move for 32 random bits; -1 when the game is over."""
        if self.winner != ONGOING:
            return -1
        moves = self._moves()
        return pick(moves, bits * count(moves) >> 32)

    def has_moves(self) -> bool:
        """Tell if the player to act has a legal move."""
        return self.winner == ONGOING and not is_empty(self._moves())

    def play(self, move: i64) -> None:
        """Place a checker of the player to act on the interior cell `move`, or swap."""
        player = self.player
        if player and self._swap:
            self._swap = False
            self._drop(2, self._inside)
        if move == self._inside:
            self._give_to_black()
        elif self._cells[move]:
            self._raise(move)
        else:
            self._take(move, player)
            if self._spaces[move]:  # otherwise it becomes a marker at once
                self._add(1 + player, move)
                self._raise(move)
        self.player = 1 - player
        self.settle()
        if self.winner == ONGOING and not self.has_moves():  # a player who cannot move sits out
            self.player = player

    def settle(self) -> None:
        """Set the winner if the game is over."""
        white = self._owned[0]
        black = self._owned[1]
        half = len(self._cells) // 2
        stuck = is_empty(self._white) and is_empty(self._black)
        if white <= half and black <= half and not stuck:
            return
        if white == black:
            self.winner = DRAW
        elif white > black:
            self.winner = 0
        else:
            self.winner = 1

    def _give_to_black(self) -> None:
        """Swap: the only tower changes from White to Black."""
        cell: i64 = 0
        while cell < self._inside:
            if self._cells[cell]:
                self._cells[cell] += COLOUR
                self._drop(1, cell)
                self._add(2, cell)
            cell += 1
        self._owned[1] = self._owned[0]
        self._owned[0] = 0

    def _take(self, cell: i64, player: i64) -> None:
        """Put a marker of a player on an empty cell."""
        cells = self._cells
        spaces = self._spaces
        cells[cell] = COLOUR * (1 + player)
        self._owned[player] += 1
        if cell < self._inside:
            self._drop(FRESH, cell)
        at = _FIRST[self._table + cell]
        end = _FIRST[self._table + cell + 1]
        while at < end:
            there = _NEIGHBOURS[at]
            left = spaces[there] - 1
            spaces[there] = left
            code = cells[there]
            if code == 0:
                if left == 0 and there < self._inside and not self._fill:
                    self._drop(FRESH, there)
            elif code % COLOUR:
                if left - code % COLOUR == 1:
                    self._guard(there, 1)
                elif left == code % COLOUR:
                    self._guard(there, -1)
                    self._collapse(there)
            at += 1

    def _raise(self, cell: i64) -> None:
        """Put a checker on a tower (or a first one on a marker), and splay if it is high enough."""
        code = self._cells[cell] + 1
        self._cells[cell] = code
        slack = self._spaces[cell] - code % COLOUR
        if slack == 1:
            self._guard(cell, 1)
        elif slack == 0:
            if code % COLOUR > 1:  # its slack was 1 before
                self._guard(cell, -1)
            self._collapse(cell)
            at = _FIRST[self._table + cell]
            end = _FIRST[self._table + cell + 1]
            while at < end:
                if self._cells[_NEIGHBOURS[at]] == 0:
                    self._take(_NEIGHBOURS[at], self.player)
                at += 1

    def _collapse(self, cell: i64) -> None:
        """Turn a tower into a marker of its colour."""
        owner = self._cells[cell] // COLOUR
        self._cells[cell] = COLOUR * owner
        self._drop(owner, cell)

    def _guard(self, cell: i64, more: i64) -> None:
        """Add a tower to the guards of the cells beside it (1), or remove it (-1)."""
        guards = self._guards
        at = _FIRST[self._table + cell]
        end = _FIRST[self._table + cell + 1]
        while at < end:
            there = _NEIGHBOURS[at]
            guards[there] += more
            if there < self._inside and self._cells[there] == 0:
                if more > 0:
                    self._drop(FRESH, there)
                elif guards[there] == 0 and (self._spaces[there] or self._fill):
                    self._add(FRESH, there)
            at += 1

    def _add(self, whose: i64, cell: i64) -> None:
        """Open a cell to a player (1 + colour), or for FRESH to both."""
        if whose != 2:
            add(self._white, cell)
        if whose != 1:
            add(self._black, cell)

    def _drop(self, whose: i64, cell: i64) -> None:
        """Close a cell to a player, or to both."""
        if whose != 2:
            drop(self._white, cell)
        if whose != 1:
            drop(self._black, cell)


def place(side: int, cells: Sequence[int], player: int, fill: bool, swap: bool) -> WideSplay:
    """The position of these cells (see WideSplay.cells), `player` acts, even if unable to move.

    Every tower must have more spaces than its height.
    """
    inside, around = int(_INSIDE[side]), _neighbours(side)
    spaces = [sum([cells[there] == 0 for there in near]) for near in around]
    slack = [
        s - code % COLOUR if code % COLOUR else 0 for s, code in zip(spaces, cells, strict=True)
    ]
    guards = [sum([slack[there] == 1 for there in near]) for near in around]
    takes: list[list[int]] = [[], [], []]  # fresh cells, White's towers, Black's
    for cell, code in enumerate(cells[:inside]):
        if code % COLOUR or (code == 0 and guards[cell] == 0 and (spaces[cell] or fill)):
            takes[code // COLOUR].append(cell)
    if swap:
        takes[2].append(inside)
    owned = [sum([code // COLOUR == 1 + colour for code in cells]) for colour in (0, 1)]
    position = WideSplay(
        side,
        fill,
        swap,
        player,
        ONGOING,
        vec[i64](cells),
        vec[i64](spaces),
        vec[i64](guards),
        set_of(takes[FRESH] + takes[1], inside + 1),
        set_of(takes[FRESH] + takes[2], inside + 1),
        vec[i64](owned),
    )
    position.settle()
    return position


def _neighbours(side: int) -> list[list[int]]:
    """The neighbours of each cell, the interior ones being numbered first, then the border."""
    board = HexHex(side)
    order = board.interior + board.edge
    number = {cell: n for n, cell in enumerate(order)}
    return [[number[there] for there in board.neighbours[cell]] for cell in order]


def _tables() -> list[list[int]]:
    """The contents of _INSIDE, _TABLE, _FIRST and _NEIGHBOURS, side after side."""
    inside: list[int] = [0, 0]
    table: list[int] = [0, 0]
    first: list[int] = []
    neighbours: list[int] = []
    for side in range(2, LARGEST + 1):
        inside.append(len(HexHex(side).interior))
        table.append(len(first))
        for near in _neighbours(side):
            first.append(len(neighbours))
            neighbours += near
        first.append(len(neighbours))
    return [inside, table, first, neighbours]


_LISTS: Final = _tables()
_INSIDE: Final = vec[i64](_LISTS[0])  # by side: the number of interior cells
_TABLE: Final = vec[i64](_LISTS[1])  # the start of its cells in _FIRST
_FIRST: Final = vec[i64](_LISTS[2])  # by cell: the start of its neighbours in _NEIGHBOURS
_NEIGHBOURS: Final = vec[i64](_LISTS[3])
