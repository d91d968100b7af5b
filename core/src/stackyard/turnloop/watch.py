"""Watching long work, such as thinking about a move, and stopping it."""

from __future__ import annotations

from collections.abc import Callable

# Called now and then with the share of the work that is done, 0 … 1; True ends the work.
Watch = Callable[[float], bool]
