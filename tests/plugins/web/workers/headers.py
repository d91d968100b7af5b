"""The heads of records, which workers get with the moves of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from stackyard.records.writer import head_of
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from stackyard.records.format import Record


def header(match: Match) -> Record:
    """The heads of records, which workers get with the moves of a match."""
    return replace(head_of(match, []), position=None, result=None)
