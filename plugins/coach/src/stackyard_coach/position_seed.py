"""Seeds of analyses that depend on the position alone, so that a position has one answer."""

from __future__ import annotations

from zlib import crc32

from stackyard.rng import derive
from stackyard.turnloop.history import Course


def position_seed(course: Course, seed: int) -> int:
    """The seed for the position at the end of a course, whatever led to it."""
    return derive(seed, crc32(course.game.format_position(course.position).encode()))
