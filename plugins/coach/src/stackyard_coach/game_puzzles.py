"""The puzzles of one game: its last positions in which exactly one move keeps the result.

Moves that lead to the same position count as one. A pass is a move like any other where it is
legal, and a lost position is no puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from stackyard.game import Game
from stackyard.options import chosen
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard_coach.motifs import motifs_between
from stackyard_coach.puzzle_difficulty import rating_of, tempting_move
from stackyard_coach.puzzle_lines import PuzzleLines, grouped
from stackyard_coach.puzzle_results import GameResults
from stackyard_coach.puzzle_search import PuzzleSearch
from stackyard_coach.puzzles import Outcome, Puzzle, PuzzleAttempt, begin_puzzle
from stackyard_coach.turns import played_on
from stackyard_engine.players import level_player
from stackyard_engine.successors import successor

LEVELS = (3, 4, 5)  # that play the games
OPENING = 8  # random moves at the start of a game, at most: good players repeat their games
LONGEST_GAME = 500  # moves; a longer game is not played on
WALKS = 24  # continuations of a game that are examined from its first solved position
MOVES = 5  # moves of the solver in a puzzle, at most, unless more are wanted
LONGEST_WALK = 100  # moves of a continuation, which may go in circles
CAREFUL = 0.6  # the chance that a continuation plays a move that keeps the result
UNPROVEN = 2  # turns without a proven result after which a game is left
EXAMINED = 8  # candidates of a game whose temptation and proofs are examined
TO_FIND = (5, 1, 2)  # moves of the solver that are preferred, game by game
OFFERED = 2  # puzzles of a game, if the first is not wanted


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


class GamePuzzles:
    """Finds puzzles for a search in the game with this number, the course given or one played anew.

    `stopped` ends it. `solved` tells if a position was solved; `puzzles` are the best ones, with
    different first moves, and each is made when it is asked for.
    """

    def __init__(
        self, search: PuzzleSearch, number: int, course: Course | None, stopped: Callable[[], bool]
    ) -> None:
        self.search = search
        self.number = number
        self._is_given = course is not None
        self._stopped = stopped
        course = self._played() if course is None else course
        self._game = course.game
        self._results = GameResults(search.positions, stopped)
        first = self._results.solve(course)
        self.solved = first is not None
        self._lines = PuzzleLines(course.game, self._results)
        self.puzzles = islice(self._best(self._positions(course, first)), OFFERED)

    def _played(self) -> Course:
        """A game of computer players, which begins at random."""
        rng = Rng(derive(self.search.seed, self.number))
        players = [
            level_player(self.search.game, rng.word(), LEVELS[rng.bits() * len(LEVELS) >> 32])
            for _ in (0, 1)
        ]
        course = Course(self.search.game)
        for _ in range(rng.below(OPENING + 1)):
            if course.result is None:
                moves = course.position.legal_moves()
                course = course.advance(int(moves[rng.below(len(moves))]))
        match = Match(self.search.game, (players[0], players[1]), course=course)
        while match.result is None and match.ply < LONGEST_GAME:
            match.step()
        return match.course

    def _positions(self, course: Course, first: int | None) -> Iterator[Position]:
        """Positions at the start of a turn whose results are known.

        They are those of the course from where all is solved, then of continuations from there. If
        nothing is, those that proof search settles, from the end of the course.
        """
        unproven = 0
        for turn in reversed(course.turns):
            if unproven >= UNPROVEN or turn.first < (first or 0) or self._stopped():
                break
            if self._results.known(turn.before) is None:
                unproven += 1
            else:
                yield turn.before
        if self._is_given or first is None:
            return
        start = course.at(first).position
        for number in range(WALKS):
            rng = Rng(derive(self.search.seed, self.number, number))
            position = start.copy()
            for _ in range(LONGEST_WALK):
                if position.winner != ONGOING:
                    break
                if not position.mid_turn:
                    yield position.copy()
                position.play(_walked(position, self._results, rng))

    def _best(self, positions: Iterator[Position]) -> Iterator[Puzzle]:
        """The puzzles among some positions, by how near their length is to the preferred one."""
        lines, candidates = self._lines, []
        promising = [position for position in positions if self._is_promising(position)]
        self._results.allow_more()
        for position in promising:
            if self._stopped():
                break
            player = int(position.player)
            moves = lines.line(position, player, max(MOVES, self.search.length))
            own = lines.own(position, moves, player)
            candidate = _Candidate(position, moves, own)
            if own and len(candidate.asked) >= self.search.length:
                candidates.append(candidate)
        wanted = max(TO_FIND[self.number % len(TO_FIND)], self.search.length)
        candidates.sort(key=lambda candidate: abs(len(candidate.asked) - wanted))
        firsts = set()
        for candidate in candidates[:EXAMINED]:
            first = self._game.format_move(candidate.moves[0], candidate.position)
            puzzle = None if first in firsts else self._puzzle(candidate)
            if puzzle is not None:
                firsts.add(first)
                yield puzzle

    def _is_promising(self, position: Position) -> bool:
        """Tell if a position offers enough moves, and no two are known to keep its result."""
        if self._stopped() or len(grouped(position)) < max(2, self.search.choices):
            return False
        loses = self._results.outcome(position, int(position.player)) is Outcome.LOSES
        return not loses and len(self._lines.keeping(position)) == 1

    def _puzzle(self, candidate: _Candidate) -> Puzzle | None:
        """The puzzle of a candidate; None if it does not tempt, or is not proven twice."""
        position, own, seed = candidate.position, candidate.own, self.search.seed
        game, lines, results = self._game, self._lines, self._results
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
            themes=themes(game, position, candidate.moves, tempting),
            tempting=tempted,
            end=" ".join(lines.best_play(at, player)),
        )
        if self.search.tempting and not ends(begin_puzzle(puzzle, type(game))):
            return None
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


def themes(
    game: Game, position: Position, moves: Sequence[int], tempting: int | None
) -> tuple[str, ...]:
    """The names of the motifs of the first turn of a line that a tempting move lacks.

    Slight ones are named where there are no others.
    """
    end = position
    for move in moves:
        if end.winner == ONGOING and end.player == position.player:
            end = successor(end, move)
    found = motifs_between(game, position, end)
    if tempting is not None:
        for name in motifs_between(game, position, successor(position, tempting)):
            found.pop(name, None)
    plain = motifs_between(game, position, end, slight=False)
    return tuple([name for name in found if name in plain] or found)


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
