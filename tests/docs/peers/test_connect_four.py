from __future__ import annotations

import pytest

from stackyard.errors import PositionError
from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard_connect_four.game import ConnectFourGame
from stackyard_kit.testing import GameConformance

EMPTY_ROWS = "......./......./......./"


class TestConnectFour(GameConformance):
    game = ConnectFourGame
    perft = "connect_four_perft.json"

    def longest_for(self, game: Game) -> int:
        return len(game.board)

    def pieces_in(self, text: str) -> int:
        rows, _, _ = text.partition(" ")
        return rows.count("y") + rows.count("r")


@pytest.mark.parametrize(
    ("rows", "move", "ending"),
    [
        ("......./......./yyy.rrr y", "d", "yellow has four in a row"),
        ("y....../y.r..../y.rr... y", "a", "yellow has four in a row"),
        ("..yr.../.yry.../yrryr.. y", "d", "yellow has four in a row"),
        ("...ry../...yry./..ryrry y", "d", "yellow has four in a row"),
        ("......./......./yy..rr. y", "c", ""),
    ],
)
def test_four_in_a_row_win(rows: str, move: str, ending: str) -> None:
    game = ConnectFourGame()
    position = game.parse_position(EMPTY_ROWS + rows)
    position.play(game.parse_move(move, position))
    assert (game.ending(position) if position.winner != ONGOING else "") == ending


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("......./y....../....... r", "nothing lies under a2"),
        ("......./......./yy..... r", "as many discs"),
        ("......./......./yyyyrrr y", "as many discs"),
        ("......./rrr..../yyyyr.. y", "yellow has already won"),
    ],
)
def test_a_position_that_cannot_be_is_refused(rows: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        ConnectFourGame().parse_position(EMPTY_ROWS + rows)
