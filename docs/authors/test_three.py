"""Three in a row under the conformance kit: python -m pytest test_three.py."""

from __future__ import annotations

from three import ThreeGame

from stackyard_kit.testing import GameConformance


class TestThree(GameConformance):
    """All that Stackyard expects of a game."""

    game = ThreeGame
    longest = 9  # moves
    perft = "three_perft.json"
