"""Find positions in which exactly one move keeps the proven result.

Moves that lead to the same position count as one. A pass is a move like any other where it is
legal, and a lost position is no puzzle.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from stackyard.analysis import Limit
from stackyard.game import Game
from stackyard.notation import spelled
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.watch import Watch
from stackyard_coach.errors import PuzzleError
from stackyard_coach.motifs import motifs_between
from stackyard_coach.puzzle_search import PuzzleSearch
from stackyard_coach.puzzles import Outcome, Puzzle, Refutation
from stackyard_engine.engine import MctsEngine
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.players import level_player
from stackyard_engine.solver.engine import ExhaustiveSolver, best_known, run
from stackyard_engine.solver.game_solver import ExactResult
from stackyard_engine.successors import successor, successors

GAMES = 20  # games played for each puzzle wanted before the search is given up
WALKS = 12  # continuations of a game that are examined from its first solved position
OF_A_GAME = 3  # puzzles from a game that the computer plays
MOVES = 3  # moves of the solver in a puzzle, at most, unless more are wanted
REFUTATION = 5  # moves of a refutation, at most
CAREFUL = 0.6  # the chance that a continuation plays a move that keeps the result
SIMULATIONS = 2**14  # of tree search, after which a move counts as missed
FIRST = 16  # simulations after which its choice is first read


class PuzzleFinder:
    """Finds puzzles for one search; `found` holds them, each another up to symmetry."""

    def __init__(self, search: PuzzleSearch, watch: Watch | None = None) -> None:
        self.search = search
        self.game = search.game  # with the options of the course being examined
        self.found: list[Puzzle] = []
        self.solved = 0  # games with a solved position
        self._watch = watch
        self._seen: set[Hashable] = set()
        self._solver: ExhaustiveSolver | None = None

    def run(self) -> list[Puzzle]:
        """The puzzles found until there are enough, the games end, or the watch ends the search.

        Raises PuzzleError if no position was solved.
        """
        for course in self._courses():
            if self._stopped() or len(self.found) >= self.search.number:
                return self.found
            self.game = course.game
            first = self._first_solved(course)
            if first is None:
                continue
            self.solved += 1
            enough = self.search.number
            if self.search.courses is None:
                enough = min(enough, len(self.found) + OF_A_GAME)
            for position in self._positions(course, first):
                if self._stopped() or len(self.found) >= enough:
                    break
                puzzle = self._puzzle(position)
                if puzzle is not None:
                    self.found.append(puzzle)
        if not self.solved:
            smaller = "choose" if self.search.courses is None else "play on"
            raise PuzzleError(
                f"no position was solved within {self.search.positions:,} positions: allow more by "
                f"--positions {10 * self.search.positions}, or {smaller} a smaller board"
            )
        return self.found

    def _stopped(self) -> bool:
        """Tell if the watch ends the search."""
        return self._watch is not None and self._watch(len(self.found) / self.search.number)

    def _courses(self) -> Iterator[Course]:
        """The courses to examine: those given, or games of computer players."""
        if self.search.courses is not None:
            yield from self.search.courses
            return
        for number in range(GAMES * self.search.number):
            seed = derive(self.search.seed, number)
            players = [level_player(self.search.game, seed + side, 2 + seed % 3) for side in (0, 1)]
            match = Match(self.search.game, (players[0], players[1]))
            match.run()
            yield match.course

    # Exact results

    def _first_solved(self, course: Course) -> int | None:
        """The number of plies before the earliest position that is solved, with all after it."""
        first = None
        for turn in reversed(course.turns):
            if self._stopped():
                break
            solver = ExhaustiveSolver(turn.before)
            run(solver, Limit(positions=self.search.positions), lambda _share: self._stopped())
            if not solver.done:
                break
            first, self._solver = turn.first, solver
        return first

    def _result(self, position: Position) -> ExactResult:
        """The result of a position that follows the solved one."""
        assert self._solver is not None
        known = best_known([self._solver], position)
        assert known is not None
        return known

    def _outcome(self, position: Position, player: int) -> Outcome:
        """The outcome of best play for a player."""
        winner = self._result(position).winner
        if winner == DRAW:
            return Outcome.DRAWS
        return Outcome.WINS if winner == player else Outcome.LOSES

    def _rank(self, position: Position, player: int) -> tuple[int, int]:
        """The merit of a position for a player: the result, then a quick win or a late loss."""
        known = self._result(position)
        plies = known.plies or 0
        if known.winner == DRAW:
            return 1, 0
        return (2, -plies) if known.winner == player else (0, plies)

    # Positions

    def _positions(self, course: Course, first: int) -> Iterator[Position]:
        """Solved positions at the start of a turn: of the course, then of continuations."""
        for turn in course.turns:
            if turn.first >= first:
                yield turn.before
        if self.search.courses is not None:
            return
        start = course.at(first).position
        for number in range(WALKS):
            rng = Rng(derive(self.search.seed, self.solved, number))
            position = start.copy()
            while position.winner == ONGOING:
                if not position.mid_turn:
                    yield position.copy()
                position.play(self._walked(position, rng))

    def _walked(self, position: Position, rng: Rng) -> int:
        """A random move, often one that keeps the result."""
        moves = [int(move) for move in position.legal_moves()]
        if int(rng.bits()) < CAREFUL * 2**32:
            value = self._outcome(position, position.player)
            moves = [
                move
                for move in moves
                if self._outcome(successor(position, move), position.player) is value
            ]
        return moves[rng.bits() * len(moves) >> 32]

    # Puzzles

    def _puzzle(self, position: Position) -> Puzzle | None:
        """The puzzle of a position, if it is one that was not found before."""
        player = int(position.player)
        keeps = self._outcome(position, player)
        if keeps is Outcome.LOSES or len(self._kept(position)) != 1:
            return None
        moves = self._line(position, player, max(MOVES, self.search.length), frozenset())
        own = self._own(position, moves, player)
        if len(own) < self.search.length:
            return None
        names = {name for before, _ in own for name in self._names(before)}
        if names & self._seen:
            return None
        self._seen |= names
        texts = []
        at = position
        for move in moves:
            texts.append(self.game.format_move(move, at))
            at = successor(at, move)
        return Puzzle(
            position=self.game.format_position(position),
            line=" ".join(texts),
            keeps=keeps,
            wrong=tuple([self._refutations(before, move) for before, move in own]),
            options=self._options(),
            simulations=self._simulations(position, moves[0]),
            themes=themes(self.game, position, moves),
        )

    def _options(self) -> dict[str, str | int | bool]:
        """The options of the game that differ from their defaults."""
        chosen: dict[str, str | int | bool] = {}
        for name, value in self.game.settings.items():
            if value != type(self.game)(**chosen).settings[name] and isinstance(value, (str, int)):
                chosen[name] = value
        return chosen

    def _kept(self, position: Position) -> list[int]:
        """The moves that keep the result, one for each position after them; none if forced."""
        groups = grouped(position)
        if len(groups) == 1:
            return []
        value = self._outcome(position, position.player)
        return [
            group[0]
            for group in groups
            if self._outcome(successor(position, group[0]), position.player) is value
        ]

    def _line(
        self, position: Position, player: int, most: int, path: frozenset[Hashable]
    ) -> list[int]:
        """The longest line of only moves, without forced moves at its end; empty if there is none.

        The other player keeps the result too, and of such replies chooses the one after which the
        solver has to find the most, then one that resists longest. No position of the `path` is
        repeated.
        """
        if position.winner != ONGOING or not most or position.key() in path:
            return []
        path |= {position.key()}
        if position.player != player:
            best: list[int] = []
            ranks = {
                group[0]: self._rank(successor(position, group[0]), 1 - player)
                for group in grouped(position)
            }
            value = max(ranks.values())[0]
            for reply in sorted(ranks, key=lambda reply: ranks[reply]):
                if ranks[reply][0] != value:
                    continue
                rest = self._line(successor(position, reply), player, most, path)
                if rest and len(rest) >= len(best):
                    best = [reply, *rest]
            return best
        forced = len(grouped(position)) == 1
        kept = [int(position.legal_moves()[0])] if forced else self._kept(position)
        if len(kept) != 1:
            return []
        rest = self._line(successor(position, kept[0]), player, most - (not forced), path)
        return [*kept, *rest] if rest or not forced else []

    def _own(
        self, position: Position, moves: Sequence[int], player: int
    ) -> list[tuple[Position, int]]:
        """The solver's moves of a line, each with the position before it."""
        own = []
        for move in moves:
            if position.player == player:
                own.append((position, move))
            position = successor(position, move)
        return own

    def _refutations(self, position: Position, right: int) -> dict[str, Refutation]:
        """The refutation of each move that leads elsewhere than the right one."""
        player = int(position.player)
        found = {}
        for group in grouped(position):
            if right not in group:
                wrong = successor(position, group[0])
                line = " ".join(self._best_play(wrong, player))
                text = self.game.format_move(group[0], position)
                found[text] = Refutation(line, self._outcome(wrong, player))
        return found

    def _best_play(self, position: Position, player: int) -> list[str]:
        """Best play from a position, to the end or to a move of the other player."""
        texts: list[str] = []
        whole = 0  # moves up to the last of the other player
        while position.winner == ONGOING and len(texts) < REFUTATION:
            mover = int(position.player)
            move = max(
                [group[0] for group in grouped(position)],
                key=lambda move: self._rank(successor(position, move), mover),
            )
            texts.append(self.game.format_move(move, position))
            position = successor(position, move)
            if mover != player or position.winner != ONGOING:
                whole = len(texts)
        return texts[:whole]

    def _names(self, position: Position) -> Iterator[Hashable]:
        """One value for all images of a position under the symmetries of the game."""
        pieces = spelled(self.game.pieces(position))
        images = [
            tuple(sorted((turn[cell], letters) for cell, letters in pieces.items() if letters))
            for turn in [range(len(self.game.board)), *knowledge_of(self.game).symmetries()]
        ]
        board = tuple(self.game.settings.items())
        yield board, int(position.player), str(self.game.trays(position)), min(images)

    def _simulations(self, position: Position, right: int) -> int:
        """The simulations after which tree search by random games chooses the right move for good.

        Twice SIMULATIONS if it never does.
        """
        course = Course(self.game, position)
        engine = MctsEngine(
            self.search.seed, use_weights=False, merges_images=False, changes={"proof": 0}
        )
        alike = next(group for group in grouped(position) if right in group)
        kept = total = 0
        while total < SIMULATIONS:
            step = max(total, FIRST)
            total += step
            move = engine.analyse(course, Limit(simulations=step)).move
            if move not in alike:
                kept = 0
            elif not kept:
                kept = total
        return kept or 2 * SIMULATIONS


def find(search: PuzzleSearch, watch: Watch | None = None) -> list[Puzzle]:
    """See `PuzzleFinder.run`; after Ctrl-C, the puzzles found so far, if any."""
    finder = PuzzleFinder(search, watch)
    try:
        return finder.run()
    except KeyboardInterrupt:
        if not finder.found:
            raise
        return finder.found


def themes(game: Game, position: Position, moves: Sequence[int]) -> tuple[str, ...]:
    """The names of the motifs of the first turn of a line."""
    end = position
    for move in moves:
        if end.winner == ONGOING and end.player == position.player:
            end = successor(end, move)
    return tuple(motifs_between(game, position, end))


def grouped(position: Position) -> list[list[int]]:
    """The legal moves, those that lead to the same position together."""
    groups: dict[Hashable, list[int]] = {}
    for move, following in successors(position):
        groups.setdefault(following.key(), []).append(move)
    return list(groups.values())
