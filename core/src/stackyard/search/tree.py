"""The tree of a Monte-Carlo search, of which every compiled game has a copy of its own.

UCT (Kocsis and Szepesvári, 2006) with proven results carried up (MCTS-Solver; Winands, Björnsson
and Saito, 2008). Nodes lie in two vecs, a node being an index, so that a million of them cost no
more than their numbers. Whose turn it is decides the sign of a result, not the depth, so games of
many moves a turn or of skipped turns need no care. A result is proven only along moves that lead
to the end of the game: that a position comes back proves nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Set
from math import log, sqrt
from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from stackyard.position import DRAW, ONGOING, Playout, Position, heed_signals
from stackyard.rng import Rng
from stackyard.search.playouts import play_on

# The words of a node.
MOVE: Final = 0  # the move that leads to it
VISITS: Final = 1
POINTS: Final = 2  # of who made that move: 2 for a win, 1 for a draw
FIRST: Final = 3  # its first child; children are consecutive
COUNT: Final = 4  # how many there are; 0 before expansion
TRIED: Final = 5  # how many of them have been visited; they come first
PLAYER: Final = 6  # the player to act here, once there are children
PROVEN: Final = 7  # who wins with best play, or ONGOING; meaningless before a visit
WIDTH: Final = 8

URGENCY: Final = 1.0  # the bound of a move never tried: a win
LOST: Final = -1e9  # the value of a move proven to lose
DEAR: Final = 4  # how many times dearer than a look at each move a playout must be (see _look)
KNOWN: Final = 16_384  # visits up to which roots and logarithms are looked up

_NODES: Final = vec[i64]([0] * (256 * WIDTH))  # by how many nodes the tree grows
_BOUNDS: Final = vec[float]([0.0] * (256 * 2))
_SPREADS: Final = vec[float]([0.0] + [1 / sqrt(n) for n in range(1, KNOWN)])
_SCALES: Final = vec[float]([sqrt(log(n + 1)) for n in range(KNOWN)])


@final
class Tree:
    """A growing tree above one position; the same seed and simulations give the same tree.

    The arguments are those of stackyard.search.mcts.Search; without a `playout`
    the random games are played by the tree's own random numbers.
    """

    def __init__(
        self,
        position: Position,
        playout: Playout | None,
        seed: int,
        exploration: float,
        limit: int,
        nodes: int,
        drawn: Set[Hashable],
    ) -> None:
        self._root = position.copy()
        self._playout = playout
        self._rng = Rng(seed)
        self._exploration: float = exploration
        self._limit: i64 = limit
        self._most: i64 = nodes
        self._drawn = drawn
        self._repeats = len(drawn) > 0
        self._path = vec[i64]([0])
        self._playouts: i64 = 0
        self._played: i64 = 0  # moves in all playouts
        self._begin()

    def _begin(self) -> None:
        """Plant the root alone."""
        self._nodes = extend(vec[i64](), _NODES)
        self._bounds = extend(vec[float](), _BOUNDS)  # of a node: its mean value, and the spread
        self._used: i64 = 1
        self._full = False
        self._nodes[PROVEN] = self._root.winner

    def run(self, simulations: i64) -> None:
        """Run `simulations` more, or fewer if the result at the root is proven by then."""
        while simulations > 0 and self._nodes[PROVEN] == ONGOING:
            if simulations % 64 == 0:
                heed_signals()
            self._simulate()
            simulations -= 1

    def reseed(self, seed: int) -> None:
        """Draw all further random numbers from this seed."""
        self._rng = Rng(seed)

    def advance(self, move: i64) -> None:
        """Play a legal move at the root and keep only what is known about the game after it."""
        nodes = self._nodes
        child = nodes[FIRST]
        end = child + nodes[TRIED]
        while child < end and nodes[child * WIDTH + MOVE] != move:
            child += 1
        self._root.play(move)
        if child == end:
            self._begin()
        else:
            self._keep(child)

    def _keep(self, node: i64) -> None:
        """Make `node` the root and drop all nodes that are not below it."""
        old = self._nodes
        bounds = self._bounds
        at = node * WIDTH
        self._nodes = old[at : at + WIDTH]
        self._bounds = bounds[2 * node : 2 * node + 2]
        self._used = 1
        self._full = False
        node = 0
        while node < self._used:
            at = node * WIDTH
            count = self._nodes[at + COUNT]
            if count:
                first = self._nodes[at + FIRST]
                self._nodes[at + FIRST] = self._used
                self._nodes = extend(self._nodes, old[first * WIDTH : (first + count) * WIDTH])
                self._bounds = extend(self._bounds, bounds[first * 2 : (first + count) * 2])
                self._used += count
            node += 1

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return int(self._used)

    def facts(self, node: i64) -> tuple[int, int, int]:
        """Of a node its visits, what is proven there, and the player to act if it has children."""
        at = node * WIDTH
        nodes = self._nodes
        return int(nodes[at + VISITS]), int(nodes[at + PROVEN]), int(nodes[at + PLAYER])

    def children(self, node: i64) -> list[tuple[int, int, int, int, int]]:
        """Of each child of a node its number, move, visits, points, and what is proven there."""
        nodes = self._nodes
        found: list[tuple[int, int, int, int, int]] = []
        child = nodes[node * WIDTH + FIRST]
        tried = child + nodes[node * WIDTH + TRIED]
        end = child + nodes[node * WIDTH + COUNT]
        while child < end:
            at = child * WIDTH
            proven: i64 = ONGOING
            if child < tried:
                proven = nodes[at + PROVEN]
            figures = int(nodes[at + MOVE]), int(nodes[at + VISITS]), int(nodes[at + POINTS])
            found.append((int(child), *figures, int(proven)))
            child += 1
        return found

    def _simulate(self) -> None:
        """Walk down to a leaf, play on at random from there, and note the result on the way."""
        position = self._root.copy()
        nodes = self._nodes
        path = self._path
        depth: i64 = 0
        node: i64 = 0
        while nodes[node * WIDTH + PROVEN] == ONGOING:
            at = node * WIDTH
            if nodes[at + COUNT] == 0:
                if (nodes[at + VISITS] == 0 and node) or depth >= self._limit:
                    break
                if not self._expand(node, position):
                    break
                nodes = self._nodes
            node = self._choose(at)
            position.play(nodes[node * WIDTH + MOVE])
            depth += 1
            if depth == len(path):
                path = append(path, node)
                self._path = path
            else:
                path[depth] = node
        winner: i64 = nodes[node * WIDTH + PROVEN]
        if winner != ONGOING:  # a draw; other proven moves are not chosen
            self._note(depth, winner, False)
            return
        winner = position.winner
        if self._repeats and winner == ONGOING and depth and not position.mid_turn:
            winner = DRAW if position.key() in self._drawn else ONGOING
        if winner == ONGOING and depth and nodes[node * WIDTH + VISITS] == 0:
            siblings = nodes[path[depth - 1] * WIDTH + COUNT]
            if self._played >= DEAR * siblings * self._playouts and self._look(node, position):
                winner = position.player
        if winner != ONGOING:
            self._nodes[node * WIDTH + PROVEN] = winner
            self._note(depth, winner, True)
            return
        playout = self._playout
        if playout is None:
            self._played += play_on(position, self._rng, self._limit)
        else:
            self._played += playout(position, int(self._rng.word()), int(self._limit))
        self._playouts += 1
        self._note(depth, position.winner, False)

    def _look(self, node: i64, position: Position) -> bool:
        """Whether a new node, at which `position` stands, has a move that wins at once.

        Where many moves meet many answers it takes thousands of simulations to come upon a
        winning answer for each of them; to try them all costs little where playouts are long.
        """
        player = position.player
        for move in position.legal_moves():
            after = position.copy()
            after.play(move)
            if after.winner == player and self._expand(node, position):
                nodes = self._nodes
                child = nodes[node * WIDTH + FIRST] * WIDTH
                place = child
                while nodes[place + MOVE] != move:
                    place += WIDTH
                nodes[place + MOVE] = nodes[child + MOVE]
                nodes[child + MOVE] = move
                nodes[child + VISITS] = 1
                nodes[child + POINTS] = 2
                nodes[child + PROVEN] = player
                nodes[node * WIDTH + TRIED] = 1
                return True
        return False

    def _note(self, depth: i64, winner: i64, proven: bool) -> None:
        """Note a result along the path, and what follows from it if it is proven at its end."""
        nodes = self._nodes
        bounds = self._bounds
        path = self._path
        node = path[depth]
        while depth > 0:
            depth -= 1
            at = node * WIDTH
            parent = path[depth]
            player = nodes[parent * WIDTH + PLAYER]
            visits = nodes[at + VISITS] + 1
            points = nodes[at + POINTS]
            if winner == player:
                points += 2
            elif winner in (DRAW, ONGOING):
                points += 1
            nodes[at + VISITS] = visits
            nodes[at + POINTS] = points
            if proven and winner == 1 - player:
                bounds[2 * node] = LOST
            else:
                bounds[2 * node] = float(points) / float(2 * visits)
            if visits < KNOWN:
                bounds[2 * node + 1] = _SPREADS[visits]
            else:
                bounds[2 * node + 1] = 1.0 / sqrt(float(visits))
            if proven:
                if winner != player:
                    winner = self._best_left(parent)
                proven = winner != ONGOING
                if proven:
                    nodes[parent * WIDTH + PROVEN] = winner
                else:
                    winner = nodes[at + PROVEN]
            node = parent
        nodes[VISITS] += 1

    def _best_left(self, node: i64) -> i64:
        """What the children of a node, none a proven win, come to: ONGOING till all are proven."""
        nodes = self._nodes
        at = node * WIDTH
        if nodes[at + TRIED] < nodes[at + COUNT]:
            return ONGOING
        best = 1 - nodes[at + PLAYER]
        child = nodes[at + FIRST] * WIDTH + PROVEN
        end = child + nodes[at + COUNT] * WIDTH
        while child < end:
            if nodes[child] == ONGOING:
                return ONGOING
            if nodes[child] == DRAW:
                best = DRAW
            child += WIDTH
        return best

    def _expand(self, node: i64, position: Position) -> bool:
        """Give a node, at which `position` stands, its children; not if it has none or no room."""
        if self._full and node:
            return False
        moves = position.legal_moves()
        if len(moves) == 0:
            return False
        used = self._used
        after = used + len(moves)
        if after > self._most and node:
            self._full = True
            return False
        while len(self._nodes) < after * WIDTH:
            self._nodes = extend(self._nodes, _NODES)
            self._bounds = extend(self._bounds, _BOUNDS)
        self._used = after
        nodes = self._nodes
        at = node * WIDTH
        nodes[at + FIRST] = used
        nodes[at + COUNT] = len(moves)
        nodes[at + PLAYER] = position.player
        at = used * WIDTH
        for move in moves:
            nodes[at + MOVE] = move
            at += WIDTH
        return True

    def _choose(self, at: i64) -> i64:
        """The child of the highest upper confidence bound; one never visited has URGENCY."""
        nodes = self._nodes
        count = nodes[at + COUNT]
        tried = nodes[at + TRIED]
        first = nodes[at + FIRST]
        visits = nodes[at + VISITS]
        if visits < KNOWN:
            scale = self._exploration * _SCALES[visits]
        else:
            scale = self._exploration * sqrt(log(float(visits + 1)))
        bounds = self._bounds
        place = 2 * first
        end = place + 2 * tried
        best = place
        highest = 2 * LOST
        while place < end:
            bound = bounds[place] + scale * bounds[place + 1]
            if bound > highest:
                highest = bound
                best = place
            place += 2
        if tried == count or (highest > URGENCY and at > 0):
            return best >> 1
        child = (first + tried) * WIDTH
        drawn = (first + tried + self._rng.below(count - tried)) * WIDTH
        move = nodes[drawn + MOVE]
        nodes[drawn + MOVE] = nodes[child + MOVE]
        nodes[child + MOVE] = move
        nodes[child + PROVEN] = ONGOING
        nodes[at + TRIED] = tried + 1
        return first + tried
