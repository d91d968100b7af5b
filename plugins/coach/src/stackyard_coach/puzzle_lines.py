"""The lines of a puzzle: the only moves of the solver, the refutations of others, and the end."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard_coach.puzzle_results import GameResults
from stackyard_coach.puzzles import Refutation
from stackyard_engine.successors import successor, successors

LONGEST_END = 20  # moves of best play after a wrong move or the last right one, at most


def grouped(position: Position) -> list[list[int]]:
    """The legal moves, those that lead to the same position together."""
    groups: dict[Hashable, list[int]] = {}
    for move, following in successors(position):
        groups.setdefault(following.key(), []).append(move)
    return list(groups.values())


class PuzzleLines:
    """The lines from positions of a game whose results are known."""

    def __init__(self, game: Game, results: GameResults) -> None:
        self._game = game
        self._results = results

    def keeping(self, position: Position) -> list[int]:
        """The moves known to keep a result that is known, two at most."""
        player = int(position.player)
        keeps = self._results.outcome(position, player)
        kept: list[int] = []
        for group in grouped(position):
            if self._results.outcome(successor(position, group[0]), player) is keeps is not None:
                kept.append(group[0])
            if len(kept) > 1:
                break
        return kept

    def only_move(self, position: Position) -> int | None:
        """The one move that keeps a win or a draw; None if there are others, or no choice."""
        kept, groups = self.keeping(position), grouped(position)
        player = int(position.player)
        if len(kept) != 1 or len(groups) == 1:
            return None
        known = [self._results.outcome(successor(position, group[0]), player) for group in groups]
        return None if None in known else kept[0]

    def line(
        self, position: Position, player: int, most: int, path: frozenset[Hashable] = frozenset()
    ) -> list[int]:
        """The longest line of only moves, without forced moves at its end; empty if there is none.

        The solver chooses at most `most` times. The other player keeps the result too, and of such
        replies chooses the one after which the solver has to find the most, then one that resists
        longest. No position of the `path` is repeated.
        """
        if position.winner != ONGOING or not most or position.key() in path:
            return []
        path |= {position.key()}
        if position.player != player:
            best: list[int] = []
            for reply in self._replies(position):
                rest = self.line(successor(position, reply), player, most, path)
                if rest and len(rest) >= len(best):
                    best = [reply, *rest]
            return best
        forced = len(grouped(position)) == 1
        move = int(position.legal_moves()[0]) if forced else self.only_move(position)
        if move is None:
            return []
        rest = self.line(successor(position, move), player, most - (not forced), path)
        return [move, *rest] if rest or not forced else []

    def _replies(self, position: Position) -> list[int]:
        """The moves that keep the result of the player to act, the most stubborn last."""
        player = int(position.player)
        ranks = {}
        for group in grouped(position):
            rank = self._results.rank(successor(position, group[0]), player)
            if rank is not None:
                ranks[group[0]] = rank
        value = max([rank[0] for rank in ranks.values()], default=0)
        kept = [move for move, rank in ranks.items() if rank[0] == value]
        return sorted(kept, key=lambda move: ranks[move])

    def own(
        self, position: Position, moves: Sequence[int], player: int
    ) -> list[tuple[Position, int]]:
        """The solver's moves of a line, each with the position before it."""
        own = []
        for move in moves:
            if position.player == player:
                own.append((position, move))
            position = successor(position, move)
        return own

    def refutations(self, position: Position, right: int) -> dict[str, Refutation]:
        """The refutation of each move that leads elsewhere than the right one."""
        player = int(position.player)
        found = {}
        for group in grouped(position):
            if right not in group:
                wrong = successor(position, group[0])
                outcome = self._results.outcome(wrong, player)
                assert outcome is not None
                line = " ".join(self.best_play(wrong, player))
                found[self._game.format_move(group[0], position)] = Refutation(line, outcome)
        return found

    def best_play(self, position: Position, player: int) -> list[str]:
        """Best play from a position, to the end or to a move of the player's opponent."""
        texts: list[str] = []
        whole = 0  # moves up to the last of the opponent
        while position.winner == ONGOING and len(texts) < LONGEST_END:
            replies = self._replies(position)
            if not replies:
                break
            mover, move = int(position.player), replies[-1]
            texts.append(self._game.format_move(move, position))
            position = successor(position, move)
            if mover != player or position.winner != ONGOING:
                whole = len(texts)
        return texts[:whole]

    def is_proof(self, own: Sequence[tuple[Position, int]]) -> bool:
        """Tell if all that follows the solver's turns is proven twice and does not take long."""
        return all(
            self._is_near(after) and self._results.confirmed(after)
            for position, _ in own
            for after in [successor(position, group[0]) for group in grouped(position)]
        )

    def _is_near(self, position: Position) -> bool:
        """Tell if a won or lost position ends within LONGEST_END moves of best play."""
        known = self._results.known(position)
        return known is not None and (known.plies or 0) <= LONGEST_END
