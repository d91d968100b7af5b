"""The errors of the engine's files."""

from __future__ import annotations

from stackyard.errors import StackyardError


class TableError(StackyardError):
    """A file is not a usable table of solved positions, or cannot be written."""


class WeightsError(StackyardError):
    """Learned weights do not fit a game, cannot be read or written, or cannot be learned."""
