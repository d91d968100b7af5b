"""Tak for the engine: its symmetries."""

from __future__ import annotations

from collections.abc import Sequence

from stackyard_engine.knowledge import Knowledge
from stackyard_tak.rules import Tak


class TakKnowledge(Knowledge[Tak]):
    """The engine's knowledge of Tak."""

    def symmetries(self) -> Sequence[Sequence[int]]:
        """All turns and reflections."""
        return self.game.board.symmetries
