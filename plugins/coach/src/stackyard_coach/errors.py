"""The errors of lessons and puzzles."""

from __future__ import annotations

from stackyard.errors import StackyardError


class LessonError(StackyardError):
    """The lesson of a game cannot be read, or is impossible by the game's rules."""


class PuzzleError(StackyardError):
    """The puzzles of a game cannot be read or found, or are impossible by the game's rules."""
