"""The hooks of the coach, its commands and those it adds to prompts, its search for puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pluggy

from stackyard.plugins.hookspecs import RegisterNamed, hookimpl
from stackyard_coach import hookspecs

if TYPE_CHECKING:
    from stackyard.turnloop.watch import Watch
    from stackyard_cli.hookspecs import FittingLevel, ReplayPrompt
    from stackyard_cli.match_prompt import MatchPrompt
    from stackyard_cli.prompt_commands import PromptCommand
    from stackyard_coach.puzzle_search import PuzzleSearch
    from stackyard_coach.puzzles import Puzzle


@hookimpl
def stackyard_addhooks(pluginmanager: pluggy.PluginManager) -> None:
    """Add the hooks by which plugins tell the coach of games."""
    pluginmanager.add_hookspecs(hookspecs)


@hookimpl
def stackyard_register_commands(commands: RegisterNamed) -> None:
    """Register lesson, puzzles, review and stats."""
    for name, sentence in (
        ("lesson", "Learn a game by making its moves."),
        ("puzzles", "Solve puzzles, or find new ones."),
        ("review", "Show where a match was decided, and what was better."),
        ("stats", "Tell how many matches you won and lost."),
    ):
        commands(name, f"stackyard_coach.commands.{name}:command", sentence)


@hookimpl(trylast=True)
def stackyard_find_puzzles(search: PuzzleSearch, watch: Watch | None) -> list[Puzzle]:
    """Find puzzles of any game, unless another plugin does."""
    from stackyard_coach.puzzle_finder import find  # imports the engine's solvers

    return find(search, watch)


# The hooks of the command line


@hookimpl(optionalhook=True)
def stackyard_match_commands(prompt: MatchPrompt) -> Sequence[PromptCommand]:
    """Add hint."""
    from stackyard_coach.prompts.commands import match_commands  # imports the coach

    return match_commands(prompt)


@hookimpl(optionalhook=True)
def stackyard_post_game_commands(prompt: MatchPrompt) -> Sequence[PromptCommand]:
    """Add review and learn."""
    from stackyard_coach.prompts.commands import post_game_commands

    return post_game_commands(prompt)


@hookimpl(optionalhook=True)
def stackyard_replay_commands(prompt: ReplayPrompt) -> Sequence[PromptCommand]:
    """Add hint."""
    from stackyard_coach.prompts.commands import replay_commands

    return replay_commands(prompt)


@hookimpl(optionalhook=True, trylast=True)
def stackyard_fitting_level(game: str) -> FittingLevel:
    """The level that the person beats about half of the time."""
    from stackyard_coach.fitting_level import fitting_level  # imports the archive

    return fitting_level(game)
