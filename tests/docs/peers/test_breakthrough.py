from __future__ import annotations

import pytest

from stackyard.game import Game
from stackyard_breakthrough.game import BreakthroughGame
from stackyard_kit.testing import GameConformance


class TestBreakthrough(GameConformance):
    game = BreakthroughGame
    perft = "breakthrough_perft.json"

    def longest_for(self, game: Game) -> int:
        size = int(game.settings["size"])
        return 4 * size * (size - 1)  # no pawn takes more steps than there are rows ahead

    def pieces_in(self, text: str) -> int:
        rows, _, _ = text.partition(" ")
        return rows.count("w") + rows.count("b")


@pytest.mark.parametrize(
    ("position", "move", "ending"),
    [
        ("..b./w.../.b../...w w", "a3a4", "white has a pawn on the far row"),
        ("..b./w.../.b../...w b", "b2b1", "black has a pawn on the far row"),
        ("..../..b./.w../.... w", "b2c3", "white has taken all pawns"),
        ("..../..b./.w../.... b", "c3b2", "black has taken all pawns"),
    ],
)
def test_a_pawn_across_or_the_last_pawn_wins(position: str, move: str, ending: str) -> None:
    game = BreakthroughGame(size=4)
    played = game.parse_position(position)
    played.play(game.parse_move(move, played))
    assert game.ending(played) == ending


def test_a_pawn_that_has_advanced_is_worth_more() -> None:
    game = BreakthroughGame()
    values = [
        game.parse_position(f"bbbbbb/bbbbbb/{rows}/wwwww. b").evaluate()
        for rows in ("....../....../wwwwww", "....../w...../.wwwww", "w...../....../.wwwww")
    ]
    assert values == sorted(values, reverse=True)
    assert len({*values}) == 3
