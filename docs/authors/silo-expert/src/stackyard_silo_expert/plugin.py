"""Register knowledge and puzzles for Silo, before Silo does."""

from __future__ import annotations

from stackyard.plugins.hookspecs import RegisterForGame, hookimpl


@hookimpl(optionalhook=True, tryfirst=True)
def stackyard_register_knowledge(register: RegisterForGame) -> None:
    """Register what this package knows of Silo."""
    register("silo", "stackyard_silo_expert.knowledge:knowledge")


@hookimpl(optionalhook=True, tryfirst=True)
def stackyard_register_puzzles(register: RegisterForGame) -> None:
    """Register puzzles of this package and of Silo."""
    register("silo", "stackyard_silo_expert.puzzles:puzzles")
