"""The nodes of a search tree, stored as flat arrays of numbers rather than objects."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import extend, vec
from mypy_extensions import i64

from stackyard.position import ONGOING, Position
from stackyard_engine.mcts.bounds import exactly, is_settled, most

# The words of a node.
MOVE: Final = 0  # the move that leads to it
VISITS: Final = 1
POINTS: Final = 2  # points of the player who made that move: 2 for a win, 1 for a draw
FIRST: Final = 3  # its first child; children are consecutive
COUNT: Final = 4  # number of children; 0 before expansion
TRIED: Final = 5  # number of visited children; they come first
PLAYER: Final = 6  # the player to act here, once expanded
PROVEN: Final = 7  # see stackyard_engine.mcts.bounds; meaningless before a visit
WIDTH: Final = 8

LOST: Final = -1e9  # the value of a move proven to be no better than another

_WORDS: Final = vec[i64]([0] * (256 * WIDTH))  # growth of the tree, in nodes
_BOUNDS: Final = vec[float]([0.0] * (256 * 2))
_SHARES: Final = vec[i64]([0] * (256 * 2))
_GUESSES: Final = vec[float]([0.0] * (256 * 2))


@final
class Nodes:
    """A tree of nodes, each an index; the root is 0. It holds `most` nodes at most.

    `shares` are kept only for RAVE, `guesses` only for values of `evaluate`.
    """

    def __init__(self, winner: i64, most: i64, shares: bool, guesses: bool) -> None:
        self.words = extend(vec[i64](), _WORDS)
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
        self._full = False
        self.words[PROVEN] = winner

    def expand(self, node: i64, position: Position) -> bool:
        """Add the children of a node with this position; False without moves or room."""
        if self._full and node:
            return False
        moves = position.legal_moves()
        if len(moves) == 0:
            return False
        used = self.used
        after = used + len(moves)
        if after > self._most and node:
            self._full = True
            return False
        while len(self.words) < after * WIDTH:
            self.words = extend(self.words, _WORDS)
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
        """Whether a child of a node has been visited."""
        return child < self.words[node * WIDTH + FIRST] + self.words[node * WIDTH + TRIED]

    def is_end(self, node: i64) -> bool:
        """Whether the game is over at a visited node, rather than decided by nodes below it."""
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
            words[child * WIDTH + POINTS] = most(winner, player)
        words[child * WIDTH + PROVEN] = winner
        if winner == 1 - player:
            self.bounds[2 * child] = LOST

    def keep(self, node: i64) -> None:
        """Make `node` the root and drop all nodes outside its subtree."""
        old = self.words
        bounds = self.bounds
        shares = self.shares
        guesses = self.guesses
        at = node * WIDTH
        self.words = old[at : at + WIDTH]
        self.bounds = bounds[2 * node : 2 * node + 2]
        self.shares = shares[2 * node : 2 * node + 2]
        self.guesses = guesses[2 * node : 2 * node + 2]
        self.used = 1
        self._full = False
        node = 0
        while node < self.used:
            at = node * WIDTH
            count = self.words[at + COUNT]
            if count:
                first = self.words[at + FIRST]
                self.words[at + FIRST] = self.used
                self.words = extend(self.words, old[first * WIDTH : (first + count) * WIDTH])
                self.bounds = extend(self.bounds, bounds[first * 2 : (first + count) * 2])
                if self._shared:
                    self.shares = extend(self.shares, shares[first * 2 : (first + count) * 2])
                if self._guessed:
                    self.guesses = extend(self.guesses, guesses[first * 2 : (first + count) * 2])
                self.used += count
            node += 1

    def facts(self, node: i64) -> tuple[int, int, int]:
        """The visits and proven value of a node, and the player to act if it is expanded."""
        at = node * WIDTH
        words = self.words
        return int(words[at + VISITS]), int(exactly(words[at + PROVEN])), int(words[at + PLAYER])

    def children(self, node: i64) -> list[tuple[int, int, int, int, int]]:
        """The index, move, visits, points and proven value of each child of a node."""
        words = self.words
        found: list[tuple[int, int, int, int, int]] = []
        child = words[node * WIDTH + FIRST]
        tried = child + words[node * WIDTH + TRIED]
        end = child + words[node * WIDTH + COUNT]
        while child < end:
            at = child * WIDTH
            proven: i64 = ONGOING
            if child < tried:
                proven = exactly(words[at + PROVEN])
            figures = int(words[at + MOVE]), int(words[at + VISITS]), int(words[at + POINTS])
            found.append((int(child), *figures, int(proven)))
            child += 1
        return found

    @property
    def clarity(self) -> float:
        """The clarity of the result at the root by its most visited move: 0 (even) … 1."""
        words = self.words
        visits: i64 = 0
        points: i64 = 0
        at = words[FIRST] * WIDTH
        end = at + words[TRIED] * WIDTH
        while at < end:
            if words[at + VISITS] > visits:
                visits = words[at + VISITS]
                points = words[at + POINTS]
            at += WIDTH
        return abs(float(points) / float(visits) - 1.0) if visits else 0.0
