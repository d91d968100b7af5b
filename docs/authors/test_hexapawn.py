"""Hexapawn under the conformance kit: `python -m pytest` in this folder."""

from __future__ import annotations

from hexapawn import HexapawnGame

from stackyard import Game
from stackyard_kit.testing import GameConformance

Board = dict[tuple[int, int], str]


def counted(position: str, depth: int, **options: object) -> dict[str, int]:
    """The second source: how many sequences of moves begin with each move."""
    rows, _, player = position.partition(" ")
    board = {
        (column, row): letter
        for row, letters in enumerate(reversed(rows.split("/")), 1)
        for column, letter in enumerate(letters, 1)
    }
    return {move: sequences(after, player, depth - 1) for move, after in moves(board, player)}


def sequences(board: Board, mover: str, depth: int) -> int:
    """How many sequences of moves follow on one by `mover`."""
    last = max(row for _, row in board) if mover == "w" else 1
    if depth == 0:
        return 1
    if any(row == last and letter == mover for (_, row), letter in board.items()):
        return 0
    other = "b" if mover == "w" else "w"
    return sum([sequences(after, other, depth - 1) for _, after in moves(board, other)])


def moves(board: Board, player: str) -> list[tuple[str, Board]]:
    """Each move, and what it makes of the board."""
    ahead, enemy = (1, "b") if player == "w" else (-1, "w")
    return [
        (f"{' abcdefgh'[x]}{y}{' abcdefgh'[to]}{y + ahead}", board | {(x, y): ".", there: player})
        for (x, y), letter in board.items()
        if letter == player
        for to in (x - 1, x, x + 1)
        if board.get(there := (to, y + ahead)) == ("." if to == x else enemy)
    ]


class TestHexapawn(GameConformance):
    """All that Stackyard expects of a game."""

    game = HexapawnGame
    perft = "hexapawn_perft.json"
    reference = counted

    def longest_for(self, game: Game) -> int:
        """No pawn takes as many steps as the board has rows."""
        size = int(game.settings["size"])
        return 2 * size * (size - 1)

    def pieces_in(self, text: str) -> int:
        """The letters of the rows."""
        rows, _, _ = text.partition(" ")
        return rows.count("w") + rows.count("b")
