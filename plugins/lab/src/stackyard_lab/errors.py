"""What can go wrong with an experiment as a whole."""

from __future__ import annotations

from stackyard.errors import StackyardError


class ArenaError(StackyardError):
    """An arena cannot be played, or cannot go on: `str(error)` is one clear sentence."""
