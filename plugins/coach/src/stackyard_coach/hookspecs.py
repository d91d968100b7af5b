"""The hooks by which plugins tell the coach of a game, and how strong the levels are.

A plugin marks them with `hookimpl(optionalhook=True)`, so that it is complete without the coach.
A lesson, puzzles or motifs are read when somebody asks for them. If several plugins register some
for one game, the first one called counts: mark yours with `tryfirst=True` to replace those of the
game's own plugin.
"""

from __future__ import annotations

from collections.abc import Mapping

from stackyard.plugins.hookspecs import RegisterForGame, hookspec


@hookspec
def stackyard_register_lessons(register: RegisterForGame) -> None:
    """Call `register(game, target)` with the name of a game and its lesson, a text in TOML.

    The target is a file of a package, such as `stackyard_silo/lesson.toml`, or a function that is
    called without arguments and returns the text.
    """


@hookspec
def stackyard_register_puzzles(register: RegisterForGame) -> None:
    """Call `register(game, target)` with the name of a game and its puzzles, a text in JSON.

    The target is a file of a package, such as `stackyard_silo/puzzles.json`, or a function that is
    called without arguments and returns the text.
    """


@hookspec
def stackyard_register_motifs(register: RegisterForGame) -> None:
    """Call `register(game, target)` with the name of a game and a sequence of Motif."""


@hookspec(firstresult=True)
def stackyard_level_strengths(game: str) -> Mapping[int, float] | None:
    """The strength of each level of the player `level` in a game, in Elo; the weakest about 1000.

    Ratings of people and the choice of a level that fits use it. None leaves it to the next plugin.
    """
