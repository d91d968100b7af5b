"""Errors of an arena as a whole."""

from __future__ import annotations

from stackyard.errors import StackyardError


class ArenaError(StackyardError):
    """An arena cannot be played or continued; `str(error)` is one clear sentence."""
