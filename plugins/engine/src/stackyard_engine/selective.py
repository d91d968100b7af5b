"""Selective alpha-beta search over learned weights; compiled games embed a copy.

Iterative deepening with aspiration windows, principal-variation search (Marsland and Campbell,
1982), and late-move reductions: the moves of a position are put in order by the values of the
positions they lead to, and those further down are searched less deeply until they prove better
than that. The player to act decides the sign of a value, so turns of several moves and skipped
turns need no special case. Values do not depend on the path to a position (repetitions within the
search are ignored).

A value beyond SURE is a proof, however the search was reduced: a win has been followed to its end,
and a loss means that all moves were searched that far. Its number of moves is then forced, though
a shorter win may have been overlooked. Nothing here is random but the order of equal moves, by the
seed, so that a number of positions gives the same result in every build.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Set
from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.position import DRAW, ONGOING, WIN, Position, heed_signals
from stackyard.rng import Rng
from stackyard_engine.eval.model import LinearEvaluator
from stackyard_engine.position_table import (
    AT_MOST,
    COMPLETE,
    NEVER,
    SURE,
    PositionTable,
    StoppedError,
    depth_in,
    depth_of,
    kind_of,
    move_in,
    seen_from,
    settles,
    value_in,
)

LOST: Final = -2_000_000  # less than any value
FULL_CREDIT: Final = 16_384  # the largest history score of a move
LONGEST: Final = 200  # plies in which a turn at the horizon is followed to its end
STEPS: Final = vec[i64]([0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4])  # of logarithms


@final
class Selective:
    """A search of a position that is not over, one move deeper at a time.

    `depth` is the depth completed; `move`, `value` and `proven` (0, 1, DRAW or ONGOING) are its
    results, or those of the part of the next depth that was searched before a stop. The value is
    for the player to act, in units of the evaluation; a win is WIN less a number of moves in which
    it can be forced. `seed` decides between moves that look alike. The table of positions holds
    twice `entries` at most. A position whose key is in `drawn` is a draw between turns. Without an
    `evaluator` positions are evaluated by their `evaluate`, and else count as even.
    """

    def __init__(
        self,
        position: Position,
        seed: int = 0,
        entries: int = 100_000,
        drawn: Set[Hashable] = frozenset(),
        evaluator: LinearEvaluator | None = None,
    ) -> None:
        self.depth: int = 0
        self.move: int = -1
        self.value: int = 0
        self.proven: int = ONGOING
        self.nodes: i64 = 0  # positions made so far
        self._root = position.copy()
        self._evaluator = evaluator
        self._judges = hasattr(position, "evaluate")
        self._drawn = drawn
        self._repeats = len(drawn) > 0
        self._table = PositionTable(entries)
        self._history = vec[i64]()  # by twice the move, plus player: a score from cutoffs
        self._killers = vec[i64]()  # by ply: the last two moves that cut off
        self._broken: i64 = 0  # number of lines that were evaluated before their end
        self._asked: Callable[[], bool] | None = None
        self._next_check: i64 = 0
        self._window: i64 = 0
        self._reduces = False
        self._late: i64 = 0
        self._worse: i64 = 0
        self._margin: i64 = 0
        self._extends = False
        self._best: i64 = NEVER  # at the root, of the depth being searched
        self._best_value: i64 = 0
        rng = Rng(seed)
        for move in position.legal_moves():
            self._credit(2 * move + position.player, rng.below(8))

    def adopt(self, window: int, late: int, worse: int, margin: int, whole_turns: bool) -> None:
        """Set the parameters of stackyard.AlphaBetaParams; call it before the first depth."""
        self._window = window
        self._reduces = late > 0 or worse > 0
        self._late = late
        self._worse = worse
        self._margin = margin
        self._extends = whole_turns

    def deepen(self, stop: Callable[[], bool] | None = None) -> bool:
        """Search one move deeper; False if `stop`, called now and then, returned True first.

        Does nothing if the result is proven.
        """
        if self.proven != ONGOING:
            return True
        self._asked = stop
        self._next_check = self.nodes + 64
        self._best = NEVER
        broken = self._broken
        try:
            value = self._aspire(self.depth + 1)
        except StoppedError:
            if self._best != NEVER:
                self.move = int(self._best)
                self.value = int(self._best_value)
                if self._best_value > SURE:
                    self.proven = int(self._root.player)
            return False
        self.depth += 1
        self.value = int(value)
        self.move = int(self._best)
        player = int(self._root.player)
        if value > SURE:
            self.proven = player
        elif value < -SURE:
            self.proven = 1 - player
        elif self._broken == broken:
            self.proven = DRAW
        return True

    def advance(self, move: i64) -> None:
        """Play a legal move at the root and restart there; the table is kept."""
        self._root = self._root.copy()  # the evaluator may compare others with it
        self._root.play(move)
        self.depth = 0
        self.move = -1
        self.value = 0
        self.proven = ONGOING
        self._killers = vec[i64]()
        place: i64 = 0
        while place < len(self._history):
            self._history[place] //= 2
            place += 1

    def variation(self) -> list[int]:
        """The best play found, as far as it is still in the table."""
        position = self._root.copy()
        moves: list[int] = []
        move = self.move
        while move >= 0 and len(moves) <= self.depth:
            moves.append(move)
            position.play(move)
            over = position.winner != ONGOING
            move = NEVER if over else int(move_in(self._table.find(position.key())))
        return moves

    def _aspire(self, depth: i64) -> i64:
        """The value of the root at a depth, searched in windows that grow about the last value."""
        margin = self._window
        low: i64 = -WIN
        high: i64 = WIN
        if margin and self.depth:
            low = max(low, i64(self.value) - margin)
            high = min(high, i64(self.value) + margin)
        while True:
            value = self._search(self._root, depth, low, high, 0)
            margin *= 4
            if value <= low and low > -WIN and value > -SURE:
                low = max(-WIN, value - margin)
                self._best = NEVER  # all moves look worse than expected
            elif value >= high and high < WIN and value < SURE:
                high = min(WIN, value + margin)
            else:
                return value

    def _search(self, position: Position, depth: i64, alpha: i64, beta: i64, ply: i64) -> i64:
        """The value of an unfinished position for the player to act, if within alpha … beta."""
        if self.nodes >= self._next_check:
            self._next_check = self.nodes + 256
            heed_signals()
            if self._asked is not None and self._asked():
                raise StoppedError
        key = position.key()
        entry = self._table.find(key)
        first = move_in(entry)
        value = value_in(entry, ply)
        known = depth_in(entry)
        deep = known >= depth or value > SURE or value < -SURE
        if ply and deep and settles(entry, value, alpha, beta):
            if known < COMPLETE:
                self._broken += 1
            return value
        broken = self._broken
        best: i64 = LOST
        best_move: i64 = NEVER
        floor = alpha
        player = position.player
        moves = position.legal_moves()
        number: i64 = len(moves)
        children: list[Position] = []
        scores = vec[i64]()
        if depth <= 1:
            scores = self._credits(moves, player, first, ply)
            if self._evaluator is not None:
                self._evaluator.begin(position)
        elif first == NEVER:
            scores = self._look(position, moves, children)
        searched: i64 = 0
        top: i64 = LOST
        while searched < number:
            looked = len(children) > 0
            if depth > 1 and searched == 0 and not looked:
                move = first
                after = position.copy()
                after.play(move)
                self.nodes += 1
                score: i64 = 0
            else:
                if depth > 1 and not looked:
                    scores = self._look(position, moves, children, first)
                place = _highest(scores)
                move = moves[place]
                score = scores[place]
                scores[place] = LOST
                if depth > 1:
                    after = children[place]
                    if top == LOST:
                        top = score
                else:
                    after = position.copy()
                    after.play(move)
                    self.nodes += 1
            winner = after.winner
            if winner != ONGOING:
                value = 0
                if winner == player:
                    value = WIN - ply - 1
                elif winner != DRAW:
                    value = ply + 1 - WIN
            elif self._repeats and not after.mid_turn and after.key() in self._drawn:
                value = 0
            elif depth <= 1 and not (self._extends and after.mid_turn and ply < LONGEST):
                self._broken += 1
                value = self._judge(after, player)
            else:
                less: i64 = 1
                if self._extends and after.mid_turn:
                    less = min(depth - 1, 1)
                left = depth - less
                if left < 1:
                    left = 1
                reduced = left
                if self._reduces and searched and depth > 2 and best > -SURE:
                    reduced = left - self._reduction(depth, searched, top - score)
                    if reduced < 1:
                        reduced = 1
                if searched == 0:
                    value = self._reply(after, player, left, floor, beta, ply)
                else:
                    if (
                        self._margin
                        and 1 < depth < 4
                        and best > -SURE
                        and floor < SURE
                        and score + self._margin * (depth - 1) <= floor
                    ):
                        self._broken += 1
                        if score > best:
                            best = max(best, min(score, floor))
                        break  # the others look no better
                    value = self._reply(after, player, reduced, floor, floor + 1, ply)
                    if value > floor and reduced < left:
                        value = self._reply(after, player, left, floor, floor + 1, ply)
                    if value > floor and value < beta:
                        value = self._reply(after, player, left, floor, beta, ply)
            searched += 1
            if value > best:
                best = value
                best_move = move
                if value > floor:
                    floor = value
                    if ply == 0:
                        self._best = move
                        self._best_value = value
                if value >= beta:
                    self._note(2 * move + player, ply, depth)
                    break
        if ply == 0 and self._best == NEVER:
            self._best = best_move
        kind = kind_of(best, alpha, beta)
        if kind == AT_MOST and first != NEVER:
            best_move = first
        searched_to = depth_of(depth, self._broken == broken)
        self._table.enter(key, searched_to, kind, seen_from(best, -ply), best_move)
        return best

    def _reply(
        self, after: Position, player: i64, depth: i64, alpha: i64, beta: i64, ply: i64
    ) -> i64:
        """The value for `player`, who has just moved, of the position after the move."""
        if after.player == player:
            return self._search(after, depth, alpha, beta, ply + 1)
        return -self._search(after, depth, -beta, -alpha, ply + 1)

    def _judge(self, position: Position, player: i64) -> i64:
        """The value of an unfinished position for a player, without a search."""
        value: i64 = 0
        evaluator = self._evaluator
        if evaluator is not None:
            value = evaluator.value_beside(position)
        elif self._judges:
            judged: Any = position
            value = judged.evaluate()
        return value if position.player == player else -value

    def _look(
        self,
        position: Position,
        moves: vec[i64],
        children: list[Position],
        done: i64 = NEVER,
    ) -> vec[i64]:
        """The values of the moves without a search; the positions after them go to `children`.

        The move `done` has been searched, and gets the lowest score.
        """
        player = position.player
        scores = vec[i64]()
        if self._evaluator is not None:
            self._evaluator.begin(position)
        for move in moves:
            after = position.copy()
            after.play(move)
            self.nodes += 1
            children.append(after)
            winner = after.winner
            score: i64 = 0
            if move == done:
                score = LOST
            elif winner == player:
                score = WIN
            elif winner == ONGOING:
                score = self._judge(after, player)
                place = 2 * move + player
                if place < len(self._history):
                    score += self._history[place] >> 8
            elif winner != DRAW:
                score = -WIN
            scores = append(scores, score)
        return scores

    def _credits(self, moves: vec[i64], player: i64, first: i64, ply: i64) -> vec[i64]:
        """The order of the moves by the table, the killers of this ply and the history."""
        scores = moves[:]  # each is replaced
        one: i64 = NEVER
        other: i64 = NEVER
        if 2 * ply + 1 < len(self._killers):
            one = self._killers[2 * ply]
            other = self._killers[2 * ply + 1]
        history = self._history
        number: i64 = 0
        while number < len(moves):
            move = moves[number]
            place = 2 * move + player
            score: i64 = 0
            if place < len(history):
                score = history[place]
            if move == first:
                score = WIN
            elif place == one:
                score = 2 * FULL_CREDIT
            elif place == other:
                score = 2 * FULL_CREDIT - 1
            scores[number] = score
            number += 1
        return scores

    def _reduction(self, depth: i64, searched: i64, behind: i64) -> i64:
        """By how many moves to search a move less deeply: by its place and by its value."""
        steps: i64 = 0
        if self._late and searched >= self._late:
            late = min(searched // self._late, 16)
            steps = (STEPS[min(depth, 16)] * (1 + STEPS[late]) + 1) // 2
        if self._worse:
            steps += min(behind // self._worse, 3)
        return steps

    def _note(self, place: i64, ply: i64, depth: i64) -> None:
        """Record a move (twice the move, plus player) that cut off."""
        self._credit(place, depth * depth)
        while len(self._killers) < 2 * ply + 2:
            self._killers = append(self._killers, NEVER)
        if self._killers[2 * ply] != place:
            self._killers[2 * ply + 1] = self._killers[2 * ply]
            self._killers[2 * ply] = place

    def _credit(self, place: i64, more: i64) -> None:
        """Increase the history score of a move."""
        while len(self._history) <= place:
            self._history = append(self._history, 0)
        score = self._history[place] + more
        if score > FULL_CREDIT:
            every: i64 = 0
            while every < len(self._history):
                self._history[every] //= 2
                every += 1
            score //= 2
        self._history[place] = score


def _highest(scores: vec[i64]) -> i64:
    """The place of the highest score, the first of equal ones."""
    best: i64 = 0
    top = scores[0]
    place: i64 = 1
    while place < len(scores):
        score = scores[place]
        if score > top:
            top = score
            best = place
        place += 1
    return best
