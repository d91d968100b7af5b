"""Computer players: a search, a level or the solver in the place of a person."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Event
from typing import TYPE_CHECKING

from stackyard.analysis import Analysis, Limit, Source, result_words
from stackyard.errors import PlayerSpecError
from stackyard.game import Game
from stackyard.options import chosen, typed
from stackyard.position import ONGOING
from stackyard_engine.amateur_player import AmateurPlayer
from stackyard_engine.draw_answers import accepts_draw
from stackyard_engine.engine import AlphaBetaEngine, MctsEngine, warning_of
from stackyard_engine.eval.lookup import evaluator_words, weights_for
from stackyard_engine.eval.tuning_file import changed, mcts_params, tuned_depth
from stackyard_engine.levels import AMATEURS, STRONGEST, limit_of
from stackyard_engine.limits import DEPTH
from stackyard_engine.mcts.search import NODES
from stackyard_engine.selection import plays_selectively
from stackyard_engine.solver.engine import SolverEngine
from stackyard_engine.solver.tables import kept_for
from stackyard_engine.variety import varied

if TYPE_CHECKING:
    from stackyard.turnloop.history import Course
    from stackyard.turnloop.match import Match

SIMULATIONS = 1000  # default limit of mcts
PLAYOUTS = ("horizon", "rave", "history", "decisive", "scale")  # parameters of playouts alone
EXAMINED = 6  # a move chosen for variety gets a sixth of the positions of the analysis
PERFECT_SECONDS = 5.0  # default seconds a move of perfect


class EnginePlayer:
    """Plays the moves that an engine finds within a limit for each move.

    The engine's seed decides among moves that are nearly as good.
    """

    accepts_draw = staticmethod(accepts_draw)

    def __init__(
        self,
        name: str,
        engine: MctsEngine | AlphaBetaEngine,
        limit: Limit,
        game: Game,
        notice: str = "",
    ) -> None:
        self.name = name
        self.engine = engine
        self._game = game
        self._notice = notice  # a further warning
        self.limit = limit

    @property
    def warning(self) -> str:
        """See Player: why learned weights cannot be used, and options that have no effect."""
        return "\n".join(filter(None, (warning_of(self._game), self._notice)))

    @property
    def remark(self) -> str:
        """See Player: where the weights are from, if they were learned here."""
        weights = weights_for(self._game)
        if weights is None or not weights.learned_here:
            return ""
        return f"{self.name} plays by {evaluator_words(self._game, weights)}"

    def choose(self, match: Match) -> int:
        """The move; a single legal move is played without an analysis."""
        course = match.course
        moves = course.position.legal_moves()
        if len(moves) == 1:
            return int(moves[0])
        analysis = self.engine.analyse(course, self.limit, match.watch)
        return varied(analysis, self.engine.seed, lambda after: self._examined(after, analysis))

    def _examined(self, after: Course, analysis: Analysis) -> Analysis:
        """A search of the position after a move, as deep as that before it.

        Unless the player has a depth, few positions are examined, so that a move takes little
        longer. The engine is another one: this one keeps what it has searched.
        """
        selective = isinstance(self.engine, AlphaBetaEngine) and self.engine.selective
        few = None if self.limit.depth else analysis.positions // EXAMINED + 1
        limit = Limit(depth=max(1, analysis.depth - 1), positions=few)
        return AlphaBetaEngine(self.engine.seed, selective=selective).analyse(after, limit)

    def stop(self) -> None:
        """Make the engine end its analysis as soon as it has a move; callable from any thread."""
        self.engine.stop()

    def close(self) -> None:
        """Close the engine."""
        self.engine.close()


def mcts_player(
    game: Game,
    seed: int,
    simulations: int | None = None,
    seconds: float | None = None,
    nodes: int = NODES,
    workers: int = 1,
    **params: float | None,
) -> EnginePlayer:
    """The player `mcts`: the best move of Monte-Carlo tree search.

    `params` are parameters of MctsParams, None for the game's own.
    """
    changes = {name: value for name, value in params.items() if value is not None}
    _check_params(game, changes)
    if simulations is None and seconds is None:
        simulations = SIMULATIONS
    limit = Limit(simulations=simulations, seconds=seconds)
    engine = MctsEngine(seed, nodes, workers, merges_images=False, changes=changes)
    return EnginePlayer("mcts", engine, limit, game, _idle_words(game, changes))


def _idle_words(game: Game, changes: Mapping[str, float]) -> str:
    """A sentence about parameters of playouts, which a search by learned weights has none of."""
    idle = [name for name in PLAYOUTS if name in changes]
    if not idle or weights_for(game) is None:
        return ""
    words = f"no effect with learned weights, as here: {', '.join(idle)}"
    return f"{words}; STACKYARD_WEIGHTS=none plays without weights"


def _check_params(game: Game, changes: Mapping[str, float]) -> None:
    """Raise PlayerSpecError for parameters that this search cannot have."""
    needs = [name for name in ("horizon", "minimax") if changes.get(name)]
    by_playouts = weights_for(game) is None
    try:
        changed(mcts_params(game, weighted=not by_playouts), changes)
    except ValueError as error:
        own = "; history=off,rave=0 turns off the game's own" if changes.get("decisive") else ""
        raise PlayerSpecError(f"player mcts: {error}{own}") from error
    if needs and by_playouts and not hasattr(game.initial(), "evaluate"):
        from stackyard_cli.command_lines import command_line  # which searches do without

        raise PlayerSpecError(
            f"player mcts: {needs[0]} needs an evaluation of positions, and {game.name} has"
            " neither `evaluate` nor learned weights; "
            f"`{command_line('train', game.name)}` learns them"
        )


def alphabeta_player(
    game: Game, seed: int, depth: int | None = None, seconds: float | None = None
) -> EnginePlayer:
    """The player `alphabeta`: the best move of alpha-beta search."""
    if depth is None and seconds is None:
        depth = tuned_depth(game) or DEPTH
    limit = Limit(depth=depth, seconds=seconds)
    return EnginePlayer("alphabeta", AlphaBetaEngine(seed), limit, game)


class PerfectPlayer:
    """Plays perfectly where the result is known from a kept table or can be solved in time.

    Up to half of `seconds` is spent on solving a position. If that does not suffice, it plays the
    best move of Monte-Carlo tree search. It reports the basis of its moves and the winner, and
    reports again when either changes.
    """

    accepts_draw = staticmethod(accepts_draw)

    def __init__(self, game: Game, seed: int, seconds: float = PERFECT_SECONDS) -> None:
        self.name = "perfect"
        kept = kept_for(game)
        # A proof without distances does not tell which of the winning moves makes progress.
        self._engine = SolverEngine(known=kept.tables, fallback="exhaustive")
        self._limit = Limit(seconds=seconds / 2)
        self._substitute = MctsEngine(seed, merges_images=False)
        self._stop = Event()
        self._told: tuple[Source, int] | None = None  # the basis of its moves, and the winner
        self._table_problem = kept.problem
        self._game = game

    @property
    def warning(self) -> str:
        """See Player: reasons why a kept table or learned weights cannot be used, if any."""
        return "\n".join(filter(None, (self._table_problem, warning_of(self._game))))

    def choose(self, match: Match) -> int | str | None:
        """The fastest win, or the slowest loss."""
        self._stop.clear()

        def watch(share: float) -> bool:
            return match.watch(share) or self._stop.is_set()

        course = match.course
        moves = course.position.legal_moves()
        if len(moves) == 1:
            return int(moves[0])
        analysis = self._engine.analyse(course, self._limit, lambda share: watch(share / 2))
        if (analysis.source, analysis.proven) != self._told:
            self._told = analysis.source, analysis.proven
            match.say(self._words(analysis))
        if analysis.proven == ONGOING:
            analysis = self._substitute.analyse(
                course, self._limit, lambda share: watch((1 + share) / 2)
            )
        return analysis.move

    def _words(self, analysis: Analysis) -> str:
        """The basis of its moves and the expected result, in words."""
        how = {
            Source.TABLE: "plays from a table of solved positions",
            Source.SOLVED: "has solved the position",
            Source.PROOF: "has proved the result, and not in how many moves",
            Source.ESTIMATE: "could not solve the position in time and plays as mcts does",
        }[analysis.source]
        if analysis.proven == ONGOING:
            from stackyard_cli.command_lines import command_line  # which searches do without

            game = analysis.course.game
            words = command_line("solve", game.name) + typed(chosen(game.options, game.settings))
            advice = f"`{words} --keep` makes a table, if memory allows"
            return f"The player perfect {how}; {advice}."
        return f"The player perfect {how}: {result_words(analysis)}."

    def stop(self) -> None:
        """End its search as soon as it has a move; callable from any thread."""
        self._stop.set()

    def close(self) -> None:
        """Release its resources."""
        self._engine.close()
        self._substitute.close()


def level_player(game: Game, seed: int, level: int) -> AmateurPlayer | EnginePlayer:
    """The player `level`, at one of the levels 1 to 8; a whole match repeats for a seed."""
    name = f"level {level}"
    if level < STRONGEST:
        return AmateurPlayer(name, game, seed, AMATEURS[level - 1])
    if plays_selectively(game):
        best = AlphaBetaEngine(seed, selective=True)
        return EnginePlayer(name, best, limit_of(game), game)
    return EnginePlayer(name, MctsEngine(seed, merges_images=False), limit_of(game), game)
