"""The tree of a Monte-Carlo search; compiled games embed a copy.

UCT (Kocsis and Szepesvári, 2006) with proven bounds of the result carried up (Cazenave and
Saffidine, 2010), and the extensions of MctsParams (stackyard_engine.params). The sign of a result
depends on the player to act, not on the depth, so turns of several moves and skipped turns need no
special case. A result is proven only by lines that reach the end of the game: a repetition proves
nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Set
from math import log, sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.playouts import play_on
from stackyard.position import DRAW, ONGOING, Playout, Position, heed_signals
from stackyard.rng import Rng
from stackyard_engine.eval.model import LinearEvaluator
from stackyard_engine.mcts.bounds import between, is_settled, least, most, points_of, within
from stackyard_engine.mcts.decisive import play_decisively, winning_place
from stackyard_engine.mcts.evaluation import chance, guess, leader, learned_chance
from stackyard_engine.mcts.move_history import MoveHistory
from stackyard_engine.mcts.nodes import (
    COUNT,
    FIRST,
    LOST,
    MOVE,
    PLAYER,
    PROVEN,
    TRIED,
    VISITS,
    WIDTH,
    Nodes,
)

URGENCY: Final = 1.0  # the bound of an untried move: a win
DEAR: Final = 4  # required cost of a playout, relative to trying each move (see _look)
CLEAR: Final = 0.9  # once the best move exceeds one half by this much, playouts go to the end
KNOWN: Final = 16_384  # roots and logarithms of visits up to this number come from a table

_SPREADS: Final = vec[float]([0.0] + [1 / sqrt(n) for n in range(1, KNOWN)])
_SCALES: Final = vec[float]([sqrt(log(n + 1)) for n in range(KNOWN)])


@final
class Tree:
    """A growing tree above one position; the same seed and simulations give the same tree.

    The arguments are those of stackyard_engine.mcts.search.Search; without a `playout`
    the random games use the tree's own random numbers.
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
        self._plain = True
        self._evaluator: LinearEvaluator | None = None
        self._decisive = False
        self._remembers = False
        self._memory = MoveHistory(False, False)
        self._horizon: i64 = limit
        self._reach: i64 = limit  # length of the playouts from this root
        self._rave = 0.0
        self._minimax = 0.0
        self._minimax_now = 0.0  # how much of that weighs with this root
        self._scale = 1.0
        self._limit: i64 = limit
        self._most: i64 = nodes
        self._drawn = drawn
        self._repeats = len(drawn) > 0
        self._path = vec[i64]([0])
        self._playouts: i64 = 0
        self._played: i64 = 0  # moves of all playouts
        self._tried: i64 = 0  # positions made to look at a move
        self._steps: i64 = 0  # moves played within the tree
        self._prunings: i64 = 0
        self.nodes = Nodes(self._root.winner, nodes, False, False)

    def adopt(
        self,
        history: bool,
        horizon: int,
        rave: float,
        minimax: float,
        scale: float,
        decisive: bool,
    ) -> None:
        """Set the parameters of the search; call it before the first simulation."""
        self._plain = False
        self._decisive = decisive
        self._remembers = history or rave > 0
        self._memory = MoveHistory(history, rave > 0)
        if horizon:
            self._horizon = horizon
            self._reach = horizon
        self._rave = rave
        self._minimax = minimax
        self._minimax_now = minimax
        self._scale = log(3.0) / scale
        self._plant()

    def set_evaluator(self, evaluator: LinearEvaluator) -> None:
        """Evaluate leaves by weights instead of playouts; call it before the first simulation."""
        self._evaluator = evaluator

    def _plant(self) -> None:
        """Create a tree of the root alone."""
        self.nodes = Nodes(self._root.winner, self._most, self._rave > 0, self._minimax > 0)

    def run(self, simulations: i64) -> None:
        """Run this many more simulations, or fewer if the result at the root is proven by then."""
        while simulations > 0 and not is_settled(self.nodes.words[PROVEN]):
            if self.nodes.words[VISITS] % 64 == 0:
                heed_signals()
                if self.nodes.full:
                    self.nodes.prune()
                    self._prunings += 1
                # In a decided game the end is near, and evaluations would hide the winning line.
                if self.nodes.clarity > CLEAR:
                    self._reach = self._limit
                    self._minimax_now = 0.0
            self._simulate()
            simulations -= 1

    def reseed(self, seed: int) -> None:
        """Draw all further random numbers from this seed."""
        self._rng = Rng(seed)

    def advance(self, move: i64) -> None:
        """Play a legal move at the root and keep only the subtree after it."""
        nodes = self.nodes
        child = nodes.child(0, move)
        self._root.play(move)
        self._reach = self._horizon
        self._minimax_now = self._minimax
        if child >= 0 and nodes.is_tried(0, child) and not nodes.is_end(child):
            nodes.keep(child)
            if nodes.words[COUNT]:  # a result from elsewhere does not tell the move that keeps it
                self._prove(0)
        else:
            self._plant()

    def settle(self, move: i64, winner: i64) -> None:
        """Store the result of a legal move at the root, proven elsewhere."""
        if self.nodes.words[COUNT] or self.nodes.expand(0, self._root):
            self.nodes.settle(0, move, winner)
            self._prove(0)

    def restrict(self, moves: list[int]) -> None:
        """Search only these of the legal moves at the root."""
        if self.nodes.words[COUNT] or self.nodes.expand(0, self._root):
            self.nodes.restrict(moves)

    @property
    def positions(self) -> int:
        """The number of positions made so far; of those passed within the tree an eighth counts."""
        return int(self._played + self._tried + self._steps // 8)

    @property
    def prunings(self) -> int:
        """The number of times that the tree was full and was pruned."""
        return int(self._prunings)

    def _simulate(self) -> None:
        """Descend to a leaf, play on at random from there, and back up the result."""
        position = self._root.copy()
        nodes = self.nodes
        words = nodes.words
        path = self._path
        depth: i64 = 0
        node: i64 = 0
        while not is_settled(words[node * WIDTH + PROVEN]):
            at = node * WIDTH
            if words[at + COUNT] == 0:
                if self._evaluator is not None:
                    break
                if (words[at + VISITS] == 0 and node) or depth >= self._limit:
                    break
                if not nodes.expand(node, position):
                    break
                words = nodes.words
            node = self._choose(node)
            position.play(words[node * WIDTH + MOVE])
            depth += 1
            if depth == len(path):
                path = append(path, node)
                self._path = path
            else:
                path[depth] = node
        self._steps += depth
        winner: i64 = position.winner
        if self._repeats and winner == ONGOING and depth and not position.mid_turn:
            winner = DRAW if position.key() in self._drawn else ONGOING
        evaluator = self._evaluator
        if evaluator is None and winner == ONGOING and depth and words[node * WIDTH + VISITS] == 0:
            siblings = words[path[depth - 1] * WIDTH + COUNT]
            if self._played >= DEAR * siblings * self._playouts and self._look(node, position):
                winner = position.player
        if winner != ONGOING:
            nodes.words[node * WIDTH + PROVEN] = winner
            if self._minimax:
                guess(nodes, path, depth, points_of(winner) / 2)
            self._note(depth, float(points_of(winner)), True)
            return
        if evaluator is not None:
            self._spread(node, position, depth, evaluator)
            return
        if self._minimax:
            guess(nodes, path, depth, chance(position, self._scale))
        winner = self._play_on(position)
        self._note(depth, float(points_of(winner)), False)
        if self._remembers:
            self._remember(depth, points_of(winner))

    def _spread(
        self, node: i64, position: Position, depth: i64, evaluator: LinearEvaluator
    ) -> None:
        """Evaluate every move at a leaf with this position and store the best value.

        This saves a descent to each of them and orders the moves at once.
        """
        value = 0.0
        news = False
        if self.nodes.expand(node, position):
            evaluator.begin(position)
            words = self.nodes.words
            at = node * WIDTH
            player = position.player
            child = words[at + FIRST]
            end = child + words[at + COUNT]
            words[at + TRIED] = words[at + COUNT]
            self._tried += words[at + COUNT]
            while child < end:
                share = self._evaluate_child(child, position, evaluator)
                if share > value:
                    value = share
                child += 1
            if player == 1:
                value = 1 - value
            news = self._prove(node)
        else:
            value = learned_chance(evaluator.value(position), position.player)
        if self._minimax:
            guess(self.nodes, self._path, depth, value)
        self._note(depth, 2 * value, news)

    def _evaluate_child(self, child: i64, position: Position, evaluator: LinearEvaluator) -> float:
        """Visit a child of `position` for the first time; return its value for who moves there."""
        player = position.player
        nodes = self.nodes
        words = nodes.words
        place = child * WIDTH
        after = position.copy()
        after.play(words[place + MOVE])
        winner: i64 = after.winner
        if self._repeats and winner == ONGOING and not after.mid_turn:
            winner = DRAW if after.key() in self._drawn else ONGOING
        first = float(points_of(winner)) / 2
        if winner == ONGOING:
            first = learned_chance(evaluator.value_beside(after), after.player)
        share = first
        if player == 1:
            share = 1 - first
        words[place + PROVEN] = winner
        words[place + VISITS] = 1
        nodes.points[child] = 2 * share
        if self._minimax:
            nodes.guesses[2 * child] = share
            nodes.guesses[2 * child + 1] = first
        nodes.bounds[2 * child] = LOST if winner == 1 - player else self._value(child)
        nodes.bounds[2 * child + 1] = 1.0
        return share

    def _play_on(self, position: Position) -> i64:
        """The winner of a playout from here, or the leader where it stops; DRAW at the limit."""
        playout = self._playout
        self._playouts += 1
        if self._decisive:
            self._played += play_decisively(position, self._rng, self._reach)
        elif not self._plain:
            self._played += self._memory.play_on(position, self._rng, self._reach)
        elif playout is None:
            self._played += play_on(position, self._rng, self._limit)
        else:
            self._played += playout(position, int(self._rng.word()), int(self._limit))
        if position.winner == ONGOING and self._reach < self._limit:
            return leader(position)
        return position.winner

    def _remember(self, depth: i64, points: i64) -> None:
        """Record the result for each move played in the tree and in the playout."""
        nodes = self.nodes
        words = nodes.words
        path = self._path
        memory = self._memory
        memory.note_playout(points)
        while depth > 0:
            depth -= 1
            at = path[depth] * WIDTH
            player = words[at + PLAYER]
            memory.note(2 * words[path[depth + 1] * WIDTH + MOVE] + player, points)
            if not self._rave:
                continue
            shares = nodes.shares
            bounds = nodes.bounds
            gained = points if player == 0 else 2 - points
            node = words[at + FIRST]
            tried = node + words[at + TRIED]
            end = node + words[at + COUNT]
            while node < end:
                if memory.has_seen(2 * words[node * WIDTH + MOVE] + player):
                    shares[2 * node] += gained
                    shares[2 * node + 1] += 1
                    if node < tried and bounds[2 * node] > LOST:
                        bounds[2 * node] = self._value(node)
                node += 1

    def _value(self, node: i64) -> float:
        """The expected result at a visited node for the player who moved to it, 0 … 1."""
        words = self.nodes.words
        visits = float(words[node * WIDTH + VISITS])
        value = self.nodes.points[node] / (2 * visits)
        if self._rave:
            shares = self.nodes.shares
            weight = sqrt(self._rave / (3 * visits + self._rave))
            if shares[2 * node + 1]:
                share = float(shares[2 * node]) / float(2 * shares[2 * node + 1])
                value += weight * (share - value)
        if self._minimax_now:
            value += self._minimax_now * (self.nodes.guesses[2 * node] - value)
        return value

    def _look(self, node: i64, position: Position) -> bool:
        """Tell if a new node with this position has a move that wins at once.

        It costs little where playouts are long, and spares thousands of visits of losing moves.
        """
        legal = position.legal_moves()
        place = winning_place(position, legal)
        self._tried += min(place + 1, len(legal))
        if place == len(legal) or not self.nodes.expand(node, position):
            return False
        self.nodes.settle(node, legal[place], position.player)
        return True

    def _note(self, depth: i64, points: float, proven: bool) -> None:
        """Back up the first player's points along the path, and results proven by its end."""
        words = self.nodes.words
        gained = self.nodes.points
        bounds = self.nodes.bounds
        path = self._path
        node = path[depth]
        while depth > 0:
            depth -= 1
            at = node * WIDTH
            parent = path[depth]
            player = words[parent * WIDTH + PLAYER]
            state = words[at + PROVEN]
            points = within(points, state)
            visits = words[at + VISITS] + 1
            words[at + VISITS] = visits
            gained[node] += points if player == 0 else 2 - points
            if most(state, player) <= least(words[parent * WIDTH + PROVEN], player):
                bounds[2 * node] = LOST
            elif self._plain:
                bounds[2 * node] = gained[node] / float(2 * visits)
            else:
                bounds[2 * node] = self._value(node)
            if visits < KNOWN:
                bounds[2 * node + 1] = _SPREADS[visits]
            else:
                bounds[2 * node + 1] = 1.0 / sqrt(float(visits))
            if proven:
                proven = self._prove(parent)
            node = parent
        words[VISITS] += 1

    def _prove(self, node: i64) -> bool:
        """Update the proven value of a node from its children; True if it changes.

        A child that cannot be better than another is not visited again.
        """
        words = self.nodes.words
        bounds = self.nodes.bounds
        at = node * WIDTH
        player = words[at + PLAYER]
        low: i64 = 0
        high: i64 = 0
        if words[at + TRIED] < words[at + COUNT]:
            high = 2
        first = words[at + FIRST]
        end = first + words[at + TRIED]
        child = first
        while child < end:
            state = words[child * WIDTH + PROVEN]
            low = max(low, least(state, player))
            high = max(high, most(state, player))
            child += 1
        if low == 1 and high == 2:
            child = first
            while child < end:
                if most(words[child * WIDTH + PROVEN], player) == 1:
                    bounds[2 * child] = LOST
                child += 1
        proven = between(low, high, player)
        if proven == words[at + PROVEN]:
            return False
        words[at + PROVEN] = proven
        return True

    def _choose(self, node: i64) -> i64:
        """The child with the highest upper confidence bound; an untried one has URGENCY."""
        words = self.nodes.words
        at = node * WIDTH
        count = words[at + COUNT]
        tried = words[at + TRIED]
        first = words[at + FIRST]
        visits = words[at + VISITS]
        if visits < KNOWN:
            scale = self._exploration * _SCALES[visits]
        else:
            scale = self._exploration * sqrt(log(float(visits + 1)))
        bounds = self.nodes.bounds
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
        if tried == count:
            return best >> 1
        if self._rave:
            return self._by_share(node, best >> 1, highest, scale)
        if highest > URGENCY and node > 0:
            return best >> 1
        return self.nodes.attempt(node, first + tried + self._rng.below(count - tried))

    def _by_share(self, node: i64, best: i64, highest: float, scale: float) -> i64:
        """The best tried child, or the untried one whose move did best in other playouts."""
        words = self.nodes.words
        at = node * WIDTH
        child = words[at + FIRST] + words[at + TRIED]
        end = words[at + FIRST] + words[at + COUNT]
        chosen = child + self._rng.below(end - child)  # if all are equal, or nothing is known
        urgency = self._share(chosen)
        while child < end:
            share = self._share(child)
            if share > urgency:
                urgency = share
                chosen = child
            child += 1
        if highest > min(urgency + scale, URGENCY) and node > 0:
            return best
        return self.nodes.attempt(node, chosen)

    def _share(self, node: i64) -> float:
        """The mean result of playouts with a node's move, 0 … 1; URGENCY if there are none."""
        shares = self.nodes.shares
        number = shares[2 * node + 1]
        return float(shares[2 * node]) / float(2 * number) if number else URGENCY
