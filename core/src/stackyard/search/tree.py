"""The tree of a Monte-Carlo search, of which every compiled game has a copy of its own.

UCT (Kocsis and Szepesvári, 2006) with proven bounds of the result carried up (Cazenave and
Saffidine, 2010), and what a game's manner adds (stackyard.manner). Nodes lie in vecs, a node being
an index, so that a million of them cost no more than their numbers. Whose turn it is decides the
sign of a result, not the depth, so games of many moves a turn or of skipped turns need no care. A
result is proven only along moves that lead to the end of the game: that a position comes back
proves nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Set
from math import exp, log, sqrt
from typing import Any, Final, final

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
PROVEN: Final = 7  # who wins with best play, or a bound of that; meaningless before a visit
WIDTH: Final = 8

# Beside 0, 1, DRAW and ONGOING, what may be proven at a node: KEEPS + player, that this player at
# least draws.
KEEPS: Final = 3

URGENCY: Final = 1.0  # the bound of a move never tried: a win
LOST: Final = -1e9  # the value of a move proven to be no better than another
DEAR: Final = 4  # how many times dearer than a look at each move a playout must be (see _look)
CLEAR: Final = 0.7  # once the best move takes so much more than half, playouts go to the end
FULL: Final = 4_294_967_296.0  # how many numbers 32 random bits make
UNIT: Final = 1000.0  # of learned weights: see stackyard.learning.judges
KNOWN: Final = 16_384  # visits up to which roots and logarithms are looked up

_NODES: Final = vec[i64]([0] * (256 * WIDTH))  # by how many nodes the tree grows
_BOUNDS: Final = vec[float]([0.0] * (256 * 2))
_SHARES: Final = vec[i64]([0] * (256 * 2))
_GUESSES: Final = vec[float]([0.0] * (256 * 2))
_MOVES: Final = vec[i64]([1] * 512)  # by how many moves the tables of moves grow
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
        self._plain = True
        self._judge: Any = None
        self._history = False
        self._horizon: i64 = limit
        self._reach: i64 = limit  # how long the playouts from this root are
        self._rave = 0.0
        self._minimax = 0.0
        self._scale = 1.0
        # By 2 * move + player: in self._records points and number of playouts with the move, in
        # self._seen the last simulation in which it was played.
        self._records = vec[i64]()
        self._seen = vec[i64]()
        self._line = vec[i64]([0])  # the moves of a playout, each 2 * move + player
        self._length: i64 = 0
        self._simulations: i64 = 0
        self._limit: i64 = limit
        self._most: i64 = nodes
        self._drawn = drawn
        self._repeats = len(drawn) > 0
        self._path = vec[i64]([0])
        self._playouts: i64 = 0
        self._played: i64 = 0  # moves in all playouts
        self._begin()

    def adopt(self, history: bool, horizon: int, rave: float, minimax: float, scale: float) -> None:
        """Search in a manner of the game's own, before the first simulation."""
        self._plain = False
        self._history = history
        if horizon:
            self._horizon = horizon
            self._reach = horizon
        self._rave = rave
        self._minimax = minimax
        self._scale = log(3.0) / scale
        self._begin()

    def judge_by(self, judge: Any) -> None:
        """Judge leaves by learned weights in place of playouts, before the first simulation."""
        self._judge = judge

    def _begin(self) -> None:
        """Plant the root alone."""
        self._nodes = extend(vec[i64](), _NODES)
        self._bounds = extend(vec[float](), _BOUNDS)  # of a node: its mean value, and the spread
        self._shares = vec[i64]()  # of a node: points and number of playouts with its move in them
        # Of a node what `evaluate` leads to by the best moves below it, for the player who moved to
        # it, and what it says at the node itself, for the first player.
        self._guesses = vec[float]()
        if self._rave:
            self._shares = extend(self._shares, _SHARES)
        if self._minimax:
            self._guesses = extend(self._guesses, _GUESSES)
        self._used: i64 = 1
        self._full = False
        self._nodes[PROVEN] = self._root.winner

    def run(self, simulations: i64) -> None:
        """Run `simulations` more, or fewer if the result at the root is proven by then."""
        while simulations > 0 and not is_settled(self._nodes[PROVEN]):
            if self._nodes[VISITS] % 64 == 0:
                heed_signals()
                # Where the game seems decided, ends are near, and judgements hide how it is won.
                if self.clarity > CLEAR:
                    self._reach = self._limit
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
        self._reach = self._horizon
        at = child * WIDTH
        if child == end or (is_settled(nodes[at + PROVEN]) and nodes[at + COUNT] == 0):
            self._begin()
        else:
            self._keep(child)

    def settle(self, move: i64, winner: i64) -> None:
        """Take over that a legal move at the root leads to this result."""
        if self._nodes[COUNT] or self._expand(0, self._root):
            self._settle(0, move, winner)
            self._prove(0)

    def _settle(self, node: i64, move: i64, winner: i64) -> None:
        """Write down the result of a move at a node that has children."""
        nodes = self._nodes
        at = node * WIDTH
        tried = nodes[at + FIRST] + nodes[at + TRIED]
        child = nodes[at + FIRST]
        while nodes[child * WIDTH + MOVE] != move:
            child += 1
        if child >= tried:
            self._try(at, child)
            child = tried
            nodes[child * WIDTH + VISITS] = 1
            nodes[child * WIDTH + POINTS] = most(winner, nodes[at + PLAYER])
        nodes[child * WIDTH + PROVEN] = winner
        if winner == 1 - nodes[at + PLAYER]:
            self._bounds[2 * child] = LOST

    def _keep(self, node: i64) -> None:
        """Make `node` the root and drop all nodes that are not below it."""
        old = self._nodes
        bounds = self._bounds
        shares = self._shares
        guesses = self._guesses
        at = node * WIDTH
        self._nodes = old[at : at + WIDTH]
        self._bounds = bounds[2 * node : 2 * node + 2]
        self._shares = shares[2 * node : 2 * node + 2]
        self._guesses = guesses[2 * node : 2 * node + 2]
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
                if self._rave:
                    self._shares = extend(self._shares, shares[first * 2 : (first + count) * 2])
                if self._minimax:
                    self._guesses = extend(self._guesses, guesses[first * 2 : (first + count) * 2])
                self._used += count
            node += 1

    @property
    def clarity(self) -> float:
        """How clear the result at the root seems by its most visited move: 0 (even) … 1."""
        nodes = self._nodes
        most: i64 = 0
        points: i64 = 0
        at = nodes[FIRST] * WIDTH
        end = at + nodes[TRIED] * WIDTH
        while at < end:
            if nodes[at + VISITS] > most:
                most = nodes[at + VISITS]
                points = nodes[at + POINTS]
            at += WIDTH
        return abs(float(points) / float(most) - 1.0) if most else 0.0

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return int(self._used)

    def facts(self, node: i64) -> tuple[int, int, int]:
        """Of a node its visits, what is proven there, and the player to act if it has children."""
        at = node * WIDTH
        nodes = self._nodes
        return int(nodes[at + VISITS]), int(exactly(nodes[at + PROVEN])), int(nodes[at + PLAYER])

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
                proven = exactly(nodes[at + PROVEN])
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
        while not is_settled(nodes[node * WIDTH + PROVEN]):
            at = node * WIDTH
            if nodes[at + COUNT] == 0:
                if self._judge is not None:
                    break
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
        winner: i64 = position.winner
        if self._repeats and winner == ONGOING and depth and not position.mid_turn:
            winner = DRAW if position.key() in self._drawn else ONGOING
        playing = self._judge is None
        if playing and winner == ONGOING and depth and nodes[node * WIDTH + VISITS] == 0:
            siblings = nodes[path[depth - 1] * WIDTH + COUNT]
            if self._played >= DEAR * siblings * self._playouts and self._look(node, position):
                winner = position.player
        if winner != ONGOING:
            self._nodes[node * WIDTH + PROVEN] = winner
            if self._minimax:
                self._guess(node, depth, points_of(winner) / 2)
            self._note(depth, points_of(winner), True)
            return
        if not playing:
            self._spread(node, position, depth)
            return
        playout = self._playout
        if not self._plain:
            if self._minimax:
                self._guess(node, depth, self._chance(position))
            self._played += self._play_on(position)
            winner = position.winner
            if winner == ONGOING:
                winner = self._leader(position)
        elif playout is None:
            self._played += play_on(position, self._rng, self._limit)
            winner = position.winner
        else:
            self._played += playout(position, int(self._rng.word()), int(self._limit))
            winner = position.winner
        self._playouts += 1
        self._note(depth, points_of(winner), False)
        if self._history or self._rave:
            self._remember(depth, points_of(winner))

    def _spread(self, node: i64, position: Position, depth: i64) -> None:
        """Judge every move at a leaf, at which `position` stands, and note what the best is worth.

        So no time is lost on the way down to each of them, and moves are in order at once.
        """
        chance = 0.0
        news = False
        if self._expand(node, position):
            nodes = self._nodes
            at = node * WIDTH
            player = position.player
            child = nodes[at + FIRST]
            end = child + nodes[at + COUNT]
            nodes[at + TRIED] = nodes[at + COUNT]
            while child < end:
                share = self._judge_child(child, position, player)
                if share > chance:
                    chance = share
                child += 1
            if player == 1:
                chance = 1 - chance
            news = self._prove(node)
        else:
            chance = self._chance(position)
        if self._minimax:
            self._guess(node, depth, chance)
        self._note(depth, 2 * (1 - self._drawn_by(chance)), news)

    def _judge_child(self, child: i64, position: Position, player: i64) -> float:
        """Visit a child, where `player` moves from `position`, for the first time; its value."""
        nodes = self._nodes
        place = child * WIDTH
        after = position.copy()
        after.play(nodes[place + MOVE])
        winner: i64 = after.winner
        if self._repeats and winner == ONGOING and not after.mid_turn:
            winner = DRAW if after.key() in self._drawn else ONGOING
        first: float = float(points_of(winner)) / 2
        points = points_of(winner)
        if winner == ONGOING:
            first = self._chance(after)
            points = 2 * (1 - self._drawn_by(first))
        share = first
        if player == 1:
            share = 1 - first
            points = 2 - points
        nodes[place + PROVEN] = winner
        nodes[place + VISITS] = 1
        nodes[place + POINTS] = points
        if self._minimax:
            self._guesses[2 * child] = share
            self._guesses[2 * child + 1] = first
        self._bounds[2 * child] = LOST if winner == 1 - player else self._value(child)
        self._bounds[2 * child + 1] = 1.0
        return share

    def _drawn_by(self, chance: float) -> i64:
        """A winner drawn by the first player's chance: points stay whole, and right in the mean."""
        if float(self._rng.bits()) < chance * FULL:
            return 0
        return 1

    def _play_on(self, position: Position) -> i64:
        """Play on as the manner says, to the end or the horizon; how many moves were played."""
        rng = self._rng
        line = self._line
        records = self._records
        history = self._history
        horizon = self._reach
        moves: i64 = 0
        while position.winner == ONGOING and moves < horizon:
            player = position.player
            move: i64 = position.random_move(rng.bits())
            place = 2 * move + player
            if history:
                other: i64 = position.random_move(rng.bits())
                beside = 2 * other + player
                if 2 * place >= len(records) or 2 * beside >= len(records):
                    records = self._room(max(place, beside))
                if (
                    records[2 * beside] * records[2 * place + 1]
                    > records[2 * place] * records[2 * beside + 1]
                ):
                    move = other
                    place = beside
            if moves == len(line):
                line = append(line, place)
                self._line = line
            else:
                line[moves] = place
            position.play(move)
            moves += 1
        self._length = moves
        return moves

    def _room(self, place: i64) -> vec[i64]:
        """The records, made long enough for a move of a player."""
        while 2 * place >= len(self._records):
            self._records = extend(self._records, _MOVES)
        return self._records

    def _leader(self, position: Position) -> i64:
        """Whose side of an unfinished game stands better by `evaluate`; DRAW if neither's does."""
        if self._reach >= self._limit:
            return DRAW
        judged: Any = position
        value = judged.evaluate()
        if value == 0:
            return DRAW
        return position.player if value > 0 else 1 - position.player

    def _chance(self, position: Position) -> float:
        """What the first player may expect by learned weights or `evaluate`, 0 … 1."""
        if self._judge is None:
            judged: Any = position
            value = float(judged.evaluate()) * self._scale
        else:
            value = float(self._judge.value(position)) / UNIT
        chance: float = 1 / (1 + exp(-value))
        return chance if position.player == 0 else 1 - chance

    def _guess(self, node: i64, depth: i64, chance: float) -> None:
        """Write down a value for the first player at the end of the path, and what it changes."""
        nodes = self._nodes
        guesses = self._guesses
        path = self._path
        guesses[2 * node + 1] = chance
        while depth > 0:
            depth -= 1
            parent = path[depth]
            at = parent * WIDTH
            mover = nodes[at + PLAYER]
            guesses[2 * node] = chance if mover == 0 else 1 - chance
            best: float = 0.0
            if nodes[at + TRIED] < nodes[at + COUNT] and parent:  # a move never tried may be good
                chance = guesses[2 * parent + 1]
                best = chance if mover == 0 else 1 - chance
            place = 2 * nodes[at + FIRST]
            end = place + 2 * nodes[at + TRIED]
            while place < end:
                if guesses[place] > best:
                    best = guesses[place]
                place += 2
            chance = best if mover == 0 else 1 - best
            node = parent

    def _remember(self, depth: i64, points: i64) -> None:
        """Note the result for each move that was played, in the tree and after it."""
        nodes = self._nodes
        path = self._path
        line = self._line
        shares = self._shares
        stamp = self._simulations
        self._simulations += 1
        step: i64 = 0
        while step < self._length:
            self._record(line[step], points, stamp)
            step += 1
        while depth > 0:
            depth -= 1
            at = path[depth] * WIDTH
            player = nodes[at + PLAYER]
            self._record(2 * nodes[path[depth + 1] * WIDTH + MOVE] + player, points, stamp)
            if not self._rave:
                continue
            seen = self._seen
            gained = points if player == 0 else 2 - points
            node = nodes[at + FIRST]
            end = node + nodes[at + TRIED]
            while node < end:
                place = 2 * nodes[node * WIDTH + MOVE] + player
                if place < len(seen) and seen[place] == stamp:
                    shares[2 * node] += gained
                    shares[2 * node + 1] += 1
                    if self._bounds[2 * node] > LOST:
                        self._bounds[2 * node] = self._value(node)
                node += 1

    def _record(self, place: i64, points: i64, stamp: i64) -> None:
        """Note the result for one move of a player."""
        if self._history:
            records = self._records
            if 2 * place >= len(records):
                records = self._room(place)
            records[2 * place] += 2 - points if place & 1 else points
            records[2 * place + 1] += 2
        if self._rave:
            while place >= len(self._seen):
                self._seen = extend(self._seen, _SHARES)
            self._seen[place] = stamp

    def _value(self, node: i64) -> float:
        """What the player who moved to a visited node may expect, 0 … 1, all considered."""
        nodes = self._nodes
        visits = float(nodes[node * WIDTH + VISITS])
        value = float(nodes[node * WIDTH + POINTS]) / (2 * visits)
        if self._rave:
            shares = self._shares
            weight = sqrt(self._rave / (3 * visits + self._rave))
            if shares[2 * node + 1]:
                share = float(shares[2 * node]) / float(2 * shares[2 * node + 1])
                value += weight * (share - value)
        if self._minimax:
            value += self._minimax * (self._guesses[2 * node] - value)
        return value

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
                self._settle(node, move, player)
                return True
        return False

    def _note(self, depth: i64, points: i64, proven: bool) -> None:
        """Note the first player's points along the path, and what is proven by its end."""
        nodes = self._nodes
        bounds = self._bounds
        path = self._path
        node = path[depth]
        while depth > 0:
            depth -= 1
            at = node * WIDTH
            parent = path[depth]
            player = nodes[parent * WIDTH + PLAYER]
            state = nodes[at + PROVEN]
            points = within(points, state)
            visits = nodes[at + VISITS] + 1
            nodes[at + VISITS] = visits
            nodes[at + POINTS] += points if player == 0 else 2 - points
            if most(state, player) <= least(nodes[parent * WIDTH + PROVEN], player):
                bounds[2 * node] = LOST
            elif self._plain:
                bounds[2 * node] = float(nodes[at + POINTS]) / float(2 * visits)
            else:
                bounds[2 * node] = self._value(node)
            if visits < KNOWN:
                bounds[2 * node + 1] = _SPREADS[visits]
            else:
                bounds[2 * node + 1] = 1.0 / sqrt(float(visits))
            if proven:
                proven = self._prove(parent)
            node = parent
        nodes[VISITS] += 1

    def _prove(self, node: i64) -> bool:
        """Find what the children of a node prove of it; whether that is news.

        A child that can be no better than another is not looked at any more.
        """
        nodes = self._nodes
        at = node * WIDTH
        player = nodes[at + PLAYER]
        low: i64 = 0
        high: i64 = 0
        if nodes[at + TRIED] < nodes[at + COUNT]:
            high = 2
        first = nodes[at + FIRST]
        end = first + nodes[at + TRIED]
        child = first
        while child < end:
            state = nodes[child * WIDTH + PROVEN]
            low = max(low, least(state, player))
            high = max(high, most(state, player))
            child += 1
        if low == 1 and high == 2:
            child = first
            while child < end:
                if most(nodes[child * WIDTH + PROVEN], player) == 1:
                    self._bounds[2 * child] = LOST
                child += 1
        proven: i64 = ONGOING
        if low == 2:
            proven = player
        elif high == 0:
            proven = 1 - player
        elif low == high:
            proven = DRAW
        elif low == 1:
            proven = KEEPS + player
        elif high == 1:
            proven = KEEPS + 1 - player
        if proven == nodes[at + PROVEN]:
            return False
        nodes[at + PROVEN] = proven
        return True

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
            if self._rave:
                self._shares = extend(self._shares, _SHARES)
            if self._minimax:
                self._guesses = extend(self._guesses, _GUESSES)
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
        self._try(at, first + tried + self._rng.below(count - tried))
        return first + tried

    def _try(self, at: i64, child: i64) -> None:
        """Put a child that was never tried behind those that were, as one of them."""
        nodes = self._nodes
        place = (nodes[at + FIRST] + nodes[at + TRIED]) * WIDTH
        move = nodes[child * WIDTH + MOVE]
        nodes[child * WIDTH + MOVE] = nodes[place + MOVE]
        nodes[place + MOVE] = move
        nodes[place + PROVEN] = ONGOING
        nodes[at + TRIED] += 1


def is_settled(proven: i64) -> bool:
    """Whether the very result is proven."""
    return proven != ONGOING and proven < KEEPS


def exactly(proven: i64) -> i64:
    """Who wins with best play; ONGOING where only a bound is proven."""
    return proven if proven < KEEPS else ONGOING


def points_of(winner: i64) -> i64:
    """What the first player takes of two points."""
    if winner == 0:
        return 2
    return 0 if winner == 1 else 1


def least(proven: i64, player: i64) -> i64:
    """How many points a player surely takes."""
    if proven == player:
        return 2
    return 1 if proven in (DRAW, KEEPS + player) else 0


def most(proven: i64, player: i64) -> i64:
    """How many points a player can still take."""
    if proven == 1 - player:
        return 0
    return 1 if proven in (DRAW, KEEPS + 1 - player) else 2


def within(points: i64, proven: i64) -> i64:
    """The first player's points, corrected by what is proven."""
    return min(max(points, least(proven, 0)), most(proven, 0))
