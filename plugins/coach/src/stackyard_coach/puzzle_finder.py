"""Find positions in which exactly one move keeps the proven result.

Moves that lead to the same position count as one. A pass is a move like any other where it is
legal, and a lost position is no puzzle. A game gives one puzzle at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from stackyard.game import Game
from stackyard.options import chosen
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.watch import Watch
from stackyard_coach.errors import PuzzleError
from stackyard_coach.motifs import motifs_between
from stackyard_coach.puzzle_difficulty import rating_of, tempting_move
from stackyard_coach.puzzle_likeness import SeenPuzzles
from stackyard_coach.puzzle_lines import PuzzleLines, grouped
from stackyard_coach.puzzle_results import GameResults
from stackyard_coach.puzzle_search import PuzzleSearch
from stackyard_coach.puzzles import Outcome, Puzzle, PuzzleAttempt, begin_puzzle
from stackyard_coach.turns import played_on
from stackyard_engine.players import level_player
from stackyard_engine.successors import successor

GAMES = 40  # games played for each puzzle wanted before the search is given up
LEVELS = (3, 4, 5, 6, 7)  # that play them
LONGEST_GAME = 500  # moves; a longer game is not played on
WALKS = 24  # continuations of a game that are examined from its first solved position
MOVES = 5  # moves of the solver in a puzzle, at most, unless more are wanted
LONGEST_WALK = 100  # moves of a continuation, which may go in circles
CAREFUL = 0.6  # the chance that a continuation plays a move that keeps the result
UNPROVEN = 2  # turns without a proven result after which a game is left
EXAMINED = 8  # candidates of a game whose temptation and proofs are examined
TO_FIND = (5, 1, 2)  # moves of the solver that are preferred, in turn
SHARE = 4  # of the puzzles, this part at most begin with the same move, or FEW
FEW = 3


@dataclass(frozen=True)
class _Candidate:
    """A position that may become a puzzle, its line, and the solver's moves of that."""

    position: Position
    moves: list[int]
    own: list[tuple[Position, int]]

    @property
    def asked(self) -> list[tuple[Position, int]]:
        """The moves of the solver that are a choice."""
        return [(position, move) for position, move in self.own if len(grouped(position)) > 1]


