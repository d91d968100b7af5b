"""The nodes of a search tree, stored as flat arrays of numbers rather than objects."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import extend, vec
from mypy_extensions import i64

from stackyard.position import ONGOING, Position
from stackyard_engine.mcts.bounds import KEEPS, exactly, is_settled, most

# The words of a node.
MOVE: Final = 0  # the move that leads to it
VISITS: Final = 1
FIRST: Final = 2  # its first child; children are consecutive
COUNT: Final = 3  # number of children; 0 before expansion
TRIED: Final = 4  # number of visited children; they come first
PLAYER: Final = 5  # the player to act here, once expanded
PROVEN: Final = 6  # see stackyard_engine.mcts.bounds; meaningless before a visit
WIDTH: Final = 7

LOST: Final = -1e9  # the value of a move proven to be no better than another

_WORDS: Final = vec[i64]([0] * (256 * WIDTH))  # growth of the tree, in nodes
_POINTS: Final = vec[float]([0.0] * 256)
_BOUNDS: Final = vec[float]([0.0] * (256 * 2))
_SHARES: Final = vec[i64]([0] * (256 * 2))
_GUESSES: Final = vec[float]([0.0] * (256 * 2))
_CLASSES: Final = vec[i64]([0] * 63)


@final
class Nodes:
    """A tree of nodes, each an index; the root is 0. It holds `most` nodes at most.

    When a node could not be expanded for that, `full` is true until `prune` or `keep` makes room.
    `shares` are kept only for RAVE, `guesses` only for values of `evaluate`.
    """

    def __init__(self, winner: i64, most: i64, shares: bool, guesses: bool) -> None:
        self.words = extend(vec[i64](), _WORDS)
        # By node: the points of the player who made its move: 2 for a win, 1 for a draw.
        self.points = extend(vec[float](), _POINTS)
        self.bounds = extend(vec[float](), _BOUNDS)  # by node: its mean value and the spread
        self.shares = vec[i64]()  # by node: points and number of playouts that contain its move
        # By node: the minimax value of `evaluate` below it, for the player who moved to it, and
        # the value of `evaluate` at the node itself, for the first player.
        self.guesses = vec[float]()
        self._shared = shares
        self._guessed = guesses
        if shares:
            self.shares = extend(self.shares, _SHARES)
        if guesses:
            self.guesses = extend(self.guesses, _GUESSES)
        self.used: i64 = 1
        self._most = most
        self.full = False
        self.words[PROVEN] = winner

    def expand(self, node: i64, position: Position) -> bool:
        """Add the children of a node with this position; False without moves or room."""
        if self.full and node:
            return False
        moves = position.legal_moves()
        if len(moves) == 0:
            return False
        used = self.used
        after = used + len(moves)
        if after > self._most and node:
            self.full = True
            return False
        while len(self.words) < after * WIDTH:
            self.words = extend(self.words, _WORDS)
            self.points = extend(self.points, _POINTS)
            self.bounds = extend(self.bounds, _BOUNDS)
            if self._shared:
                self.shares = extend(self.shares, _SHARES)
            if self._guessed:
                self.guesses = extend(self.guesses, _GUESSES)
        self.used = after
        words = self.words
        at = node * WIDTH
        words[at + FIRST] = used
        words[at + COUNT] = len(moves)
        words[at + PLAYER] = position.player
        at = used * WIDTH
        for move in moves:
            words[at + MOVE] = move
            at += WIDTH
        return True

    def child(self, node: i64, move: i64) -> i64:
        """The child after a move; -1 if there is none."""
        words = self.words
        child = words[node * WIDTH + FIRST]
        end = child + words[node * WIDTH + COUNT]
        while child < end:
            if words[child * WIDTH + MOVE] == move:
                return child
            child += 1
        return -1

    def is_tried(self, node: i64, child: i64) -> bool:
        """Tell if a child of a node has been visited."""
        return child < self.words[node * WIDTH + FIRST] + self.words[node * WIDTH + TRIED]

    def is_end(self, node: i64) -> bool:
        """Tell if the game is over at a visited node, rather than decided by nodes below it."""
        return (
            is_settled(self.words[node * WIDTH + PROVEN]) and not self.words[node * WIDTH + COUNT]
        )

    def attempt(self, node: i64, child: i64) -> i64:
        """Move an untried child behind the tried ones; return its new index."""
        words = self.words
        tried = words[node * WIDTH + FIRST] + words[node * WIDTH + TRIED]
        move = words[child * WIDTH + MOVE]
        words[child * WIDTH + MOVE] = words[tried * WIDTH + MOVE]
        words[tried * WIDTH + MOVE] = move
        words[tried * WIDTH + PROVEN] = ONGOING
        words[node * WIDTH + TRIED] += 1
        if self._shared:
            self._swap_shares(2 * child, 2 * tried)
        return tried

    def _swap_shares(self, one: i64, other: i64) -> None:
        """Swap the shares of two nodes, each given by the index of its first number."""
        shares = self.shares
        points = shares[one]
        number = shares[one + 1]
        shares[one] = shares[other]
        shares[one + 1] = shares[other + 1]
        shares[other] = points
        shares[other + 1] = number

    def settle(self, node: i64, move: i64, winner: i64) -> None:
        """Store the proven result of a move at an expanded node."""
        words = self.words
        player = words[node * WIDTH + PLAYER]
        child = self.child(node, move)
        if not self.is_tried(node, child):
            child = self.attempt(node, child)
            words[child * WIDTH + VISITS] = 1
            self.points[child] = float(most(winner, player))
        words[child * WIDTH + PROVEN] = winner
        if winner == 1 - player:
            self.bounds[2 * child] = LOST

    def prune(self) -> None:
        """Make room: nodes with few visits become leaves again, but keep their own statistics.

        At least half of `most` is free afterwards, unless the root's children alone need more.
        """
        words = self.words
        held = extend(vec[i64](), _CLASSES)  # by the length of the visits in bits: the children
        node: i64 = 0
        while node < self.used:
            at = node * WIDTH
            if words[at + COUNT]:
                held[_length(words[at + VISITS])] += words[at + COUNT]
            node += 1
        remaining = self._most // 2
        bits: i64 = len(_CLASSES) - 1
        while bits > 0 and held[bits] <= remaining:
            remaining -= held[bits]
            bits -= 1
        fewest: i64 = 1
        while bits > 0:
            fewest += fewest
            bits -= 1
        self.keep(0, fewest)

    def keep(self, node: i64, visits: i64 = 0) -> None:
        """Make `node` the root and drop all nodes outside its subtree.

        Nodes with fewer visits become leaves, except the root and those with a proven bound, which
        would be lost.
        """
        old = self.words
        points = self.points
        bounds = self.bounds
        shares = self.shares
        guesses = self.guesses
        at = node * WIDTH
        self.words = old[at : at + WIDTH]
        self.points = points[node : node + 1]
        self.bounds = bounds[2 * node : 2 * node + 2]
        self.shares = shares[2 * node : 2 * node + 2]
        self.guesses = guesses[2 * node : 2 * node + 2]
        self.used = 1
        self.full = False
        node = 0
        while node < self.used:
            at = node * WIDTH
            count = self.words[at + COUNT]
            if self.words[at + VISITS] < visits and node and self.words[at + PROVEN] < KEEPS:
                self.words[at + COUNT] = 0
                self.words[at + TRIED] = 0
            elif count:
                first = self.words[at + FIRST]
                self.words[at + FIRST] = self.used
                self.words = extend(self.words, old[first * WIDTH : (first + count) * WIDTH])
                self.points = extend(self.points, points[first : first + count])
                self.bounds = extend(self.bounds, bounds[first * 2 : (first + count) * 2])
                if self._shared:
                    self.shares = extend(self.shares, shares[first * 2 : (first + count) * 2])
                if self._guessed:
                    self.guesses = extend(self.guesses, guesses[first * 2 : (first + count) * 2])
                self.used += count
            node += 1

    def restrict(self, moves: list[int]) -> None:
        """Drop the children of the expanded root whose moves are not in `moves`."""
        words = self.words
        first = words[FIRST]
        tried = first + words[TRIED]
        end = first + words[COUNT]
        place = first
        child = first
        while child < end:
            if int(words[child * WIDTH + MOVE]) in moves:
                self._copy(child, place)
                place += 1
            child += 1
            if child == tried:
                words[TRIED] = place - first
        words[COUNT] = place - first

    def _copy(self, node: i64, place: i64) -> None:
        """Copy a node to another place."""
        word: i64 = 0
        while word < WIDTH:
            self.words[place * WIDTH + word] = self.words[node * WIDTH + word]
            word += 1
        self.points[place] = self.points[node]
        word = 0
        while word < 2:
            self.bounds[2 * place + word] = self.bounds[2 * node + word]
            if self._shared:
                self.shares[2 * place + word] = self.shares[2 * node + word]
            if self._guessed:
                self.guesses[2 * place + word] = self.guesses[2 * node + word]
            word += 1

    def facts(self, node: i64) -> tuple[int, int, int]:
        """The visits and proven value of a node, and the player to act if it is expanded."""
        at = node * WIDTH
        words = self.words
        return int(words[at + VISITS]), int(exactly(words[at + PROVEN])), int(words[at + PLAYER])

    def children(self, node: i64) -> list[tuple[int, int, int, float, int]]:
        """The index, move, visits, value and proven value of each child of a node.

        The value is the one by which the search chooses among them, 0 … 1.
        """
        words = self.words
        found: list[tuple[int, int, int, float, int]] = []
        child = words[node * WIDTH + FIRST]
        tried = child + words[node * WIDTH + TRIED]
        end = child + words[node * WIDTH + COUNT]
        while child < end:
            at = child * WIDTH
            proven: i64 = ONGOING
            value: float = 0.5
            if child < tried:
                proven = exactly(words[at + PROVEN])
                value = self.bounds[2 * child]
                if value == LOST or words[at + VISITS] == 0:
                    value = 0.0
                    if words[at + VISITS]:
                        value = self.points[child] / float(2 * words[at + VISITS])
            figures = int(words[at + MOVE]), int(words[at + VISITS])
            found.append((int(child), *figures, value, int(proven)))
            child += 1
        return found

    @property
    def node_bytes(self) -> i64:
        """The bytes of each node in all arrays."""
        held: i64 = 8 * (WIDTH + 3)
        if self._shared:
            held += 16
        if self._guessed:
            held += 16
        return held

    @property
    def clarity(self) -> float:
        """The clarity of the result at the root by its most visited move: 0 (even) … 1."""
        words = self.words
        visits: i64 = 0
        points = 0.0
        child = words[FIRST]
        end = child + words[TRIED]
        while child < end:
            if words[child * WIDTH + VISITS] > visits:
                visits = words[child * WIDTH + VISITS]
                points = self.points[child]
            child += 1
        return abs(points / float(visits) - 1.0) if visits else 0.0


def _length(number: i64) -> i64:
    """The number of bits of a number."""
    bits: i64 = 0
    while number:
        number >>= 1
        bits += 1
    return bits
