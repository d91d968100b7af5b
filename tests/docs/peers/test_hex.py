from __future__ import annotations

import pytest

from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard_hex.game import HexGame
from stackyard_kit.testing import GameConformance


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
    told = "" if played.winner == ONGOING else game.ending(played)
    assert told == ending


@pytest.mark.parametrize(
    ("position", "ahead"),
    [
        ("......./......./......./......./......./......./....... b", 1),  # three stones each
        ("......./......./......./...b.../......./......./....... w", -1),  # two against three
        ("......./......./......./...w.../......./......./....... b", -1),
        (".../.b./... w", -3),  # none: whatever White blocks, Black has another way
        (".../.w./... b", -3),
        ("w../.b./... w", 1),  # one each, on b3
        ("b../.../w.b b", 3),
    ],
)
def test_a_position_is_judged_by_the_stones_that_are_missing(position: str, ahead: int) -> None:
    game = HexGame(size=position.count("/") + 1)
    assert game.parse_position(position).evaluate() == ahead


def mirrored(text: str) -> str:
    """A position with rows as columns and the colours exchanged, which changes nothing."""
    rows, _, player = text.partition(" ")
    columns = zip(*rows.split("/")[::-1], strict=True)
    swapped = "/".join(["".join(column) for column in columns][::-1])
    return f"{swapped} {player}".translate(str.maketrans("bw", "wb"))


def test_both_colours_are_judged_alike() -> None:
    for seed in range(200):
        game, rng = HexGame(size=4 + seed % 4), Rng(seed)
        position = game.initial()
        while position.winner == ONGOING:
            text = game.format_position(position)
            again = game.parse_position(mirrored(text))
            assert position.evaluate() == again.evaluate(), f"seed {seed}: {text}"
            position.play(position.random_move(rng.bits()))
