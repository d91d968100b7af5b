"""Lasca for people: notation, refusals and scenes."""

from __future__ import annotations

from collections.abc import Mapping

from stackyard.errors import PositionError, Refusal
from stackyard.game import Game
from stackyard.notation import Grid, cell_names, no_move, read_fields, read_player, spelled
from stackyard.scenes import Piece
from stackyard_lasca.plugin import ABOUT
from stackyard_lasca.rules import (
    BLACK,
    BOARD,
    CELLS,
    EMPTY,
    OFFICER,
    WHITE,
    Lasca,
    pack,
    place,
    unpack,
)

LETTERS = "wbWB"  # of a piece by its number


class LascaGame(Game[Lasca]):
    """Lasca on its one board."""

    about = ABOUT
    colours = ("white", "black")
    cell_letters = 3
    notation = (
        "A move is the cell that a column leaves and the one where it arrives, such as c3d4; each "
        "jump of a turn is written by itself. A position is the rows from the top with / between, "
        "each from the left with commas between its cells: a column from the bottom (w and b for "
        "soldiers, W and B for officers) or a number of empty cells. After a blank comes the "
        "colour to act (w or b). In the middle of a turn the column that must go on jumping "
        "follows, then the columns that it has jumped and may not jump again, as in e5,d4."
    )

    def prepare(self) -> None:
        """Take the board."""
        self.board = BOARD
        self.move_space = CELLS**2
        self.grid = Grid(self.board, {"[wbWB]+": "a column of w, b, W and B"}, between=",")
        kinds = ("soldier", "officer")
        self._pieces = [Piece(n & 1, LETTERS[n], kinds[n >> 1]) for n in range(4)]

    def initial(self) -> Lasca:
        """Eleven soldiers on either side, and an empty row in the middle."""
        return place([pack([WHITE])] * 11 + [EMPTY] * 3 + [pack([BLACK])] * 11, WHITE)

    # Positions as text

    def parse_position(self, text: str) -> Lasca:
        """The position that a text such as `4/3/1,b,2/3/2,w,1/3/4 w` describes."""
        fields = read_fields(
            text, self.start_text, "rows", "player to act", "jumping column", optional=1
        )
        columns = [EMPTY] * CELLS
        for cell, letters in self.grid.read(fields[0]).items():
            columns[cell] = pack([LETTERS.index(letter) for letter in letters])
        self._check(columns)
        player = read_player(fields[1], self.letters)
        if len(fields) == 2:
            return place(columns, player)
        return self._jumping(columns, player, fields[2])

    def _check(self, columns: list[int]) -> None:
        """Refuse what cannot come about."""
        pieces = [piece for column in columns for piece in unpack(column)]
        for colour in (WHITE, BLACK):
            number = sum([piece & 1 == colour for piece in pieces])
            if number != 11:
                raise PositionError(f"rows: {number} {self.colours[colour]} pieces, not 11")
            for cell in self.board.lines[-1 if colour == WHITE else 0]:
                if columns[cell] != EMPTY and columns[cell] & 3 == colour:
                    raise PositionError(
                        f"cell {self.board.names[cell]}: a {self.colours[colour]} soldier on the "
                        "last row would have become an officer"
                    )

    def _jumping(self, columns: list[int], player: int, text: str) -> Lasca:
        """A position in the middle of a turn."""
        names = text.split(",")
        if not set(names) <= set(self.board.names):
            raise PositionError(
                f"jumping column: {text:.40} is not the cell of a column and those that it has "
                "jumped, as in e5,d4"
            )
        jumper, *jumped = [self.board.cell(name) for name in names]
        if not jumped or jumped != sorted(set(jumped)):
            raise PositionError("jumping column: after it come the jumped columns in rising order")
        position = place(columns, player, jumper, sum([2**cell for cell in jumped]))
        own = columns[jumper] != EMPTY and columns[jumper] & 1 == player
        if not own or position.winner != -1 or jumper in jumped:
            raise PositionError(f"jumping column: {names[0]} cannot go on jumping")
        return position

    def format_position(self, position: Lasca) -> str:
        """The rows from the top, the player to act, and the column that must go on jumping."""
        rows = self.grid.write(spelled(self.pieces(position)))
        text = f"{rows} {self.letters[position.player]}"
        if not position.mid_turn:
            return text
        jumped = [cell for cell in range(CELLS) if position.jumped >> cell & 1]
        return f"{text} {','.join(cell_names(self.board, [int(position.jumper), *jumped]))}"

    # Moves as text

    def read_move(self, text: str) -> int:
        """The move that two cells name, possible or not."""
        if text[:2] not in self.board.names or text[2:] not in self.board.names:
            raise no_move(text, "name two cells, as in c3d4")
        return self.board.cell(text[:2]) * CELLS + self.board.cell(text[2:])

    def format_move(self, move: int, position: Lasca) -> str:
        """The two cells of a move."""
        return "".join(cell_names(self.board, divmod(move, CELLS)))

    def move_cells(self, move: int, position: Lasca) -> tuple[int, ...]:
        """The cell that the column leaves, and where it arrives."""
        return divmod(move, CELLS)

    def describe(self, move: int, position: Lasca) -> str:
        """A step or a jump, in words."""
        source, target = divmod(move, CELLS)
        here, there = cell_names(self.board, (source, target))
        if target in self._around(source, 1):
            return f"moves from {here} to {there}"
        over = self.board.names[self._over(source, target)]
        return f"jumps from {here} to {there} and takes a prisoner on {over}"

    # Refusals

    def refusal(self, move: int, position: Lasca) -> Refusal:
        """The rule of moving that stands in the way."""
        source, target = divmod(move, CELLS)
        here, there = cell_names(self.board, (source, target))
        column = position.columns()[source]
        if column == EMPTY or column & 1 != position.player:
            return Refusal("not-yours", f"there is no column of yours on {here}", [source])
        if position.mid_turn and source != position.jumper:
            jumper = self.board.names[position.jumper]
            return Refusal("go-on", f"the column on {jumper} must go on jumping", [position.jumper])
        step, jump = target in self._around(source, 1), target in self._around(source, 2)
        if not step and not jump:
            sentence = f"{there} is not one or two cells from {here} on a diagonal"
            return Refusal("not-diagonal", sentence, [target])
        if position.columns()[target] != EMPTY:
            return Refusal("occupied", f"there is a column on {there}", [target])
        upward = self.board.coordinates[target] > self.board.coordinates[source]
        if not column & OFFICER and upward != (position.player == WHITE):
            return Refusal("backward", "only officers move backward", [source])
        if jump:
            return self._no_jump(source, target, position)
        return Refusal("must-jump", "you can jump, so you must", self._jumping_cells(position))

    def _no_jump(self, source: int, target: int, position: Lasca) -> Refusal:
        """Why a jump is not possible."""
        over = self._over(source, target)
        name, column = self.board.names[over], position.columns()[over]
        if column == EMPTY or column & 1 == position.player:
            return Refusal("no-enemy", f"there is no enemy column on {name} to jump over", [over])
        return Refusal("jumped", f"the column on {name} has been jumped in this turn", [over])

    def _jumping_cells(self, position: Lasca) -> list[int]:
        """The cells of the columns that can jump."""
        return sorted({int(move) // CELLS for move in position.legal_moves()})

    def _around(self, cell: int, distance: int) -> set[int]:
        """The cells that many steps off on a diagonal."""
        rays = [self.board.rays[direction * CELLS + cell] for direction in range(4, 8)]
        return {ray[distance - 1] for ray in rays if len(ray) >= distance}

    def _over(self, source: int, target: int) -> int:
        """The cell in the middle of a jump."""
        return next(iter(self._around(source, 1) & self._around(target, 1)))

    # Scenes

    def pieces(self, position: Lasca) -> Mapping[int, tuple[Piece, ...]]:
        """The pieces of each column, bottom first."""
        columns = enumerate(position.columns())
        return {cell: tuple([self._pieces[n] for n in unpack(c)]) for cell, c in columns if c > 1}

    def prompt(self, position: Lasca) -> str:
        """The prompt for the player to act."""
        if position.mid_turn:
            return f"go on jumping with {self.board.names[position.jumper]}"
        moves = position.legal_moves()
        if len(moves) and int(moves[0]) % CELLS not in self._around(int(moves[0]) // CELLS, 1):
            return "jump"
        return "move a column"

    def ending(self, position: Lasca) -> str:
        """Why the loser cannot move."""
        loser = 1 - position.winner
        tops = [column & 1 for column in position.columns() if column != EMPTY]
        if loser not in tops:
            return f"all columns are {self.colours[position.winner]}'s"
        return f"{self.colours[loser]} cannot move"
