"""The interface of Monte-Carlo tree search: the value of each move, and the best play.

The tree is in `tree`, or in the copy compiled with the game's rules where there is one; `prover`
looks for proofs beside it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence, Set
from sys import maxsize
from typing import Any, Final, NamedTuple, final

from stackyard.builds import nearest
from stackyard.position import DRAW, LONGEST, ONGOING, Playout, Position
from stackyard_engine.mcts.prover import Prover
from stackyard_engine.params import MctsParams

DEFAULT_PARAMS: Final = MctsParams()
NODES: Final = 1_000_000  # 80 to 112 bytes each
FEW: Final = 10  # visits for the best move of a node to be known, as in stackyard.analysis
BATCH: Final = 64  # simulations between two searches for proofs
EVEN: Final = 0.25  # minimum number of positions per simulation visited for proofs


class Child(NamedTuple):
    """The search result for one move at the root.

    `value` is the share of points that the mover can expect, 0 … 1, a draw counting half: the value
    by which the search chooses among the moves, the mean of its simulations together with what
    else the game's parameters weigh. `proven` is the winner with best play after the move (0, 1 or
    DRAW), and `value` then exactly what the mover gets; it is ONGOING while nothing is proven.
    """

    move: int
    visits: int
    value: float
    proven: int = ONGOING


@final
class Search:
    """A growing UCT tree above one position; the same seed and simulations give the same tree.

    `playout` is Game.playout; a playout that is not over after `limit` moves counts as a draw, and
    where there are playouts `limit` also bounds the depth of the tree. `params` is usually
    Knowledge.mcts_params; unless it is plain, the search plays its own playouts. The tree has at
    most `nodes` nodes: when it is full, the parts that were visited least are dropped. Reaching a
    key in `drawn` between turns is a draw: the match would end there by repetition. `evaluator`
    evaluates leaves by learned weights instead of playouts.
    """

    def __init__(
        self,
        position: Position,
        playout: Playout,
        seed: int,
        params: MctsParams = DEFAULT_PARAMS,
        limit: int = LONGEST,
        nodes: int = NODES,
        drawn: Set[Hashable] = frozenset(),
        evaluator: Any = None,
    ) -> None:
        self._position = position.copy()
        self._most = nodes
        kind = type(position)
        other = None if playout is nearest(kind, "stackyard.playouts").playout else playout
        # Each compiled game has a class of its own, hence Any.
        self._tree: Any = nearest(kind, "stackyard_engine.mcts.tree").Tree(
            position, other, seed, params.exploration, limit, nodes, drawn
        )
        if not params.is_plain:
            self._tree.adopt(
                *(params.history, params.horizon, params.rave),
                *(params.minimax, params.scale, params.decisive),
            )
        if evaluator is not None:
            self._tree.set_evaluator(evaluator)
        self._prover = Prover(position, drawn, evaluator) if params.proof else None
        self._proof: float = params.proof
        self._images: Mapping[int, int] = {}
        self._done = 0  # simulations since the root was reached
        self._effort = 0.0  # positions that may be visited for proofs

    @property
    def simulations(self) -> int:
        """The number of simulations of this position so far, including those kept by `advance`."""
        return int(self._tree.nodes.facts(0)[0])

    @property
    def positions(self) -> int:
        """The number of positions made so far, of all roots, weighted by the time that they take.

        Positions made for proofs count twice, those passed within the tree an eighth.
        """
        proofs = 0 if self._prover is None else self._prover.positions
        return int(self._tree.positions) + 2 * proofs

    @property
    def proven(self) -> int:
        """The winner with best play (0, 1 or DRAW), or ONGOING while that is not proven."""
        return int(self._tree.nodes.facts(0)[1])

    @property
    def size(self) -> int:
        """The number of nodes in the tree."""
        return int(self._tree.nodes.used)

    @property
    def memory(self) -> int:
        """The memory of the tree in bytes; of a full one, if it has been full."""
        nodes = self._most if self.prunings else self.size
        return int(nodes * self._tree.nodes.node_bytes)

    @property
    def prunings(self) -> int:
        """The number of times that the full tree dropped the subtrees with the fewest visits."""
        return int(self._tree.prunings)

    def run(self, simulations: int, until: int = maxsize, least: int = 0) -> bool:
        """Run this many more simulations, or fewer if the result is proven by then.

        It also ends after a batch of BATCH simulations if `positions` has come to `until`, unless
        this root has had fewer than `least` simulations. Returns whether it may go on.
        """
        while simulations > 0:
            if self.proven != ONGOING:
                return False
            if self._done % BATCH == 0 and self._done >= least and self.positions >= until:
                return False
            step = min(simulations, BATCH - self._done % BATCH)
            self._tree.run(step)
            simulations -= step
            self._done += step
            if self._prover is not None and self._done % BATCH == 0 and self.proven == ONGOING:
                # Proofs are rare in an even game; they deserve time where one side seems to win.
                self._effort += BATCH * max(EVEN, self._proof * self._tree.nodes.clarity**8)
                for move, winner in self._prover.run(int(self._effort)):
                    self._tree.settle(self._images.get(move, move), winner)
        return self.proven == ONGOING

    def merge(self, images: Mapping[int, int]) -> None:
        """Search no move at the root that has an image in `images`, only the image.

        `children` then lacks these moves.
        """
        self._images = images
        if images:
            for child in self.children():  # of a tree that was kept
                if child.move in images and child.proven != ONGOING:
                    self._tree.settle(images[child.move], child.proven)
            moves = self._position.legal_moves()
            self._tree.restrict([int(move) for move in moves if move not in images])

    def reseed(self, seed: int) -> None:
        """Draw all further random numbers from this seed."""
        self._tree.reseed(seed)

    def advance(self, move: int) -> None:
        """Play a legal move at the root and keep the subtree after it."""
        self._tree.advance(move)
        self._position.play(move)
        self._images = {}
        self._done = 0
        self._effort = 0.0
        if self._prover is not None:
            self._prover.advance(move)

    def children(self) -> list[Child]:
        """The legal moves of the root, the best first.

        Proven wins come first and proven losses last; the others are ordered by visits, then by
        move number. Proven draws precede them if even the most visited takes less than half of the
        points, and follow them otherwise.
        """
        return self._ranked(0)

    def variation(self, move: int) -> list[int]:
        """The best play found after a move at the root, including that move.

        It ends where nothing is proven and no move was tried FEW times: the next one would be a
        guess. ValueError for an illegal move.
        """
        moves = [move]
        node = first = self._child(0, move)
        while True:
            children = self._ranked(node)
            if not children or not _is_known(children[0]):
                is_proven = self._tree.nodes.facts(first)[1] != ONGOING
                proof = self._prover.line(move) if self._prover is not None and is_proven else []
                return proof if len(proof) > 1 else moves
            moves.append(children[0].move)
            node = self._child(node, children[0].move)

    def _child(self, node: int, move: int) -> int:
        """The node after a move; ValueError if it is not a legal move at the node."""
        for number, its_move, *_ in self._tree.nodes.children(node):
            if its_move == move:
                return int(number)
        raise ValueError(f"the search knows no move {move} there")

    def _ranked(self, node: int) -> list[Child]:
        """The children of a node, the best first."""
        player = self._tree.nodes.facts(node)[2]
        children = []
        for _, move, visits, value, proven in self._tree.nodes.children(node):
            children.append(child_of(move, visits, value, proven, player))
        return rank(children)


def _is_known(child: Child) -> bool:
    """Tell if the best move of a node is proven, or was tried often enough to be one."""
    return child.visits >= FEW or (child.visits > 0 and child.proven != ONGOING)


def child_of(move: int, visits: int, value: float, proven: int, player: int) -> Child:
    """The result for a move by `player` with this value."""
    if proven != ONGOING:
        value = 0.5 if proven == DRAW else float(proven == player)
    return Child(move, visits, value, proven)


def rank(children: Sequence[Child]) -> list[Child]:
    """Sort children, the best first (see Search.children)."""
    most, hope = -1, 0.5
    for child in children:
        if child.proven == ONGOING and child.visits > most:
            most, hope = child.visits, min(max(child.value, 0.001), 0.999)

    def order(child: Child) -> tuple[float, int, int]:
        return -(hope if child.proven == ONGOING else child.value), -child.visits, child.move

    return sorted(children, key=order)
