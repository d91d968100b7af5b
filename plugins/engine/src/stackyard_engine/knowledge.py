"""Knowledge of a game beyond its rules for the engine, as plugins register it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic

from stackyard.game import Game
from stackyard.options import Settings
from stackyard.plugins.contributions import contribution
from stackyard.position import Position
from stackyard.text import quoted
from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.params import AlphaBetaParams, MctsParams

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with a default, as before Python 3.13

    from stackyard_engine.eval.patterns import Patterns
    from stackyard_engine.solver.game_solver import GameSolver

    P = TypeVar("P", bound=Position, default=Any)
else:
    from typing import TypeVar

    P = TypeVar("P", bound=Position)

HOOK = "stackyard_register_knowledge"
GAMES = 64  # whose knowledge is kept


class Knowledge(Generic[P]):
    """The knowledge of one game with its options; every part has a default.

    A subclass names the position class, as in `class SiloKnowledge(Knowledge[Silo])`, and may
    declare the class of `game`. Where the options decide, it sets attributes in `__init__`. Files
    of weights and of tuned parameters lie in the folder `weights` of its package.
    """

    # of Monte-Carlo search, found by matches
    mcts_params: MctsParams = MctsParams()
    # the same with learned weights
    mcts_params_with_weights: MctsParams = MctsParams(minimax=1.0, exploration=0.2)
    # of the values of searches by playouts, measured by docs/researchers/evaluation.py
    playout_calibration: Calibration = Calibration()
    # of selective alpha-beta search by weights; None where tree search plays better
    alphabeta_params: AlphaBetaParams | None = None

    def __init__(self, game: Game[P]) -> None:
        self.game = game

    def patterns(self) -> Patterns | None:
        """The features of learned weights, for positions with a method `traits`; else None.

        Without them, weights are learned for what lies on the cells.
        """
        return None

    def general_patterns(self) -> Patterns | None:
        """Features with the same tables for all numbers of the options, with `widths`; else None.

        Weights learned for them on some boards serve those without weights of their own.
        """
        return None

    def idle_options(self) -> Settings:
        """The options that have no effect beside the others, with the value to stand for all.

        Weights of that value serve the others.
        """
        return {}

    def solver(self, position: P, memory: int) -> GameSolver | None:
        """A solver made for this game, of a position that is not over, in `memory` bytes.

        None where the engine's own are to serve.
        """
        return None

    def symmetries(self) -> Sequence[Sequence[int]]:
        """The images of the board that play alike, without an exchange of colours.

        Each is the image of every cell, as in Board.symmetries. Analyses search moves once that
        such an image turns into one another.
        """
        return ()

    def passed(self, position: P) -> P | None:
        """The position with the opponent to act and nothing else changed, for hints.

        They ask it for what a player threatens. None inside a turn, and where the opponent could
        not act; None always leaves out threats.
        """
        return None


def knowledge_of(game: Game[P]) -> Knowledge[P]:
    """The knowledge of a game, made once while the game is in use.

    It has the defaults alone for a game of which nothing is registered.

    Raises ProblemError if it cannot be imported, PluginError if it has parts of a wrong kind.
    """
    known: Knowledge[P] = _made(game)
    return known


@lru_cache(maxsize=GAMES)
def _made(game: Game[Any]) -> Knowledge[Any]:
    registered = contribution(HOOK, type(game))
    if registered is None:
        return Knowledge(game)
    made: Knowledge[Any] = registered.call(game)
    for fault in faults_of(made):
        raise registered.fault(f"knowledge of game {game.name}: {fault}")
    return made


def faults_of(knowledge: object) -> Iterator[str]:
    """The parts of a wrong kind in something that is registered as knowledge."""
    if not isinstance(knowledge, Knowledge):
        yield f"{quoted(knowledge)} is no stackyard_engine.Knowledge"
        return
    kinds = {
        "mcts_params": MctsParams,
        "mcts_params_with_weights": MctsParams,
        "playout_calibration": Calibration,
    }
    for name, kind in kinds.items():
        part: object = getattr(knowledge, name)
        if not isinstance(part, kind):
            yield f"{name} is no {kind.__name__}: {quoted(part)}"
    asks = [name for name in ("horizon", "minimax") if getattr(knowledge.mcts_params, name, 0)]
    if asks and not hasattr(knowledge.game.initial(), "evaluate"):
        yield f"mcts_params has a {asks[0]}, and the game's position lacks evaluate"
    selective: object = knowledge.alphabeta_params
    if selective is not None and not isinstance(selective, AlphaBetaParams):
        yield f"alphabeta_params is no AlphaBetaParams: {quoted(selective)}"
    for images in knowledge.symmetries():
        if sorted(images) != [*range(len(knowledge.game.board))]:
            yield f"symmetries has {quoted(images)}, which is not the image of each cell once"
