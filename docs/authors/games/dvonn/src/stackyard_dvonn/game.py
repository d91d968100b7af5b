"""DVONN for people: notation, refusals and scenes."""

from __future__ import annotations

from collections.abc import Mapping

from stackyard.errors import PositionError, Refusal
from stackyard.game import Game
from stackyard.notation import (
    Grid,
    cell_names,
    no_move,
    plural,
    read_choice,
    read_fields,
    read_player,
    spelled,
)
from stackyard.position import DRAW, ONGOING
from stackyard.scenes import NEUTRAL, Piece, Tray
from stackyard_dvonn.plugin import ABOUT
from stackyard_dvonn.rules import (
    BLACK,
    BOARD,
    CELLS,
    EACH,
    RED,
    REDS,
    WHITE,
    Dvonn,
    is_linked,
    place,
    start,
)

LETTERS = "wbr"
PHASES = ("placing", "moving")


class DvonnGame(Game[Dvonn]):
    """DVONN on its one board."""

    about = ABOUT
    colours = ("white", "black")
    neutral = "red"
    cell_letters = 3
    notation = (
        "A move is the cell where a piece is placed, such as c6, or the cell that a stack leaves "
        "and the one where it arrives, such as c6d7. A position is the rows from the top with / "
        "between, each from the left with commas between its cells: a stack of w, b and r from the "
        "bottom, or a number of empty cells. Then come the colour to act (w or b) and the phase, "
        "placing or moving."
    )

    def prepare(self) -> None:
        """Take the board."""
        self.board = BOARD
        self.move_space = CELLS + CELLS**2
        self.grid = Grid(self.board, {"[wbr]+": "a stack of w, b and r"}, between=",")
        self._pieces = [Piece(n, LETTERS[n], "piece") for n in (WHITE, BLACK, NEUTRAL)]

    def initial(self) -> Dvonn:
        """The empty board."""
        return start()

    # Positions as text

    def parse_position(self, text: str) -> Dvonn:
        """The position that rows, the player to act and the phase describe."""
        rows, to_act, phase = read_fields(text, self.start_text, "rows", "player to act", "phase")
        pieces: list[list[int]] = [[] for _ in range(CELLS)]
        for cell, letters in self.grid.read(rows).items():
            pieces[cell] = [LETTERS.index(letter) for letter in letters]
        player = read_player(to_act, self.letters)
        if read_choice("phase", phase, PHASES) == 0:
            return self._placing(pieces, player)
        self._check(pieces)
        position = place(pieces, CELLS, player)
        if position.winner == ONGOING and position.player != player:
            stuck = self.colours[player]
            raise PositionError(f"player to act: {stuck} cannot move, so it is not {stuck}'s turn")
        return position

    def _placing(self, pieces: list[list[int]], player: int) -> Dvonn:
        """A position with pieces yet to be placed."""
        if any(len(stack) > 1 for stack in pieces):
            raise PositionError("rows: there are no stacks as long as pieces are placed")
        number = sum([len(stack) for stack in pieces])
        if number == CELLS:
            raise PositionError("phase: all pieces are placed, so it is moving")
        own = max(0, number - REDS)
        for piece, there in ((RED, min(number, REDS)), (BLACK, own - own // 2), (WHITE, own // 2)):
            found = sum([stack == [piece] for stack in pieces])
            if found != there:
                name = (*self.colours, self.neutral)[piece]
                raise PositionError(
                    f"rows: {found} {name} pieces, but of {number} that are placed "
                    f"{there} are {name}"
                )
        if player != number % 2:
            raise PositionError(f"player to act: {self.colours[number % 2]} places the next piece")
        return place(pieces, number, player)

    def _check(self, pieces: list[list[int]]) -> None:
        """Refuse what cannot come about while stacks are moved."""
        for piece, most in ((RED, REDS), (WHITE, EACH), (BLACK, EACH)):
            found = sum([stack.count(piece) for stack in pieces])
            name = (*self.colours, self.neutral)[piece]
            if found > most or (piece == RED and found < REDS):
                raise PositionError(f"rows: {found} {name} pieces; there are {most}")
        for cell, stack in enumerate(pieces):
            if len(stack) > 1 and stack[-1] == RED:
                name = self.board.names[cell]
                raise PositionError(f"cell {name}: a red piece never comes onto a stack")
        if not is_linked(pieces):
            raise PositionError("rows: a stack that touches no red piece would have been removed")

    def format_position(self, position: Dvonn) -> str:
        """The rows from the top, the player to act, and the phase."""
        rows = self.grid.write(spelled(self.pieces(position)))
        phase = PHASES[position.placed == CELLS]
        return f"{rows} {self.letters[position.player]} {phase}"

    # Moves as text

    def read_move(self, text: str) -> int:
        """The move that one cell or two name, possible or not."""
        if text in self.board.names:
            return self.board.cell(text)
        for cut in range(2, len(text) - 1):
            if text[:cut] in self.board.names and text[cut:] in self.board.names:
                source, target = self.board.cell(text[:cut]), self.board.cell(text[cut:])
                return CELLS + source * CELLS + target
        raise no_move(text, "name the cell for a piece, as in c6, or two for a stack, as in c6d7")

    def format_move(self, move: int, position: Dvonn) -> str:
        """One cell, or two."""
        return "".join(cell_names(self.board, self.move_cells(move, position)))

    def move_cells(self, move: int, position: Dvonn) -> tuple[int, ...]:
        """Where a piece is placed; or where a stack starts, and where it arrives."""
        return (move,) if move < CELLS else divmod(move - CELLS, CELLS)

    def describe(self, move: int, position: Dvonn) -> str:
        """A move about to be made, in words."""
        cells = self.move_cells(move, position)
        names = cell_names(self.board, cells)
        if len(names) == 1:
            piece = "a red piece" if position.placed < REDS else "a piece"
            return f"places {piece} on {names[0]}"
        high = len(position.pieces()[cells[0]])
        what = "a piece" if high == 1 else f"a stack of {high}"
        return f"moves {what} from {names[0]} to {names[1]}"

    # Refusals

    def refusal(self, move: int, position: Dvonn) -> Refusal:
        """The rule that the move breaks."""
        cells = self.move_cells(move, position)
        names = cell_names(self.board, cells)
        pieces = position.pieces()
        if position.placed < CELLS:
            if len(cells) == 2:
                return Refusal("placing", "stacks move when all pieces have been placed", cells)
            return Refusal("occupied", f"there is a piece on {names[0]}", cells)
        if len(cells) == 1:
            return Refusal("moving", "all pieces are placed; name two cells, as in c6d7", cells)
        source, target = cells
        stack = pieces[source]
        if stack == [RED]:
            return Refusal("red", "a red piece does not move by itself", [source])
        if not stack or stack[-1] != position.player:
            return Refusal("not-yours", f"there is no stack of yours on {names[0]}", [source])
        near = self.board.neighbours[source]
        if len(near) == 6 and all(pieces[cell] for cell in near):
            return Refusal("shut-in", f"the stack on {names[0]} is surrounded", [source, *near])
        rays = [self.board.rays[direction * CELLS + source] for direction in range(6)]
        if not any(len(ray) >= len(stack) and ray[len(stack) - 1] == target for ray in rays):
            steps = plural(len(stack), "cell")
            sentence = f"{names[1]} is not {steps} from {names[0]} in a straight line"
            return Refusal("distance", sentence, cells)
        return Refusal("empty", f"{names[1]} is empty, and a move ends on a stack", [target])

    # Scenes

    def pieces(self, position: Dvonn) -> Mapping[int, tuple[Piece, ...]]:
        """The pieces of each stack, bottom first."""
        stacks = enumerate(position.pieces())
        return {cell: tuple([self._pieces[n] for n in stack]) for cell, stack in stacks if stack}

    def trays(self, position: Dvonn) -> tuple[Tray, ...]:
        """The pieces that are yet to be placed."""
        if position.placed >= CELLS:
            return ()
        own = max(0, position.placed - REDS)
        left = (EACH - own // 2, EACH - (own - own // 2))
        trays = [
            Tray(f"{self.colours[n]} to place", n, (self._pieces[n],) * left[n]) for n in (0, 1)
        ]
        reds = (self._pieces[NEUTRAL],) * (REDS - min(position.placed, REDS))
        return (*trays, Tray("red to place", int(position.player), reds))

    def prompt(self, position: Dvonn) -> str:
        """The prompt for the player to act."""
        if position.placed < REDS:
            return "place a red piece"
        if position.placed < CELLS:
            return "place a piece"
        return "move a stack"

    def ending(self, position: Dvonn) -> str:
        """How many pieces each has."""
        white, black = int(position.score(WHITE)), int(position.score(BLACK))
        if position.winner == DRAW:
            return f"both have stacks of {plural(white, 'piece')}"
        most, least = max(white, black), min(white, black)
        winner = self.colours[position.winner]
        return f"{winner} has {plural(most, 'piece')} in stacks against {least}"
