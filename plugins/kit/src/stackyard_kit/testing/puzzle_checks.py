"""Check a game's puzzles: they follow the rules, and a plain solver finds the same results.

The solver shares no code with the engine's.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterable

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.notation import spelled
from stackyard.position import DRAW, ONGOING, Position
from stackyard_coach.puzzles import HOOK, Outcome, Puzzle, PuzzleAttempt, begin_puzzle, puzzles_of
from stackyard_coach.texts import text_of
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.successors import successors
from stackyard_kit.testing.samples import ConformanceError, at

LARGEST = 100_000  # bytes of the file
FEW = 3  # puzzles of each game that are solved in the quick check
QUICK_PLIES = 3  # moves of a forced win that are tried for each of them
QUICK = 2_000  # positions to visit for each position then, at most


class PlainSolver:
    """The winner of positions, by a short forced win or by backward induction over all that follow.

    The first looks `plies` moves ahead, the second visits at most `most` positions. Results are
    kept in dicts. Endless play is a draw.
    """

    def __init__(self, plies: int = 0, most: int | None = None) -> None:
        self._plies = plies
        self._most = most
        self._winners: dict[Hashable, int] = {}
        self._forced: dict[Hashable, bool] = {}

    def winner(self, position: Position) -> int | None:
        """The winner with best play, 0, 1 or DRAW; None if it is not found within the limits."""
        key = position.key()
        if key in self._winners:
            return self._winners[key]
        for plies in range(self._plies + 1):
            for player in (0, 1):
                if self._wins(position, player, plies):
                    return player
        return self._winners[key] if self._solve(position, self._most) else None

    def _wins(self, position: Position, player: int, plies: int) -> bool:
        """Tell if a player can force a win within `plies` moves."""
        if position.winner != ONGOING or not plies:
            return int(position.winner) == player
        key = position.key(), player, plies
        if key not in self._forced:
            replies = [after for _, after in successors(position)]
            decide = any if position.player == player else all
            self._forced[key] = decide(self._wins(after, player, plies - 1) for after in replies)
        return self._forced[key]

    def _solve(self, start: Position, most: int | None) -> bool:
        """Find the winners of a position and all that follow."""
        winners = self._winners
        waiting, players = [start], {start.key(): int(start.player)}
        before: dict[Hashable, list[Hashable]] = {start.key(): []}
        options: dict[Hashable, int] = {}  # moves of a position whose winners are not known
        known: deque[Hashable] = deque()
        found: dict[Hashable, int] = {}
        while waiting:
            position = waiting.pop()
            key = position.key()
            if key in winners or position.winner != ONGOING:
                found[key] = winners.get(key, int(position.winner))
                known.append(key)
                continue
            options[key] = len(position.legal_moves())
            if most is not None and len(options) > most:
                return False
            for _, after in successors(position):
                other = after.key()
                if other not in before:
                    before[other] = []
                    players[other] = int(after.player)
                    waiting.append(after)
                before[other].append(key)
        while known:
            key = known.popleft()
            for earlier in before[key]:
                if earlier in found:
                    continue
                player = players[earlier]
                if found[key] == player:
                    found[earlier] = player
                    known.append(earlier)
                elif found[key] == 1 - player:
                    options[earlier] -= 1
                    if not options[earlier]:
                        found[earlier] = 1 - player
                        known.append(earlier)
        for key in before:
            winners[key] = found.get(key, DRAW)  # neither player can force a win
        return True


def check_puzzles(kind: type[Game]) -> None:
    """The puzzles of a game, which has some, follow the rules; a few are solved once more."""
    try:
        if len(text_of(HOOK, kind()).encode()) > LARGEST:
            raise ConformanceError(f"the puzzles take more than {LARGEST // 1000} kB")
        puzzles = puzzles_of(kind())
        check_different(kind, puzzles)
    except StackyardError as error:
        raise ConformanceError(f"{error}") from error
    solved = 0
    for puzzle in puzzles:
        with at(f"puzzle {puzzle.name}, {puzzle.position}"):
            try:
                attempt = begin_puzzle(puzzle, kind)
                check_rules(attempt)
            except StackyardError as error:
                raise ConformanceError(f"{error}") from error
            if solved < FEW:
                solved += check_proof(attempt, PlainSolver(QUICK_PLIES, QUICK))


def check_different(kind: type[Game], puzzles: Iterable[Puzzle]) -> None:
    """No two puzzles have one position, or images of one under the symmetries of the game."""
    counted: Counter[Hashable] = Counter()
    for puzzle in puzzles:
        game = kind(**puzzle.options)
        position = game.parse_position(puzzle.position)
        letters = spelled(game.pieces(position))
        images = [
            sorted((turn[cell], stack) for cell, stack in letters.items() if stack)
            for turn in [range(len(game.board)), *knowledge_of(game).symmetries()]
        ]
        board = tuple(game.settings.items())
        image = (board, int(position.player), str(game.trays(position)), tuple(min(images)))
        counted[image] += 1
        if counted[image] > 1:
            raise ConformanceError(f"{puzzle.position} comes twice, up to symmetry")


def check_rules(attempt: PuzzleAttempt) -> None:
    """Each move of the line is legal, and each other move of the solver has a refutation.

    Neither the first nor the last move of the solver is forced.
    """
    course = attempt.course
    lines = iter(attempt.puzzle.wrong)
    choices = []
    for text in attempt.line:
        if course.player == attempt.learner:
            wrong = next(lines)
            moves = course.game.legal_texts(course.position)
            keys = {move: course.play(move).position.key() for move in moves}
            others = {keys[move] for move in moves if keys[move] != keys[text]}
            refuted = [keys.get(move) for move in wrong]
            if set(refuted) != others or len(refuted) != len(others):
                raise ConformanceError(f"`wrong` does not name every move but {text} once")
            for move, refutation in wrong.items():
                end = course.play(move)
                for reply in refutation.line.split():
                    end = end.play(reply)
            choices.append(len(others))
        course = course.play(text)
    for number, place in ((0, "first"), (-1, "last")):
        if not choices[number]:
            raise ConformanceError(f"the {place} move of the line is forced")


def check_proof(attempt: PuzzleAttempt, solver: PlainSolver) -> bool:
    """Each move of the solver keeps the result, and each other one gives it away.

    False if the plain solver's limits are too small for one of them.
    """
    course, lines, player = attempt.course, iter(attempt.puzzle.wrong), attempt.learner
    for text in attempt.line:
        if course.player == player:
            wanted = {text: None, **next(lines)}
            for move, refutation in wanted.items():
                winner = solver.winner(course.play(move).position)
                if winner is None:
                    return False
                found = Outcome.DRAWS if winner == DRAW else Outcome.LOSES
                if winner == player:
                    found = Outcome.WINS
                expected = attempt.puzzle.keeps if refutation is None else refutation.outcome
                if found is not expected:
                    raise ConformanceError(f"after {move} the solver {found}, not {expected}")
                if refutation is not None and found is attempt.puzzle.keeps:
                    raise ConformanceError(f"{move} keeps the result as well as {text}")
        course = course.play(text)
    return True
