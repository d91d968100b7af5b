"""Slicron for people: options, notation, refusals and scenes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from stackyard.boards import HexHex
from stackyard.errors import NotationError, PositionError, Refusal
from stackyard.game import Game
from stackyard.options import Option
from stackyard.position import Position
from stackyard.scenes import Piece
from stackyard_slicron.paths import Chain, paths_of, paths_through, steps_from
from stackyard_slicron.plugin import ABOUT
from stackyard_slicron.rules import BLACK, WHITE, Slicron, place

LETTERS = "bw"
PIECES = ((Piece(BLACK, "b"),), (Piece(WHITE, "w"),))


class SlicronGame(Game):
    """Slicron with its options chosen."""

    about = ABOUT
    colours = ("black", "white")
    notation = (
        "A move is a cell to place a stone on, such as e5; swap; or, when stones are to be chosen, "
        "x and the cell of one to take off, such as xd4. A position is the rows from the top, / "
        "between, each from its lowest number (b, w, or how many cells are empty), the colour to "
        "act, s until White has made his first decision and then -, and inside a turn + and the "
        "cell placed on, with - and the cell of each stone that has come off."
    )
    options = (
        Option("side", 5, range(2, 7), "How many cells each side of the board has."),
        Option(
            "rules",
            "2024",
            ("2024", "revised"),
            "The rules as first published, or the designer's later ones.",
        ),
        Option("pie", True, (True, False), "Whether White may swap at his first decision."),
    )

    def prepare(self) -> None:
        """Set the board and the moves: every cell, swap, every cell to take a stone off."""
        self.side = int(self.settings["side"])
        self.revised = self.settings["rules"] == "revised"
        self.pie = bool(self.settings["pie"])
        self.board = HexHex(self.side)
        self.swap = len(self.board)
        self.move_space = 2 * self.swap + 1

    def initial(self) -> Slicron:
        """The empty board."""
        return place(self.side, self.revised, BLACK, self.pie, [[], []])

    def names(self, cells: Iterable[int], between: str = " ") -> str:
        """The names of some cells."""
        return between.join([self.board.names[cell] for cell in cells])

    # Positions as text

    def parse_position(self, text: str) -> Slicron:
        """The position that `5/6/7/8/9/8/7/6/5 b s` describes."""
        fields = text.split(" ")
        if not 3 <= len(fields) <= 4:
            raise PositionError(
                "a Slicron position is the rows, the colour to act and s or -, with a blank "
                f"between, as in {self.format_position(self.initial())}; this has {len(fields)} "
                f"field{'s' if len(fields) != 1 else ''}"
            )
        cells = self._read_rows(fields[0])
        if fields[1] not in tuple(LETTERS):
            raise PositionError(f"colour to act: {fields[1]!r:.20} is not b or w")
        player = LETTERS.index(fields[1])
        swap = self._read_swap(fields[2], player, cells)
        if len(fields) == 3:
            return place(self.side, self.revised, player, swap, cells)
        return self._read_pending(fields[3], place(self.side, self.revised, player, swap, cells))

    def _read_rows(self, text: str) -> list[list[int]]:
        """Black's cells and White's."""
        lines, rows = self.board.lines[::-1], text.split("/")
        if len(rows) != len(lines):
            raise PositionError(
                f"rows: {len(rows)} of them, but the board has {len(lines)}, with / between"
            )
        cells: list[list[int]] = [[], []]
        for line, row in zip(lines, rows, strict=True):
            name = f"row {self.board.names[line[0]][0]}"
            filled = 0
            for run in re.findall(r"[0-9]+|(?s:.)", row):
                if run in LETTERS:
                    cells[LETTERS.index(run)] += line[filled : filled + 1]
                    filled += 1
                elif not run.isascii() or not run.isdigit():
                    raise PositionError(f"{name}: {run!r} is not b, w or a number of empty cells")
                elif run.startswith("0"):
                    raise PositionError(
                        f"{name}: {run:.20} is no number of empty cells; write it without a 0 first"
                    )
                else:
                    filled += int(run[:3])
            if filled != len(line):
                raise PositionError(f"{name}: {filled} cells, but it has {len(line)}")
        return cells

    def _read_swap(self, text: str, player: int, cells: list[list[int]]) -> bool:
        """Whether White has still to make his first decision."""
        if text not in ("s", "-"):
            raise PositionError(f"swap: {text!r:.20} is not s or -")
        if text == "-":
            return False
        if not self.pie:
            raise PositionError("swap: s stands where the pie is off; write -")
        if cells[WHITE] or len(cells[BLACK]) != player:
            lone = "one black stone and no other" if player == WHITE else "no stone"
            raise PositionError(
                f"swap: s stands until White's first decision, with {self.colours[player]} to act "
                f"and {lone} on the board; here are {len(cells[BLACK])} black and "
                f"{len(cells[WHITE])} white"
            )
        return True

    def _read_pending(self, text: str, position: Slicron) -> Slicron:
        """The position inside the turn that begins with `position`."""
        if not re.fullmatch(r"\+[a-z][0-9]+(-[a-z][0-9]+)*", text, re.ASCII):
            raise PositionError(
                f"turn: {text!r:.40} is not + and a cell, then - and a cell for each stone off"
            )
        try:
            placed, *gone = [self.board.cell(name) for name in re.split("[+-]", text)[1:]]
        except KeyError as unknown:
            raise PositionError(f"turn: there is no cell {unknown.args[0]:.20}") from None
        if gone != sorted(set(gone)):
            raise PositionError("turn: the stones taken off are not told once each, row by row")
        name = self.board.names[placed]
        if placed not in position.legal_moves():
            raise PositionError(f"turn: no stone can be placed on {name}")
        position.play(placed)
        while position.mid_turn:
            off = position.stones()[2]
            alone = set(off) - set(gone)
            if alone:
                raise PositionError(
                    f"turn: {self.names(sorted(alone))} would have come off too, and is not told"
                )
            left = set(gone) - set(off)
            if not left:
                return position
            steps = [move for cell in left if (move := self.take_off(cell)) in _legal(position)]
            if not steps:
                raise PositionError(f"turn: {self.names(sorted(left))} cannot have come off")
            position.play(min(steps))
        what = f"{name} and these stones off" if gone else name
        raise PositionError(f"turn: after {what} nothing is left to be chosen; the turn is over")

    def format_position(self, position: Position) -> str:
        """The rows from the top, the colour to act, whether White may yet swap, the open turn."""
        assert isinstance(position, Slicron)
        cells, placed, gone = position.stones()
        letters = {cell: LETTERS[colour] for colour in (BLACK, WHITE) for cell in cells[colour]}
        rows = ["".join([letters.get(cell, ".") for cell in line]) for line in self.board.lines]
        told = [re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in reversed(rows)]
        fields = ["/".join(told), LETTERS[position.player], "s" if position.swap else "-"]
        if placed >= 0:
            fields.append(f"+{self.names([placed, *gone], '-')}")
        return " ".join(fields)

    # Moves as text

    def take_off(self, cell: int) -> int:
        """The move that takes a stone off a cell."""
        return self.swap + 1 + cell

    def read_move(self, text: str) -> int:
        """The move that `e5`, `swap` or `xd4` denotes."""
        if text == "swap":
            return self.swap
        name = text.removeprefix("x")
        if name not in self.board.names:
            raise NotationError(
                f"{text!r:.40} is no move; name a cell, {self.board.names[0]} to "
                f"{self.board.names[-1]}, or x and a cell to take a stone off, or swap"
            )
        cell = self.board.cell(name)
        return cell if name == text else self.take_off(cell)

    def format_move(self, move: int, position: Position) -> str:
        """A cell, swap, or x and a cell."""
        if move == self.swap:
            return "swap"
        if move > self.swap:
            return f"x{self.board.names[move - self.swap - 1]}"
        return self.board.names[move]

    # Refusals

    def refusal(self, move: int, position: Position) -> Refusal:
        """Which rule stands in the way."""
        stones = self._stones(position)
        own, other = stones[position.player], stones[1 - position.player]
        choices = [int(step) - self.swap - 1 for step in _legal(position)]
        if position.mid_turn and move <= self.swap:
            return Refusal(
                "turn-not-over",
                f"your turn is not over: take off one of {self.names(choices)} first",
                choices,
            )
        if move == self.swap and self.pie:
            return Refusal("swap", "swap can only be White's very first decision")
        if move == self.swap:
            return Refusal("no-pie", "swap belongs to the pie rule, which is off in this game")
        if move > self.swap:
            return self._refused_removal(move - self.swap - 1, position, choices, own)
        name = self.board.names[move]
        if move in own | other:
            return Refusal("occupied", f"there is a stone on {name} already", [move])
        return self._not_shortened(move, own)

    def _refused_removal(
        self, cell: int, position: Position, choices: Sequence[int], own: Iterable[int]
    ) -> Refusal:
        name = self.board.names[cell]
        if not position.mid_turn:
            return Refusal(
                "nothing-to-take-off",
                "no stone is to be taken off now: x is for turns that leave a choice",
                [cell],
            )
        choose = f"choose one of {self.names(choices)}"
        if cell not in own:
            return Refusal(
                "no-own-stone", f"there is no stone of yours on {name}; {choose}", [cell]
            )
        return Refusal(
            "must-stay", f"the stone on {name} stays, however you choose; {choose}", [cell]
        )

    def _not_shortened(self, x: int, own: frozenset[int]) -> Refusal:
        """The path that a stone on `x` would touch and not shorten."""
        name, after = self.board.names[x], own | {x}
        touched = [cell for cell in self.board.neighbours[x] if cell in own]
        if self.revised:
            old = [path for cell in touched for path in paths_of(self.board, cell, own)]
            path = min(old, key=_by_length)
            new = min(paths_through(self.board, x, after), key=_by_length)
            return Refusal(
                "not-shorter",
                f"a stone on {name} makes a path of {len(new)} ({self.names(new, '-')}), which is "
                f"not shorter than your path of {len(path)} it would touch, "
                f"{self.names(path, '-')}",
                path,
            )
        unchanged = [
            path
            for cell in touched
            for path in paths_through(self.board, cell, own)
            if steps_from(self.board, path[0], after)[path[-1]] == len(path) - 1
        ]
        path = min(unchanged, key=_by_length)
        return Refusal(
            "not-shorter",
            f"a stone on {name} would touch your path {self.names(path, '-')} "
            f"and not make it shorter",
            path,
        )

    # What is to be seen

    def _stones(self, position: Position) -> tuple[frozenset[int], frozenset[int]]:
        """The cells of Black and of White, as the board stands."""
        assert isinstance(position, Slicron)
        cells, placed, gone = position.stones()
        if placed >= 0:
            cells[position.player].append(placed)
        black, white = (frozenset(stones) - set(gone) for stones in cells)
        return black, white

    def pieces(self, position: Position) -> Mapping[int, tuple[Piece, ...]]:
        """The stone on each cell."""
        return {
            cell: PIECES[colour]
            for colour, cells in enumerate(self._stones(position))
            for cell in cells
        }

    def asked(self, position: Position) -> str:
        """A stone to be placed or taken off."""
        moves = _legal(position)
        if position.mid_turn:
            return f"take off one of {self.names([move - self.swap - 1 for move in moves])}"
        return "place a stone, or swap" if self.swap in moves else "place a stone"

    def touched(self, position: Position, before: Position) -> set[int]:
        """The stones that came and went, and the paths through the one that was placed."""
        stones, then = self._stones(position), self._stones(before)
        marked = set().union(*[stones[colour] ^ then[colour] for colour in (BLACK, WHITE)])
        own = stones[before.player]
        for cell in own - then[BLACK] - then[WHITE]:
            marked.update(*paths_through(self.board, cell, own))
        return marked

    def move_cells(self, move: int, position: Position) -> tuple[int, ...]:
        """The cell placed on or taken off; none for a swap."""
        if move == self.swap:
            return ()
        return (move if move < self.swap else move - self.swap - 1,)

    def describe(self, move: int, position: Position) -> str:
        """What is placed and what comes off."""
        if move == self.swap:
            return "swaps: the black stone becomes white"
        (cell,) = self.move_cells(move, position)
        own = self._stones(position)[position.player]
        after = position.copy()
        after.play(move)
        gone = sorted(own - self._stones(after)[position.player] - {cell})
        what = "places a stone on" if move < self.swap else "takes off"
        more = "removes" if move < self.swap else "with it"
        rest = f" and {more} {self.names(gone)}" if gone else ""
        return f"{what} {self.board.names[cell]}{rest}"

    def decisive(self, position: Position) -> tuple[int, ...]:
        """The cells that are empty and yet closed to the loser."""
        black, white = self._stones(position)
        return tuple(cell for cell in range(self.swap) if cell not in black | white)

    def ending(self, position: Position) -> str:
        """Why the loser cannot go on."""
        loser = self.colours[1 - int(position.winner)]
        empty = len(self.decisive(position))
        if not empty:
            return f"the board is full, and {loser} cannot place a stone"
        cells = "the empty cell touches" if empty == 1 else f"each of {empty} empty cells touches"
        return f"{loser} cannot place a stone: {cells} a {loser} path that it would not shorten"


def _legal(position: Position) -> list[int]:
    return [int(move) for move in position.legal_moves()]


def _by_length(path: Chain) -> tuple[int, Chain]:
    return len(path), path
