from __future__ import annotations

import pytest

from stackyard.game import Game
from stackyard.testing import GameConformance
from stackyard_hex.game import HexGame


class TestHex(GameConformance):
    game = HexGame
    perft = "hex_perft.json"

    def longest_for(self, game: Game) -> int:
        return len(game.board)

    def pieces_in(self, text: str) -> int:
        rows, _, _ = text.partition(" ")
        return rows.count("b") + rows.count("w")


@pytest.mark.parametrize(
    ("position", "move", "ending"),
    [
        ("b../.../w.b b", "b2", "black has joined the first and the last of the rows"),
        ("..b/.../b.w b", "b2", ""),  # on this diagonal cells do not touch
        ("w../.../bbw w", "b2", "white has joined the first and the last of the columns"),
        ("..w/.../wbb w", "b2", ""),
        (".../b.b/wbw b", "b2", ""),  # from column to column is White's way
    ],
)
def test_a_chain_between_the_own_sides_wins(position: str, move: str, ending: str) -> None:
    game = HexGame(size=3)
    played = game.parse_position(position)
    played.play(game.parse_move(move, played))
    told = "" if played.winner == -1 else game.ending(played)
    assert told == ending
