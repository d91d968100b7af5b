"""Three in a row, a whole game in one file: stackyard --plugin three.py play three."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from stackyard import DRAW, ONGOING, Game, GameInfo, Piece, PositionError, Refusal, hookimpl
from stackyard.boards import Square
from stackyard.notation import Grid, no_move, read_fields, read_player, spelled
from stackyard.plugins.hookspecs import RegisterGame
from stackyard.position import uniform

SIDE = 3
CELLS = SIDE * SIDE  # counted from the lower left corner, row by row
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
EMPTY = 2  # a cell; otherwise it holds 0 for White's stone or 1 for Black's


class Three:
    """A position: what lies on each cell, whose turn it is. A move: the cell that gets a stone."""

    def __init__(self, cells: list[int], player: i64) -> None:
        self.cells = cells
        self.player = player
        self.mid_turn = False  # each turn is one move
        self.winner: i64 = ONGOING
        self.settle()

    def settle(self) -> None:
        """Find out whether the last move has ended the game."""
        if self.lines(1 - self.player):
            self.winner = 1 - self.player
        elif EMPTY not in self.cells:
            self.winner = DRAW

    def lines(self, player: i64) -> list[int]:
        """The cells of the lines that a player has."""
        full = [line for line in LINES if all(self.cells[cell] == player for cell in line)]
        return [cell for line in full for cell in line]

    def copy(self) -> Three:
        """An independent position, equal to this one."""
        return Three(self.cells[:], self.player)

    def key(self) -> tuple[int, ...]:
        """Equal for equal positions, and for no others."""
        return (int(self.player), *self.cells)

    def legal_moves(self) -> vec[i64]:
        """The moves as rising numbers, none when the game is over."""
        free = [cell for cell in range(CELLS) if self.cells[cell] == EMPTY]
        return vec[i64](free if self.winner == ONGOING else [])

    def random_move(self, bits: i64) -> i64:
        """A legal move chosen by 32 random bits."""
        return uniform(self.legal_moves(), bits)

    def play(self, move: i64) -> None:
        """Make a legal move."""
        self.cells[move] = int(self.player)
        self.player = 1 - self.player
        self.settle()


class ThreeGame(Game[Three]):
    """Place a stone in turn. Who has three in a line wins; a full board is a draw."""

    about = GameInfo(
        name="three",
        title="Three in a Row",
        designer="traditional",
        year=1300,
        summary="Place stones in turn, and get three in a line.",
    )
    notation = "A move is a cell, such as b2. A position is the rows from the top."

    def prepare(self) -> None:
        """Make the board."""
        self.board = Square(SIDE)
        self.move_space = CELLS  # moves are numbers below this
        self.grid = Grid(self.board, {f"[{self.letters}]": "a stone"}, empty=".")

    def initial(self) -> Three:
        """The empty board."""
        return Three([EMPTY] * CELLS, 0)

    def pieces(self, position: Three) -> Mapping[int, tuple[Piece, ...]]:
        """The pieces on each cell, from the bottom up; drawings are made from them."""
        stones = [Piece(player, self.letters[player]) for player in (0, 1)]
        cells = enumerate(position.cells)
        return {cell: (stones[holds],) for cell, holds in cells if holds != EMPTY}

    def format_position(self, position: Three) -> str:
        """A position as text: `..b/.w./... w`."""
        rows = self.grid.write(spelled(self.pieces(position)))
        return f"{rows} {self.letters[position.player]}"

    def parse_position(self, text: str) -> Three:
        """The position that such a text describes."""
        rows, to_act = read_fields(text, self.start_text, "rows", "player to act")
        cells = [EMPTY] * CELLS
        for cell, letter in self.grid.read(rows).items():
            cells[cell] = self.letters.index(letter)
        position = Three(cells, read_player(to_act, self.letters))
        if position.lines(position.player):
            raise PositionError("player to act: that player has a line, so the game was over")
        return position

    def format_move(self, move: int, position: Three) -> str:
        """A move as text: the name of the cell."""
        return self.board.names[move]

    def read_move(self, text: str) -> int:
        """The move that such a text names, legal or not."""
        if text not in self.board.names:
            raise no_move(text, "name a cell, as in b2")
        return self.board.cell(text)

    def refusal(self, move: int, position: Three) -> Refusal:
        """Why a move is not legal."""
        return Refusal("occupied", f"there is a stone on {self.board.names[move]}", [move])

    def ending(self, position: Three) -> str:
        """The reason for the end of the game, in words."""
        if position.winner == DRAW:
            return "the board is full"
        return f"{self.colours[position.winner]} has three in a line"


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Make the game known."""
    register(ThreeGame.about, ThreeGame)
