"""Names of the last minor version that are elsewhere now: each still answers, with its new place.

A plugin that imports one goes on working if the name means the same, and Python warns
(DeprecationWarning); else the error says what to write. Empty this list one minor version later.
"""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final

SINCE: Final = "0.1"

# Modules of `stackyard`: the full name of the module that has their content.
MODULES: Final = {
    "hookspecs": "stackyard.plugins.hookspecs",
    "about": "stackyard.info",
    "bits": "stackyard.cells.bits",
    "pairs": "stackyard.cells.pairs",
    "wide": "stackyard.cells.wide",
    "images": "stackyard.cells.symmetry",
    "manner": "stackyard.tuning",
    "showing": "stackyard.text",
    "builds": "stackyard.compiled",
    "exporting": "stackyard.records.export",
    "match": "stackyard.turnloop.match",
    "course": "stackyard.turnloop.history",
    "players": "stackyard.turnloop.players",
    "results": "stackyard.turnloop.outcome",
    "terms": "stackyard.turnloop.terms",
    "alphabeta": "stackyard_engine.alphabeta",
    "levels": "stackyard_engine.levels",
    "mcts": "stackyard_engine.mcts.search",
    "search": "stackyard_engine.mcts.search",
    "checks": "stackyard_engine.checks",
    "workers": "stackyard_engine.workers",
    "testing": "stackyard_kit.testing",
    "building": "stackyard_kit.building",
}
# Names of `stackyard` itself: the module that has them, and the name there.
NAMES: Final = {
    "About": ("stackyard.info", "GameInfo"),
    "Manner": ("stackyard.tuning", "MctsParams"),
    "Search": ("stackyard_engine", "Search"),
    "host": ("stackyard.plugins.registry", "registry"),
}
PACKAGES: Final = {"stackyard_engine": "stackyard-engine", "stackyard_kit": "stackyard-kit"}


def moved_name(name: str) -> Any:
    """The object that a former name of `stackyard` refers to; AttributeError for other names."""
    if name not in NAMES:
        raise AttributeError(f"module 'stackyard' has no attribute {name!r}")
    module, new = NAMES[name]
    _warn(f"stackyard.{name}", f"{module}.{new}")
    return getattr(_imported(f"stackyard.{name}", module), new)


def find_moved(name: str) -> ModuleSpec | None:
    """The module that has the content of a former module of `stackyard`; None if none has."""
    module = name.removeprefix("stackyard.")
    if module not in MODULES:
        return None
    loader: Any = _Moved(MODULES[module])
    return ModuleSpec(name, loader)


class _Moved:
    """Loads a module that has moved."""

    def __init__(self, new: str) -> None:
        self._new = new

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The new module under the old name."""
        _warn(spec.name, self._new)
        return _Alias(spec.name, _imported(spec.name, self._new))

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is left to be run."""


class _Alias(ModuleType):
    """A module under its old name, with the names of the new one."""

    def __init__(self, name: str, new: ModuleType) -> None:
        super().__init__(name, new.__doc__)
        self._new = new

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        new = self._new
        if hasattr(new, name):
            return getattr(new, name)
        raise AttributeError(f"{self.__name__} is {new.__name__} now, which has no {name}")


def _imported(old: str, module: str) -> ModuleType:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = PACKAGES.get(module.partition(".")[0])
        if package is None:
            raise
        words = f"{old} is {module} now, in the package {package}, which is not installed"
        raise ModuleNotFoundError(words, name=error.name) from error


def _warn(old: str, new: str) -> None:
    words = f"{old} is {new} now; the old name goes with the next minor version after {SINCE}"
    warnings.warn(words, DeprecationWarning, stacklevel=4)
