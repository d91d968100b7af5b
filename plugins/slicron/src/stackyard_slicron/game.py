"""Slicron for people: options, notation, refusals and scenes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from stackyard.boards import HexHex
from stackyard.descriptions import Start
from stackyard.errors import PositionError, Refusal
from stackyard.game import Game
from stackyard.notation import (
    Grid,
    cell_names,
    listed,
    listed_cells,
    no_move,
    read_choice,
    read_fields,
    read_player,
    span,
)
from stackyard.options import Option
from stackyard.scenes import Piece
from stackyard.text import quoted
from stackyard_slicron.paths import Chain, joined, paths_of, paths_through, steps_from
from stackyard_slicron.plugin import ABOUT
from stackyard_slicron.refusals import refused
from stackyard_slicron.rules import BLACK, WHITE, Slicron, place

SWAP = "swap"


class SlicronGame(Game[Slicron]):
    """Slicron with its options chosen."""

    about = ABOUT
    colours = ("black", "white")
    agreement = False  # one side always wins
    notation = (
        "A move is a cell to place a stone on, such as e5; swap; or, when stones are to be chosen, "
        "x and the cell of one to take off, such as xd4. A position is the rows from the top, / "
        "between, each from its lowest number (b, w, or how many cells are empty), the colour to "
        "act, s until White has made the first decision and then -, and inside a turn + and the "
        "cell placed on, with - and the cell of each stone that has come off."
    )
    starts = (
        Start(
            "A choice of captures",
            "4/1b3/2b3/2bb3/1bbb2/1bb2/1b2 b -",
            "Black can make a path with g4, and then chooses which stones come off.",
            {"side": 4},
        ),
        Start(
            "The last placement",
            "bwwbb/b1b2w/w1bwbbw/bwbbwbbb/wbwbbbwww/bwbb2bb/w1bb1bw/b1wwwb/bwbbw w -",
            "White wins with one stone, after which Black has no placement.",
        ),
    )
    options = (
        Option("side", 5, range(2, 7), "How many cells each side of the board has."),
        Option(
            "rules",
            "2024",
            ("2024", "revised"),
            "The rules as first published, or the designer's later ones.",
        ),
        Option(
            "pie",
            True,
            (False, True),
            "Whether the second player may answer the first piece by taking it over (swap).",
        ),
    )

    # The board and the start

    def prepare(self) -> None:
        """Set the board and the moves: placing on each cell, swap, and removing from each cell."""
        self.side = int(self.settings["side"])
        self.revised = self.settings["rules"] == "revised"
        self.pie = bool(self.settings["pie"])
        self.board = HexHex(self.side)
        self.swap = len(self.board)
        self.move_space = 2 * self.swap + 1
        stone = f"a stone ({listed(self.letters, 'or')})"
        self.grid = Grid(self.board, {f"[{self.letters}]": stone})
        self._pieces = [
            Piece(colour, letter, "stone") for colour, letter in enumerate(self.letters)
        ]

    def initial(self) -> Slicron:
        """The empty board."""
        return place(self.side, self.revised, BLACK, self.pie, [[], []])

    # Positions as text

    def parse_position(self, text: str) -> Slicron:
        """The position that `5/6/7/8/9/8/7/6/5 b s` describes."""
        rows, to_act, swap, *turn = read_fields(
            text, self.start_text, "rows", "player to act", "swap", "turn", optional=1
        )
        found = self.grid.read(rows)
        cells = [[cell for cell in found if found[cell] == letter] for letter in self.letters]
        player = read_player(to_act, self.letters)
        may_swap = self._read_swap(swap, player, cells)
        position = place(self.side, self.revised, player, may_swap, cells)
        return self._read_turn(turn[0], position) if turn else position

    def _read_swap(self, text: str, player: int, cells: list[list[int]]) -> bool:
        """Tell if White has not yet made the first decision."""
        if read_choice("swap", text, "s-"):
            return False
        if not self.pie:
            raise PositionError("swap: s stands where the pie is off; write -")
        numbers = [len(cells[colour]) for colour in (BLACK, WHITE)]
        if numbers != [player, 0]:
            first, second = self.colours
            lone = f"one {first} stone and no other" if player == WHITE else "no stone"
            raise PositionError(
                f"swap: s stands until {second}'s first decision, with {self.colours[player]} to "
                f"act and {lone} on the board; here are {numbers[BLACK]} {first} and "
                f"{numbers[WHITE]} {second}"
            )
        return True

    def _read_turn(self, text: str, position: Slicron) -> Slicron:
        """The position inside the turn that begins with `position`."""
        if not re.fullmatch(r"\+[a-z][0-9]+(-[a-z][0-9]+)*", text, re.ASCII):
            raise PositionError(
                f"turn: {quoted(text)} is not + and a cell, then - and a cell for each stone off"
            )
        try:
            placed, *gone = [self.board.cell(name) for name in re.split("[+-]", text)[1:]]
        except KeyError as unknown:
            raise PositionError(f"turn: there is no cell {unknown.args[0]:.20}") from None
        if gone != sorted(set(gone)):
            raise PositionError("turn: name each stone taken off once, row by row from the bottom")
        name = self.board.names[placed]
        if placed not in position.legal_moves():
            raise PositionError(f"turn: no stone can be placed on {name}")
        position.play(placed)
        while position.mid_turn:
            off = position.stones()[2]
            alone = set(off) - set(gone)
            if alone:
                raise PositionError(
                    f"turn: {listed_cells(self.board, sorted(alone))} would have come off too; "
                    "name every stone taken off"
                )
            left = set(gone) - set(off)
            if not left:
                return position
            steps = [
                move for cell in left if (move := self.take_off(cell)) in position.legal_moves()
            ]
            if not steps:
                raise PositionError(
                    f"turn: {listed_cells(self.board, sorted(left))} cannot have come off"
                )
            position.play(min(steps))
        what = f"{name} and these stones off" if gone else name
        raise PositionError(f"turn: after {what} nothing is left to be chosen; the turn is over")

    def format_position(self, position: Slicron) -> str:
        """The rows from the top, the player to act, whether White may swap, the open turn."""
        cells, placed, gone = position.stones()
        stones = {cell: self.letters[c] for c in (BLACK, WHITE) for cell in cells[c]}
        swap = "s" if position.swap else "-"
        fields = [self.grid.write(stones), self.letters[position.player], swap]
        if placed >= 0:
            fields.append(f"+{self._chain([placed, *gone])}")
        return " ".join(fields)

    # Moves as text

    def read_move(self, text: str) -> int:
        """The move that `e5`, `swap` or `xd4` denotes."""
        if text == SWAP:
            return self.swap
        name = text.removeprefix("x")
        if name not in self.board.names:
            raise no_move(
                text,
                f"name a cell, {span(self.board)}, or x and a cell to take a stone off, or {SWAP}",
            )
        cell = self.board.cell(name)
        return cell if name == text else self.take_off(cell)

    def format_move(self, move: int, position: Slicron) -> str:
        """A cell, swap, or x and a cell."""
        if move == self.swap:
            return SWAP
        if move > self.swap:
            return f"x{self.board.names[move - self.swap - 1]}"
        return self.board.names[move]

    def take_off(self, cell: int) -> int:
        """The move that takes a stone off a cell."""
        return self.swap + 1 + cell

    def move_cells(self, move: int, position: Slicron) -> tuple[int, ...]:
        """The cell placed on or taken off; none for a swap."""
        if move == self.swap:
            return ()
        return (move if move < self.swap else move - self.swap - 1,)

    def describe(self, move: int, position: Slicron) -> str:
        """The stone placed and the stones removed."""
        if move == self.swap:
            return "swaps: the black stone becomes white"
        (cell,) = self.move_cells(move, position)
        own = self._stones(position)[position.player]
        after = position.copy()
        after.play(move)
        gone = sorted(own - self._stones(after)[position.player] - {cell})
        what = "places a stone on" if move < self.swap else "takes off"
        more = "removes" if move < self.swap else "with it"
        rest = f" and {more} {listed_cells(self.board, gone)}" if gone else ""
        return f"{what} {self.board.names[cell]}{rest}"

    # Refusals

    def refusal(self, move: int, position: Slicron) -> Refusal:
        """The rule that the move breaks."""
        stones = self._stones(position)
        own, other = stones[position.player], stones[1 - position.player]
        choices = [int(step) - self.swap - 1 for step in position.legal_moves()]
        if position.mid_turn and move <= self.swap:
            return refused(
                "turn-not-over", choices, choices=listed_cells(self.board, choices, "or")
            )
        if move == self.swap and not self.pie:
            return refused("no-pie")
        if move == self.swap:
            first, second = self.colours
            return refused("no-swap", first=first, second=second)
        if move > self.swap:
            return self._no_removal(move - self.swap - 1, position, choices, own)
        name = self.board.names[move]
        if move in own | other:
            return refused("occupied", [move], cell=name)
        return self._no_placing(move, own)

    def _no_removal(
        self, cell: int, position: Slicron, choices: Sequence[int], own: Iterable[int]
    ) -> Refusal:
        name = self.board.names[cell]
        if not position.mid_turn:
            return refused("nothing-to-take-off", [cell])
        named = listed_cells(self.board, choices, "or")
        if cell not in own:
            return refused("not-yours", [cell], cell=name, choices=named)
        return refused("must-stay", [cell], cell=name, choices=named)

    def _no_placing(self, x: int, own: frozenset[int]) -> Refusal:
        """The refusal with a path, touched or of a group touched, that `x` does not shorten."""
        name, after = self.board.names[x], own | {x}
        touched = [cell for cell in self.board.neighbours[x] if cell in own]
        if self.revised:
            old = [path for cell in touched for path in paths_of(self.board, cell, own)]
            path = min(old, key=_by_length)
            new = min(paths_through(self.board, x, after), key=_by_length)
            return refused(
                "not-shorter",
                path,
                cell=name,
                new_length=len(new),
                new=self._chain(new),
                length=len(path),
                path=self._chain(path),
            )
        unchanged = [
            path
            for cell in touched
            for path in paths_through(self.board, cell, own)
            if steps_from(self.board, path[0], after)[path[-1]] == len(path) - 1
        ]
        path = min(unchanged, key=_by_length)
        return refused("unchanged-path", path, cell=name, path=self._chain(path))

    def _chain(self, cells: Iterable[int]) -> str:
        """The names of the cells of a path or a turn, in order."""
        return "-".join(cell_names(self.board, cells))

    # Scenes

    def _stones(self, position: Slicron) -> tuple[frozenset[int], frozenset[int]]:
        """The current cells of Black and of White."""
        cells, placed, gone = position.stones()
        if placed >= 0:
            cells[position.player].append(placed)
        black, white = (frozenset(stones) - set(gone) for stones in cells)
        return black, white

    def pieces(self, position: Slicron) -> Mapping[int, tuple[Piece, ...]]:
        """The stone on each cell."""
        return {
            cell: (self._pieces[colour],)
            for colour, cells in enumerate(self._stones(position))
            for cell in cells
        }

    def touched(self, position: Slicron, before: Slicron) -> set[int]:
        """The stones added and removed, and the paths through the stone placed."""
        stones, then = self._stones(position), self._stones(before)
        marked = set().union(*[stones[colour] ^ then[colour] for colour in (BLACK, WHITE)])
        own = stones[before.player]
        for cell in own - then[BLACK] - then[WHITE]:
            marked.update(*paths_through(self.board, cell, own))
        return marked

    def links(self, position: Slicron) -> set[tuple[int, int]]:
        """The neighbours on paths, of both colours."""
        black, white = self._stones(position)
        return joined(self.board, black) | joined(self.board, white)

    def prompt(self, position: Slicron) -> str:
        """The prompt to place a stone or to remove one."""
        moves = position.legal_moves()
        if position.mid_turn:
            cells = [move - self.swap - 1 for move in moves]
            return f"take off {listed_cells(self.board, cells, 'or')}"
        return "place a stone, or swap" if self.swap in moves else "place a stone"

    def decisive(self, position: Slicron) -> tuple[int, ...]:
        """The empty cells closed to the loser."""
        black, white = self._stones(position)
        return tuple(cell for cell in range(self.swap) if cell not in black | white)

    def ending(self, position: Slicron) -> str:
        """The reason that the loser cannot move."""
        loser = self.colours[1 - position.winner]
        empty = len(self.decisive(position))
        if not empty:
            return f"the board is full, and {loser} cannot place a stone"
        cells = "the empty cell" if empty == 1 else f"each of {empty} empty cells"
        if self.revised:
            why = f"on {cells} it would make a path no shorter than one of a group it touches"
        else:
            why = f"{cells} touches a {loser} path that it would not shorten"
        return f"{loser} cannot place a stone: {why}"


def _by_length(path: Chain) -> tuple[int, Chain]:
    return len(path), path