class PuzzleFinder:
    """Finds puzzles for one search; `found` holds them, each another up to symmetry."""

    def __init__(self, search: PuzzleSearch, watch: Watch | None = None) -> None:
        self.search = search
        self.found: list[Puzzle] = []
        self.solved = 0  # games with a solved position
        self._watch = watch
        self._seen = SeenPuzzles()
        self._firsts: Counter[str] = Counter()  # of the puzzles by their first move
        for puzzle in search.known:
            self._know(puzzle)

    def run(self) -> None:
        """Search until there are enough, the games end, or the watch ends the search.

        Raises PuzzleError if no position was solved.
        """
        for course in self._courses():
            if self._stopped() or len(self.found) >= self.search.number:
                return
            results = GameResults(self.search.positions, self._stopped)
            first = results.solve(course)
            self.solved += first is not None
            positions = self._positions(course, first, results)
            lines = PuzzleLines(course.game, results)
            puzzle = self._best(course.game, lines, positions, results)
            if puzzle is not None:
                self.found.append(puzzle)
        if not (self.solved or self.found):
            smaller = "choose" if self.search.courses is None else "play on"
            raise PuzzleError(
                f"no position was solved within {self.search.positions:,} positions: allow more by "
                f"--positions {10 * self.search.positions}, or {smaller} a smaller board"
            )

    def _know(self, puzzle: Puzzle) -> None:
        """Let no new puzzle be nearly the same as a known one."""
        attempt = begin_puzzle(puzzle, type(self.search.game))
        game, position = attempt.course.game, attempt.course.position
        player, own = int(position.player), []
        for text in attempt.line:
            move = game.parse_move(text, position)
            if position.player == player:
                own.append((position, move))
            position = successor(position, move)
        self._seen.add(game, own)

    def _stopped(self) -> bool:
        """Tell if the watch ends the search."""
        return self._watch is not None and self._watch(len(self.found) / self.search.number)

    def _courses(self) -> Iterator[Course]:
        """The courses to examine: those given, or games of computer players."""
        if self.search.courses is not None:
            yield from self.search.courses
            return
        for number in range(GAMES * self.search.number):
            rng = Rng(derive(self.search.seed, number))
            players = [
                level_player(self.search.game, rng.word(), LEVELS[rng.bits() * len(LEVELS) >> 32])
                for _ in (0, 1)
            ]
            match = Match(self.search.game, (players[0], players[1]))
            while match.result is None and match.ply < LONGEST_GAME:
                match.step()
            yield match.course

    # Positions

    def _positions(
        self, course: Course, first: int | None, results: GameResults
    ) -> Iterator[Position]:
        """Positions at the start of a turn whose results are known.

        They are those of the course from where all is solved, then of continuations from there. If
        nothing is, those that proof search settles, from the end of the course.
        """
        unproven = 0
        for turn in reversed(course.turns):
            if unproven >= UNPROVEN or turn.first < (first or 0) or self._stopped():
                break
            if results.known(turn.before) is None:
                unproven += 1
            else:
                yield turn.before
        if self.search.courses is not None or first is None:
            return
        start = course.at(first).position
        for number in range(WALKS):
            rng = Rng(derive(self.search.seed, self.solved, number))
            position = start.copy()
            for _ in range(LONGEST_WALK):
                if position.winner != ONGOING:
                    break
                if not position.mid_turn:
                    yield position.copy()
                position.play(_walked(position, results, rng))

    # Puzzles

    def _best(
        self, game: Game, lines: PuzzleLines, positions: Iterator[Position], results: GameResults
    ) -> Puzzle | None:
        """The puzzle among some positions whose length is nearest to the preferred one."""
        candidates = []
        for position in positions:
            if self._stopped():
                break
            if len(grouped(position)) < max(2, self.search.choices):
                continue
            player = int(position.player)
            if results.outcome(position, player) in (None, Outcome.LOSES):
                continue
            moves = lines.line(position, player, max(MOVES, self.search.length))
            own = lines.own(position, moves, player)
            candidate = _Candidate(position, moves, own)
            if own and len(candidate.asked) >= self.search.length:
                candidates.append(candidate)
        wanted = max(TO_FIND[len(self.found) % len(TO_FIND)], self.search.length)
        candidates.sort(key=lambda candidate: abs(len(candidate.asked) - wanted))
        for candidate in candidates[:EXAMINED]:
            puzzle = self._puzzle(game, lines, candidate, results)
            if puzzle is not None:
                return puzzle
        return None

    def _puzzle(
        self, game: Game, lines: PuzzleLines, candidate: _Candidate, results: GameResults
    ) -> Puzzle | None:
        """The puzzle of a candidate; None if it does not tempt, is not proven twice, or not new."""
        position, own, seed = candidate.position, candidate.own, self.search.seed
        first = game.format_move(candidate.moves[0], position)
        if self._firsts[first] >= max(FEW, self.search.number // SHARE):
            return None
        if not self._seen.is_new(game, own):
            return None
        tempting = tempting_move(game, *own[0], seed)
        if (self.search.tempting and tempting is None) or not lines.is_proof(own):
            return None
        results.allow_more()
        player = int(position.player)
        keeps = results.outcome(position, player)
        assert keeps is not None
        texts = []
        at = position
        for move in candidate.moves:
            texts.append(game.format_move(move, at))
            at = successor(at, move)
        wrong = [lines.refutations(before, move) for before, move in own]
        tempted = "" if tempting is None else _text_among(game, position, tempting, wrong[0])
        puzzle = Puzzle(
            position=game.format_position(position),
            line=" ".join(texts),
            keeps=keeps,
            wrong=tuple(wrong),
            options=chosen(game.options, game.settings),
            rating=rating_of(game, candidate.asked, seed),
            themes=themes(game, position, candidate.moves),
            tempting=tempted,
            end=" ".join(lines.best_play(at, player)),
        )
        if self.search.tempting and not ends(begin_puzzle(puzzle, type(game))):
            return None
        self._seen.add(game, own)
        self._firsts[first] += 1
        return puzzle


def ends(attempt: PuzzleAttempt) -> bool:
    """Tell if wins and losses are played to the end, on the line and after the tempting move."""
    puzzle = attempt.puzzle
    plays = [(f"{puzzle.line} {puzzle.end}".split(), puzzle.keeps)]
    if puzzle.tempting:
        refutation = puzzle.wrong[0][puzzle.tempting]
        plays.append(([puzzle.tempting, *refutation.line.split()], refutation.outcome))
    return all(
        outcome is Outcome.DRAWS or played_on(attempt.course, play).result is not None
        for play, outcome in plays
    )


def find_puzzles(search: PuzzleSearch, watch: Watch | None = None) -> list[Puzzle]:
    """The puzzles that a search finds, the easiest first; there may be fewer than wanted.

    `watch` is called every few milliseconds with the share of the puzzles found; returning True
    ends the search, and so does an interrupt, with those found so far. Raises PuzzleError if the
    effort suffices for no position.
    """
    finder = PuzzleFinder(search, watch)
    try:
        finder.run()
    except KeyboardInterrupt:
        if not finder.found:
            raise
    return sorted(finder.found, key=lambda puzzle: puzzle.rating)


def themes(game: Game, position: Position, moves: Sequence[int]) -> tuple[str, ...]:
    """The names of the motifs of the first turn of a line."""
    end = position
    for move in moves:
        if end.winner == ONGOING and end.player == position.player:
            end = successor(end, move)
    return tuple(motifs_between(game, position, end, slight=False))


def _walked(position: Position, results: GameResults, rng: Rng) -> int:
    """A random move, often one that keeps the result."""
    moves = [int(move) for move in position.legal_moves()]
    if int(rng.bits()) < CAREFUL * 2**32:
        player = int(position.player)
        value = results.outcome(position, player)
        moves = [
            move for move in moves if results.outcome(successor(position, move), player) is value
        ]
    return moves[rng.bits() * len(moves) >> 32]


def _text_among(game: Game, position: Position, move: int, texts: Mapping[str, object]) -> str:
    """The one of these texts whose move leads where a move does."""
    key = successor(position, move).key()
    return next(
        text for text in texts if successor(position, game.parse_move(text, position)).key() == key
    )
