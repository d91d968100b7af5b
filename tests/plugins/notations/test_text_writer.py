from __future__ import annotations

from typing import TYPE_CHECKING

from stackyard.plugins.registry import registry
from stackyard.records.export import View, export_many
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker


def test_texts_have_the_moves_in_order_and_a_line_between_them(known_walk: WalkMaker) -> None:
    match = Match(known_walk("a 0 b", "b 1 c", "c 0 d", "d 1 won 1"))
    for move in "bcd":
        match.play(move)
    record = record_of(match)
    text = b"".join(export_many(registry().exporters["text"], [record] * 60, View()))
    one, *others = text.split(b"\n\n[Game ")
    assert one.endswith(b"\n\n1. b c 2. d black")
    assert len(others) == 59
