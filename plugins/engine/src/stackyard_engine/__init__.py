"""Search, solvers, evaluation and computer players for every game of Stackyard."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stackyard_engine.engine import AlphaBetaEngine as AlphaBetaEngine
    from stackyard_engine.engine import MctsEngine as MctsEngine
    from stackyard_engine.eval.calibration import Calibration as Calibration
    from stackyard_engine.knowledge import Knowledge as Knowledge
    from stackyard_engine.mcts.search import Search as Search
    from stackyard_engine.params import AlphaBetaParams as AlphaBetaParams
    from stackyard_engine.params import MctsParams as MctsParams
    from stackyard_engine.solver.engine import SolverEngine as SolverEngine

# The module of each public name, imported when the name is first used.
_MODULES = {
    "AlphaBetaEngine": "engine",
    "AlphaBetaParams": "params",
    "Calibration": "eval.calibration",
    "Knowledge": "knowledge",
    "MctsEngine": "engine",
    "MctsParams": "params",
    "Search": "mcts.search",
    "SolverEngine": "solver.engine",
}

__all__ = sorted(_MODULES)  # noqa: PLE0605 - type checkers see the imports above


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'stackyard_engine' has no attribute {name!r}")
    value = getattr(import_module(f"stackyard_engine.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
