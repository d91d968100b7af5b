"""The search parameters of a game: those that `stackyard tune` found, or those it declares.

A file of them lies where weights lie: in the user's folder, or in `weights` of the package that
knows the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Meta, Struct, field

from stackyard.game import Game
from stackyard.options import Settings
from stackyard_engine.eval.lookup import SUFFIX as WEIGHTS_SUFFIX
from stackyard_engine.eval.lookup import file_name, files_named, weights_folder
from stackyard_engine.eval.weights import Weights
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.params import AlphaBetaParams, MctsParams

SUFFIX: Final = ".tuning"
Numbers = dict[str, int | float | bool]
SearchParams = MctsParams | AlphaBetaParams
P = TypeVar("P", bound=SearchParams)


class TuningMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """The match of parameters that were tried against those that were best until then."""

    tried: str
    games: Annotated[int, Meta(ge=0)]
    points: Annotated[float, Meta(ge=0)]
    better: bool


class Tuning(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of tuned parameters: those of MctsParams and AlphaBetaParams that were found.

    None stands for the game's own parameters; `tree` with weights switches selective search off.
    `evaluate` has the parameters of selective search by the game's `evaluate`, if that is better
    than playouts. `depth` is the depth of the player `alphabeta`, 0 for its default.
    """

    game: str
    options: Settings
    rules_version: int
    playouts: Numbers | None = None
    weights: Numbers | None = None
    alphabeta: Numbers | None = None
    tree: bool = False
    evaluate: Numbers | None = None
    depth: Annotated[int, Meta(ge=0)] = 0
    matches: list[TuningMatch] = field(default_factory=list)


# By game and folder: the parameters, or the reason why a file is unusable.
_FOUND: WeakKeyDictionary[Game, dict[str, tuple[Tuning | None, str]]] = WeakKeyDictionary()


def tuning_name(game: Game) -> str:
    """The name of a file of parameters for a game with its options."""
    return file_name(game).removesuffix(WEIGHTS_SUFFIX) + SUFFIX


def tuning_path(game: Game) -> Path:
    """The file in the user's folder."""
    return weights_folder() / tuning_name(game)


def tuning_of(game: Game) -> Tuning | None:
    """The tuned parameters of a game; None without usable ones."""
    return _found(game)[0]


def tuning_problem(game: Game) -> str:
    """The reason why a file of parameters is unusable; empty if there is none."""
    return _found(game)[1]


def forget_tuning(game: Game) -> None:
    """Read the files of a game anew when they are next needed."""
    _FOUND.pop(game, None)


def mcts_params(game: Game, *, weighted: bool) -> MctsParams:
    """The parameters of tree search, by learned weights or by playouts."""
    known = knowledge_of(game)
    declared = known.mcts_params_with_weights if weighted else known.mcts_params
    tuning = tuning_of(game)
    numbers = None if tuning is None else tuning.weights if weighted else tuning.playouts
    return declared if numbers is None else changed(declared, numbers)


def alphabeta_params(game: Game, weights: Weights | None) -> AlphaBetaParams | None:
    """The parameters of selective alpha-beta search by these weights, or by the game's `evaluate`.

    None where tree search is better.
    """
    tuning = tuning_of(game)
    if tuning is not None:
        numbers = tuning.evaluate if weights is None else tuning.alphabeta
        if numbers is not None:
            return changed(AlphaBetaParams(), numbers)
    if weights is None or (tuning is not None and tuning.tree):
        return None
    match, declared = weights.heading.alphabeta, knowledge_of(game).alphabeta_params
    if declared is None and match is not None and 2 * match.points > match.games:
        return AlphaBetaParams()
    return declared


def tuned_depth(game: Game) -> int:
    """The depth of the player `alphabeta` that was found for a game; 0 if none was."""
    tuning = tuning_of(game)
    return 0 if tuning is None else tuning.depth


def changed(params: P, numbers: Mapping[str, Any]) -> P:
    """Parameters with some of them changed. Raises ValueError or TypeError for invalid ones."""
    return replace(params, **numbers)


def encoded(tuning: Tuning) -> bytes:
    """The content of a file."""
    return msgspec.json.format(msgspec.json.encode(tuning), indent=1) + b"\n"


def _found(game: Game) -> tuple[Tuning | None, str]:
    known = _FOUND.setdefault(game, {})
    folder = str(weights_folder())
    if folder not in known:
        known[folder] = _read(game)
    return known[folder]


def _read(game: Game) -> tuple[Tuning | None, str]:
    for file in files_named(game, tuning_name(game)):
        try:
            tuning = msgspec.json.decode(file.read_bytes(), type=Tuning)
            for numbers in (tuning.playouts, tuning.weights):
                changed(MctsParams(), numbers or {})
            for numbers in (tuning.alphabeta, tuning.evaluate):
                changed(AlphaBetaParams(), numbers or {})
        except (OSError, ValueError, TypeError, msgspec.MsgspecError):
            return None, f"{file} is no usable file of parameters; delete it, or repeat the tuning"
        about = tuning.game, tuning.options, tuning.rules_version
        if about != (game.name, game.settings, game.rules_version):
            return None, f"{file} is of another game, other options or other rules; delete it"
        return tuning, ""
    return None, ""
