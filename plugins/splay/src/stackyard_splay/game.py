"""Splay for people: options, notation, refusals and scenes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stackyard.boards import HexHex
from stackyard.errors import NotationError, PositionError, Refusal
from stackyard.game import Game
from stackyard.options import Option
from stackyard.position import DRAW, ONGOING, Position
from stackyard.scenes import Piece
from stackyard_splay import rules, wide
from stackyard_splay.plugin import ABOUT

WHITE, BLACK = 0, 1
EMPTY = 0
COLOUR = rules.COLOUR  # of a cell's owner: COLOUR * (1 + colour) + height
TALLEST = 5
LETTERS = "wb"
SWAP = "swap"
CHECKERS = (Piece(0, "w"), Piece(1, "b"))
MARKERS = (Piece(0, "W", "marker"), Piece(1, "B", "marker"))
ITEMS = {"W": COLOUR, "B": 2 * COLOUR} | {
    f"{letter}{height}": COLOUR * (1 + colour) + height
    for colour, letter in enumerate(LETTERS)
    for height in range(1, TALLEST + 1)
}
TEXTS = {code: item for item, code in ITEMS.items()}


class SplayGame(Game):
    """Splay with its options chosen."""

    about = ABOUT
    notation = (
        "A move is the cell that takes the checker, such as f6, or swap. A position is the rows "
        "from the top, with / between, then a blank and the colour to act (w or b). In a row, from "
        "the lowest number on and with commas between, stand numbers of empty cells, towers with "
        "their height (w1 to w5, b1 to b5) and markers (W, B). With pie on, s comes last while "
        "swap is or will be open to Black."
    )
    options = (
        Option("side", 6, range(2, wide.LARGEST + 1), "How many cells each edge has."),
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
            "Whether Black may take over White's first checker (swap); our addition.",
        ),
    )

    def prepare(self) -> None:
        """Set the board; the moves are the interior cells, swap, and the border cells."""
        self.side = int(self.settings["side"])
        self.fill, self.pie = bool(self.settings["fill"]), bool(self.settings["pie"])
        self.board = HexHex(self.side)
        self.move_space = len(self.board) + 1
        self.swap = len(self.board.interior)
        self._order = self.board.interior + self.board.edge  # as the rules number the cells
        self._number = {cell: number for number, cell in enumerate(self._order)}

    def initial(self) -> rules.Splay | wide.WideSplay:
        """The empty board."""
        return self._place([EMPTY] * len(self.board), WHITE, self.pie)

    def _place(self, cells: list[int], player: int, swap: bool) -> rules.Splay | wide.WideSplay:
        """The position of these cells, which are in the order of the rules modules."""
        if self.side <= rules.LARGEST:
            return rules.place(self.side, cells, player, self.fill, swap)
        return wide.place(self.side, cells, player, self.fill, swap)

    def parse_position(self, text: str) -> rules.Splay | wide.WideSplay:
        """The position that `1,w2/b1,1,W/2 b` describes on side 2."""
        fields = text.split(" ")
        if len(fields) not in (2, 3):
            raise PositionError(
                "a Splay position is the rows, one blank and the player to act, as in "
                f"{self.format_position(self.initial())}; this has {len(fields)} "
                f"field{'s' if len(fields) != 1 else ''}"
            )
        rows, player = fields[0].split("/"), fields[1]
        lines = self.board.lines[::-1]
        if len(rows) != len(lines):
            raise PositionError(
                f"rows: {len(rows)} of them, but the board has {len(lines)}, with / between"
            )
        board: dict[int, int] = {}
        for line, row in zip(lines, rows, strict=True):
            board |= zip(line, self._read_row(line, row), strict=True)
        if player not in ("w", "b"):
            raise PositionError(f"player to act: {player!r:.20} is not w or b")
        self._check_towers(board)
        cells = [board[cell] for cell in self._order]
        colour = LETTERS.index(player)
        if len(fields) == 3:
            self._check_swap(fields[2], cells, colour)
        position = self._place(cells, colour, len(fields) == 3)
        if position.winner == ONGOING and not len(position.legal_moves()):
            raise PositionError(
                f"player to act: {self.colours[colour]} has no move here and sits out"
            )
        return position

    def _read_row(self, line: Sequence[int], row: str) -> list[int]:
        """The cells of a row written from its lowest number on."""
        names = self.board.names
        letter = names[line[0]][0]
        codes: list[int] = []
        run = False  # whether the item before was a run of empty cells
        for item in row.split(","):
            rest = line[len(codes) :]
            where = f"cell {names[rest[0]]}" if rest else f"row {letter}"
            if item in ITEMS:
                codes.append(ITEMS[item])
                run = False
            elif item.isascii() and item.isdecimal() and item[0] != "0" and len(item) < 3:
                if run:
                    raise PositionError(
                        f"{where}: a number of empty cells follows another; write their sum"
                    )
                codes += [EMPTY] * int(item)
                run = True
            else:
                raise PositionError(
                    f"{where}: {item!r:.20} is neither a number of empty cells nor a tower "
                    "(w1 to w5, b1 to b5) nor a marker (W, B)"
                )
        if len(codes) != len(line):
            raise PositionError(
                f"row {letter}: {len(codes)} written, but the board has {len(line)} cells there "
                f"({names[line[0]]} to {names[line[-1]]})"
            )
        return codes

    def _check_towers(self, board: Mapping[int, int]) -> None:
        """Refuse a tower on the border, and one that has too few empty neighbours."""
        for cell, code in board.items():
            height, name = code % COLOUR, self.board.names[cell]
            if not height:
                continue
            if cell in self.board.edge:
                raise PositionError(f"cell {name}: a tower on the border, where only markers lie")
            spaces = sum([board[there] == EMPTY for there in self.board.neighbours[cell]])
            if spaces <= height:
                raise PositionError(
                    f"cell {name}: a tower of height {height} with {_number(spaces)}; "
                    "a tower has more empty neighbours than its height"
                )

    def _check_swap(self, field: str, cells: list[int], player: int) -> None:
        """Refuse an s where swap is not due."""
        if field != "s" or not self.pie:
            allowed = "s or nothing" if self.pie else "nothing, as pie is off"
            raise PositionError(f"third field: {field!r:.20} is not {allowed}")
        wanted = [COLOUR + 1] if player == BLACK else []
        if [code for code in cells if code] != wanted:
            raise PositionError(
                "third field: s stands only at White's first turn, the board being empty, and at "
                "Black's reply to it, the board holding one white checker"
            )

    def format_position(self, position: Position) -> str:
        """The rows from the top, then the player to act, then s where swap is due."""
        cells = self.cells(position)
        rows = []
        for line in self.board.lines[::-1]:
            items: list[str] = []
            run = 0
            for cell in line:
                if cells[cell]:
                    items += [str(run)] * (run > 0) + [TEXTS[cells[cell]]]
                    run = 0
                else:
                    run += 1
            rows.append(",".join(items + [str(run)] * (run > 0)))
        swap = " s" if _splay(position).may_swap() else ""
        return f"{'/'.join(rows)} {LETTERS[position.player]}{swap}"

    def cells(self, position: Position) -> list[int]:
        """What each cell of the board holds: 0 or COLOUR * (1 + colour) + height, 0 of a marker."""
        numbered = _splay(position).cells()
        return [numbered[self._number[cell]] for cell in range(len(self.board))]

    def _cell(self, move: int) -> int:
        """The cell that a move other than swap names."""
        return self._order[move if move < self.swap else move - 1]

    def read_move(self, text: str) -> int:
        """The move on the cell of that name, or swap."""
        if text == SWAP:
            return self.swap
        if text not in self.board.names:
            raise NotationError(
                f"{text!r:.40} is no move; name the cell for the checker, such as "
                f"{self.board.names[self.board.centre[0]]}{', or swap' if self.pie else ''}"
            )
        number = self._number[self.board.cell(text)]
        return number if number < self.swap else number + 1

    def format_move(self, move: int, position: Position) -> str:
        """The name of the cell, or swap."""
        return SWAP if move == self.swap else self.board.names[self._cell(move)]

    def refusal(self, move: int, position: Position) -> Refusal:
        """Which rule keeps the checker away, and the cells that make it so."""
        if move == self.swap:
            if not self.pie:
                return Refusal("swap", "nobody swaps in this game: the option pie is off")
            return Refusal("swap", "only Black may swap, in answer to White's first checker")
        cell, cells = self._cell(move), self.cells(position)
        name, code = self.board.names[cell], cells[cell]
        if cell in self.board.edge:
            return Refusal(
                "border",
                f"{name} is on the border: checkers go on interior cells, "
                "and only a splay takes the border",
                [cell],
            )
        if code and code % COLOUR == 0:
            return Refusal(
                "marker", f"{name} holds a territorial marker, which stays as it is", [cell]
            )
        if code:
            owner = self.colours[code // COLOUR - 1]
            return Refusal(
                "enemy-tower", f"the tower on {name} is {owner}: you raise only your own", [cell]
            )
        near = sorted(self.board.neighbours[cell])
        tight = [
            there
            for there in near
            if cells[there] % COLOUR and self._spaces(there, cells) == cells[there] % COLOUR + 1
        ]
        if tight:
            towers = [
                f"the {self.colours[cells[there] // COLOUR - 1]} tower on "
                f"{self.board.names[there]} (height {cells[there] % COLOUR}, which needs "
                f"{_number(cells[there] % COLOUR + 1)})"
                for there in tight
            ]
            sentence = f"a checker on {name} would stifle {' and '.join(towers)}"
            return Refusal("stifled", sentence, [cell, *tight])
        return Refusal(
            "closed",
            f"{name} has no empty neighbour, and a tower needs more of them than its height "
            "(the option fill allows it)",
            [cell, *near],
        )

    def _spaces(self, cell: int, cells: Sequence[int]) -> int:
        """How many neighbours of a cell are empty."""
        return sum([cells[there] == EMPTY for there in self.board.neighbours[cell]])

    def pieces(self, position: Position) -> Mapping[int, tuple[Piece, ...]]:
        """A tower is as many checkers as it is high; a marker is a flag."""
        found = {}
        for cell, code in enumerate(self.cells(position)):
            if code:
                colour, height = code // COLOUR - 1, code % COLOUR
                found[cell] = (CHECKERS[colour],) * height if height else (MARKERS[colour],)
        return found

    def notes(self, position: Position) -> Mapping[int, str]:
        """After a tower's height its empty neighbours, as in w3/5: at w5/5 it would splay."""
        cells = self.cells(position)
        return {
            cell: str(self._spaces(cell, cells)) for cell, code in enumerate(cells) if code % COLOUR
        }

    def _score(self, position: Position) -> tuple[int, int]:
        """How many cells White and Black own."""
        cells = self.cells(position)
        return (
            sum([code // COLOUR == 1 + WHITE for code in cells]),
            sum([code // COLOUR == 1 + BLACK for code in cells]),
        )

    def asked(self, position: Position) -> str:
        """What may be done, and how the cells are shared out so far."""
        swap = " or swap" if self.swap in position.legal_moves() else ""
        white, black = self._score(position)
        half = len(self.board) // 2
        return f"place a checker{swap} (cells: white {white}, black {black}; {half + 1} win)"

    def ending(self, position: Position) -> str:
        """How many cells each owns, and whether that is more than half of them."""
        scores = self._score(position)
        if position.winner == DRAW:
            return f"nobody can move; {scores[0]} cells each"
        winner = int(position.winner)
        more, less = scores[winner], scores[1 - winner]
        if more > len(self.board) // 2:
            return f"{more} of {len(self.board)} cells are {self.colours[winner]}, more than half"
        return (
            f"nobody can move; {more} cells are {self.colours[winner]}, "
            f"{less} {self.colours[1 - winner]}"
        )

    def move_cells(self, move: int, position: Position) -> tuple[int, ...]:
        """The cell that takes the checker."""
        return () if move == self.swap else (self._cell(move),)

    def describe(self, move: int, position: Position) -> str:
        """The checker's place, what it splays over, and the towers that collapse."""
        if move == self.swap:
            return "swaps: the first checker changes its colour"
        before, after = self.cells(position), position.copy()
        after.play(move)
        cell, cells = self._cell(move), self.cells(after)
        name = self.board.names[cell]
        words = (
            f"raises {name} to {before[cell] % COLOUR + 1}" if before[cell] else f"starts {name}"
        )
        if cells[cell] % COLOUR:
            return words
        taken = [there for there in self.board.neighbours[cell] if before[there] == EMPTY]
        if not taken:
            return f"fills {name}"
        words += f" and splays over {self._listed(taken)}"
        fallen = [
            there
            for there, code in enumerate(before)
            if code % COLOUR and not cells[there] % COLOUR and there != cell
        ]
        return (
            f"{words}; {self._listed(fallen)} collapse{'s' * (len(fallen) == 1)}"
            if fallen
            else words
        )

    def _listed(self, cells: Sequence[int]) -> str:
        """The names of cells, in the order of the board."""
        return ", ".join([self.board.names[cell] for cell in sorted(cells)])


def _splay(position: Position) -> rules.Splay | wide.WideSplay:
    """The position as what it is."""
    assert isinstance(position, rules.Splay | wide.WideSplay)
    return position


def _number(spaces: int) -> str:
    """So many empty neighbours, in words."""
    return f"{spaces or 'no'} empty neighbour{'s' * (spaces != 1)}"
