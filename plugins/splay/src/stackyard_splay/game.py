"""Splay for people: options, notation, refusals and scenes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stackyard.boards import HexHex
from stackyard.descriptions import Start
from stackyard.errors import PositionError, Refusal
from stackyard.game import Game
from stackyard.notation import (
    Grid,
    listed,
    listed_cells,
    no_move,
    plural,
    read_choice,
    read_fields,
    read_player,
)
from stackyard.options import Option
from stackyard.position import DRAW, ONGOING
from stackyard.scenes import ARRIVING, OFF_BOARD, Movement, Piece
from stackyard_splay import rules, wide
from stackyard_splay.plugin import ABOUT
from stackyard_splay.refusals import refused
from stackyard_splay.rules import BLACK, COLOUR, WHITE

EMPTY = 0  # of a cell; else it is COLOUR * (1 + colour) + height, with height 0 for a marker
TALLEST = 5
SWAP = "swap"

SplayPosition = rules.Splay | wide.WideSplay


class SplayGame(Game[SplayPosition]):
    """Splay with its options chosen."""

    about = ABOUT
    colours = ("white", "black")
    notation = (
        "A move is the cell that takes the checker, such as f6, or swap. A position is the rows "
        "from the top, with / between, then a blank and the colour to act (w or b). In a row, from "
        "the lowest number on and with commas between, stand numbers of empty cells, towers with "
        "their height (w1 to w5, b1 to b5) and markers (W, B). With pie on, s comes last while "
        "swap is or will be open to Black."
    )
    cell_letters = 2
    notes_legend = (
        "room: the empty neighbours of a tower; it splays when it is as high as their number"
    )
    starts = (
        Start(
            "A tower that is full",
            "6/7/8/6,b1,2/5,b3,4/4,b1,w3,5/7,w1,2/4,w4,4/2,b1,5/7/6 w",
            "White can splay the tower on f6, and others collapse.",
        ),
        Start(
            "The centre instead",
            "1,W,W/3,W/1,B,w1,W,1/B,3/B,B,1 b",
            "Black's b2 bars White from the opposite cell; the centre makes up for it.",
            {"side": 3},
        ),
    )
    options = (
        Option("side", 6, range(2, wide.LARGEST + 1), "How many cells each side of the board has."),
        Option(
            "fill",
            False,
            (False, True),
            "Whether a checker may fill an interior cell without an empty neighbour.",
        ),
        Option(
            "pie",
            False,
            (False, True),
            "Whether the second player may answer the first piece by taking it over (swap).",
        ),
    )

    # The board and the start

    def prepare(self) -> None:
        """Set the board; the moves are the interior cells, swap, and the border cells."""
        self.side = int(self.settings["side"])
        self.fill, self.pie = bool(self.settings["fill"]), bool(self.settings["pie"])
        self.board = HexHex(self.side)
        self.move_space = len(self.board) + 1
        self.swap = len(self.board.interior)
        self._order = self.board.interior + self.board.edge  # as the rules number the cells
        self._number = {cell: number for number, cell in enumerate(self._order)}
        few, many = self.letters, self.letters.upper()
        towers = listed([f"{letter}1 to {letter}{TALLEST}" for letter in few], "or")
        self.grid = Grid(
            self.board,
            {
                f"[{few}][1-{TALLEST}]": f"a tower ({towers})",
                f"[{many}]": f"a marker ({listed(many, 'or')})",
            },
            between=",",
        )
        self._pieces = [Piece(colour, letter) for colour, letter in enumerate(few)]
        self._markers = [
            Piece(colour, letter, "marker", "tile") for colour, letter in enumerate(many)
        ]

    def initial(self) -> SplayPosition:
        """The empty board."""
        return self.place([EMPTY] * len(self.board), WHITE, self.pie)

    def place(self, cells: list[int], player: int, swap: bool) -> SplayPosition:
        """The position with these cells, in the order of the rules modules."""
        if self.side <= rules.LARGEST:
            return rules.place(self.side, cells, player, self.fill, swap)
        return wide.place(self.side, cells, player, self.fill, swap)

    # Positions as text

    def parse_position(self, text: str) -> SplayPosition:
        """The position that `2/1,w5,1/2 w` describes on side 2."""
        rows, to_act, *swap = read_fields(
            text, self.start_text, "rows", "player to act", "swap", optional=1
        )
        cells = [EMPTY] * len(self.board)
        for cell, item in self.grid.read(rows).items():
            owner, height = self.letters.index(item[0].lower()), item[1:] or "0"
            cells[cell] = COLOUR * (1 + owner) + int(height)
        player = read_player(to_act, self.letters)
        self._check_towers(cells)
        if swap:
            self._check_swap(swap[0], cells, player)
        position = self.place([cells[cell] for cell in self._order], player, bool(swap))
        if position.winner == ONGOING and not len(position.legal_moves()):
            raise PositionError(
                f"player to act: {self.colours[player]} has no move here and sits out"
            )
        return position

    def _check_towers(self, cells: Sequence[int]) -> None:
        """Refuse a tower on the border, and a tower with too few empty neighbours."""
        for cell, code in enumerate(cells):
            height, name = code % COLOUR, self.board.names[cell]
            if not height:
                continue
            if cell in self.board.edge:
                raise PositionError(f"cell {name}: a tower on the border, where only markers lie")
            spaces = self.spaces(cell, cells)
            if spaces <= height:
                raise PositionError(
                    f"cell {name}: a tower of height {height} with {_spaces(spaces)}; "
                    "a tower has more empty neighbours than its height"
                )

    def _check_swap(self, text: str, cells: Sequence[int], player: int) -> None:
        """Refuse an s where swap is not due."""
        read_choice("swap", text, "s")
        if not self.pie:
            raise PositionError("swap: s stands where the pie is off; leave it out")
        wanted = [COLOUR * (1 + WHITE) + 1] if player == BLACK else []
        if [code for code in cells if code] != wanted:
            first, second = self.colours
            raise PositionError(
                f"swap: s stands at {first}'s first turn, the board being empty, and at {second}'s "
                f"reply to it, the board holding one {first} checker; elsewhere leave it out"
            )

    def format_position(self, position: SplayPosition) -> str:
        """The rows from the top, then the player to act, then s where swap is due."""
        items = {}
        for cell, code in enumerate(self.cells(position)):
            if code:
                letter, height = self.letters[code // COLOUR - 1], code % COLOUR
                items[cell] = f"{letter}{height}" if height else letter.upper()
        swap = " s" if position.may_swap() else ""
        return f"{self.grid.write(items)} {self.letters[position.player]}{swap}"

    def cells(self, position: SplayPosition) -> list[int]:
        """The contents of each cell: 0 or COLOUR * (1 + colour) + height, 0 of a marker."""
        numbered = position.cells()
        return [numbered[self._number[cell]] for cell in range(len(self.board))]

    # Moves as text

    def read_move(self, text: str) -> int:
        """The move on the cell of that name, or swap."""
        if text == SWAP:
            return self.swap
        if text not in self.board.names:
            centre = self.board.names[self.board.centre[0]]
            swap = f", or {SWAP}" if self.pie else ""
            raise no_move(text, f"name the cell for the checker, such as {centre}{swap}")
        number = self._number[self.board.cell(text)]
        return number if number < self.swap else number + 1

    def format_move(self, move: int, position: SplayPosition) -> str:
        """The name of the cell, or swap."""
        return SWAP if move == self.swap else self.board.names[self._cell(move)]

    def move_cells(self, move: int, position: SplayPosition) -> tuple[int, ...]:
        """The cell that takes the checker."""
        return () if move == self.swap else (self._cell(move),)

    def describe(self, move: int, position: SplayPosition) -> str:
        """The checker's place, what it splays over, and the towers that collapse."""
        if move == self.swap:
            return "swaps: the first checker changes its colour"
        before, after = self.cells(position), position.copy()
        after.play(move)
        cell, cells = self._cell(move), self.cells(after)
        name = self.board.names[cell]
        height = before[cell] % COLOUR
        words = f"starts a tower on {name}"
        if height:
            words = f"raises the tower on {name} to {height + 1}"
        if cells[cell] % COLOUR:
            return words
        taken = [there for there in self.board.neighbours[cell] if before[there] == EMPTY]
        if not taken:
            return f"fills {name}"
        words += f" and splays over {listed_cells(self.board, sorted(taken))}"
        fallen = [
            there
            for there, code in enumerate(before)
            if code % COLOUR and not cells[there] % COLOUR and there != cell
        ]
        if not fallen:
            return words
        return f"{words}; {listed_cells(self.board, fallen)} collapse{'s' * (len(fallen) == 1)}"

    def _cell(self, move: int) -> int:
        """The cell that a move other than swap names."""
        return self._order[move if move < self.swap else move - 1]

    # Refusals

    def refusal(self, move: int, position: SplayPosition) -> Refusal:
        """The rule that forbids the checker, and the cells concerned."""
        if move == self.swap:
            if not self.pie:
                return refused("no-pie")
            first, second = self.colours
            return refused("no-swap", first=first, second=second)
        cell, cells = self._cell(move), self.cells(position)
        name, code = self.board.names[cell], cells[cell]
        if cell in self.board.edge:
            return refused("border", [cell], cell=name)
        if code and code % COLOUR == 0:
            return refused("marker", [cell], cell=name)
        if code:
            return refused("not-yours", [cell], cell=name, owner=self.colours[code // COLOUR - 1])
        near = sorted(self.board.neighbours[cell])
        tight = [
            there
            for there in near
            if cells[there] % COLOUR and self.spaces(there, cells) == cells[there] % COLOUR + 1
        ]
        if tight:
            towers = [
                f"the {self.colours[cells[there] // COLOUR - 1]} tower on "
                f"{self.board.names[there]} (height {cells[there] % COLOUR}, which needs "
                f"{_spaces(cells[there] % COLOUR + 1)})"
                for there in tight
            ]
            return refused("stifled", [cell, *tight], cell=name, towers=" and ".join(towers))
        return refused("closed", [cell, *near], cell=name)

    def spaces(self, cell: int, cells: Sequence[int]) -> int:
        """The number of empty neighbours of a cell."""
        return sum([cells[there] == EMPTY for there in self.board.neighbours[cell]])

    # Scenes

    def pieces(self, position: SplayPosition) -> Mapping[int, tuple[Piece, ...]]:
        """A tower has as many checkers as its height; a marker is a flag."""
        found = {}
        for cell, code in enumerate(self.cells(position)):
            if code:
                colour, height = code // COLOUR - 1, code % COLOUR
                piece = self._pieces[colour] if height else self._markers[colour]
                found[cell] = (piece,) * (height or 1)
        return found

    def notes(self, position: SplayPosition) -> Mapping[int, str]:
        """Each tower's empty neighbours, shown after its height as in w3/5; w5/5 would splay."""
        cells = self.cells(position)
        return {
            cell: str(self.spaces(cell, cells)) for cell, code in enumerate(cells) if code % COLOUR
        }

    def _score(self, position: SplayPosition) -> list[int]:
        """The number of cells that each player owns."""
        owners = [code // COLOUR for code in self.cells(position)]
        return [owners.count(1 + colour) for colour in (WHITE, BLACK)]

    def movements(
        self, move: int, position: SplayPosition, after: SplayPosition
    ) -> tuple[Movement, ...]:
        """The checker comes to its cell, and markers go from there to those that it splays over."""
        if move == self.swap:
            return ()
        cell, then, now = self._cell(move), self.cells(position), self.cells(after)
        placed = Movement((OFF_BOARD, cell), level=ARRIVING)
        if now[cell] % COLOUR:
            return (placed,)
        near = [there for there in self.board.neighbours[cell] if now[there] and not then[there]]
        return (placed, *[Movement((cell, there), 1, 1, ARRIVING) for there in near])

    def prompt(self, position: SplayPosition) -> str:
        """The legal actions, and the cells of each player so far."""
        swap = " or swap" if self.swap in position.legal_moves() else ""
        scores = zip(self.colours, self._score(position), strict=True)
        cells = ", ".join([f"{colour} {number}" for colour, number in scores])
        return f"place a checker{swap} ({len(self.board) // 2 + 1} win: {cells})"

    def ending(self, position: SplayPosition) -> str:
        """The number of cells each player owns, and whether that is more than half of them."""
        scores = self._score(position)
        if position.winner == DRAW:
            return f"nobody can move; {scores[0]} cells each"
        winner = position.winner
        more, less = scores[winner], scores[1 - winner]
        if more > len(self.board) // 2:
            return f"{more} of {len(self.board)} cells are {self.colours[winner]}, more than half"
        return (
            f"nobody can move; {more} cells are {self.colours[winner]}, "
            f"{less} {self.colours[1 - winner]}"
        )


def _spaces(number: int) -> str:
    """A number of empty neighbours in words."""
    return plural(number, "empty neighbour")
