"""Tak for people: notation (PTN and TPS), refusals and scenes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from stackyard.boards import Square
from stackyard.errors import PositionError, Refusal
from stackyard.game import Game
from stackyard.notation import Grid, cell_names, listed, no_move, plural, read_choice, read_fields
from stackyard.options import Option
from stackyard.position import DRAW, ONGOING
from stackyard.scenes import Piece, Tray
from stackyard_tak.plugin import ABOUT
from stackyard_tak.rules import (
    CAPSTONE,
    CAPSTONES,
    FLAT,
    FLATS,
    PLACE,
    SIZES,
    SPAN,
    WALL,
    WAY,
    Tak,
    place,
)
from stackyard_tak.tall_stacks import EMPTY, pack, unpack

PLAYERS = "12"  # in the texts of positions
KINDS = ("flat stone", "wall", "capstone")
LOOKS = ("tile", "wall", "cap")
LETTERS = ("wb", "sz", "ck")  # of the kinds, white and black, in drawings of text
MARKS = ("", "S", "C")  # of the kinds, in the texts of moves and positions
MARKED = range(len(MARKS))
WAYS = "+>-<"
WORDS = ("up", "to the right", "down", "to the left")
PLACED = re.compile("([fsc]?)([a-g][1-7])")
MOVED = re.compile("([1-7]?)([a-g][1-7])([-+<>])([1-7]*)")


class TakGame(Game[Tak]):
    """Tak on a board of three to seven cells a side."""

    about = ABOUT
    options = (Option("size", 5, SIZES, "The cells of a side."),)
    colours = ("white", "black")
    capitals = True
    cell_letters = 3
    notation = (
        "A move is written in PTN: a1 places a flat stone, Sa1 a wall, Ca1 a capstone; 3c3>12 "
        "takes three pieces from c3 to the right and leaves one on d3, two on e3. The directions "
        "are + > - <. A position is written in TPS without the number of the move: the rows from "
        "the top, stacks from the bottom, 1 for white and 2 for black, S and C for a wall and a "
        "capstone on top, x3 for three empty cells; then the player to act."
    )

    def prepare(self) -> None:
        """Take the board of the size."""
        self.size = int(str(self.settings["size"]))
        self.board = Square(self.size)
        self.move_space = len(self.board) * SPAN
        items = {"[12]+[SC]?": "a stack of 1 and 2, perhaps with S or C"}
        self.grid = Grid(self.board, items, between=",", empty="x", runs=True)
        self._pieces = [
            [Piece(player, LETTERS[kind][player], KINDS[kind], LOOKS[kind]) for player in (0, 1)]
            for kind in (FLAT, WALL, CAPSTONE)
        ]

    def initial(self) -> Tak:
        """The empty board."""
        return place(self.size, 0, [EMPTY] * len(self.board))

    # Positions as text

    def parse_position(self, text: str) -> Tak:
        """The position that a text such as `x3/12S,x2/x2,1 1` describes."""
        rows, to_act = read_fields(text, self.start_text, "rows", "player to act")
        items = self.grid.read(rows)
        stacks: list[tuple[int, int]] = [EMPTY] * len(self.board)
        for cell, item in items.items():
            colours = [PLAYERS.index(letter) for letter in item if letter in PLAYERS]
            stacks[cell] = pack(colours)
        walls, capstones = (
            {cell for cell, item in items.items() if item.endswith(mark)} for mark in MARKS[1:]
        )
        self._check(items, capstones)
        player = read_choice("player to act", to_act, PLAYERS)
        pieces = "".join(items.values())
        opening = {"": 0, PLAYERS[1]: 1}.get(pieces, player if len(pieces.rstrip("SC")) > 1 else -1)
        if opening != player:
            raise PositionError("the first stone is black and flat, and then black is to act")
        return place(
            self.size, player, stacks, sum([2**n for n in walls]), sum([2**n for n in capstones])
        )

    def _check(self, items: Mapping[int, str], capstones: set[int]) -> None:
        """Refuse more pieces than there are."""
        for player, colour in enumerate(self.colours):
            caps = sum([PLAYERS[player] + MARKS[CAPSTONE] == items[n][-2:] for n in capstones])
            flats = "".join(items.values()).count(PLAYERS[player]) - caps
            for number, most, noun in (
                (flats, FLATS[self.size], "stone"),
                (caps, CAPSTONES[self.size], "capstone"),
            ):
                if number > most:
                    raise PositionError(
                        f"rows: {plural(number, f'{colour} {noun}')}, but there are {most}"
                    )

    def format_position(self, position: Tak) -> str:
        """The rows from the top and the player to act."""
        items = {}
        for cell, stack in enumerate(position.stacks()):
            if stack != EMPTY:
                pieces = "".join([PLAYERS[colour] for colour in unpack(stack)])
                items[cell] = pieces + MARKS[self._kind(position, cell)]
        return f"{self.grid.write(items)} {PLAYERS[position.player]}"

    def _kind(self, position: Tak, cell: int) -> int:
        """The kind of the top piece of a stack."""
        if position.walls >> cell & 1:
            return WALL
        return CAPSTONE if position.capstones >> cell & 1 else FLAT

    # Moves as text

    def read_move(self, text: str) -> int:
        """The move that a text in PTN names, possible or not."""
        text = text.lower()
        placed, moved = PLACED.fullmatch(text), MOVED.fullmatch(text)
        if placed and placed[2] in self.board.names:
            return self.board.cell(placed[2]) * SPAN + PLACE + "fsc".index(placed[1] or "f")
        if not moved or moved[2] not in self.board.names:
            raise no_move(text, "name a cell, as in a1 or Sa1, or a stack's way, as in 2a1+11")
        carried, left = int(moved[1] or 1), [int(digit) for digit in moved[4] or moved[1] or "1"]
        if carried > self.size or sum(left) != carried:
            allowed = f"the pieces left add up to those carried, at most {self.size}"
            raise no_move(text, allowed)
        drops = 0
        for number in left:
            drops += 2 ** (carried - 1)
            carried -= number
        return self.board.cell(moved[2]) * SPAN + WAYS.index(moved[3]) * WAY + drops

    def format_move(self, move: int, position: Tak) -> str:
        """The move in PTN."""
        cell, kind, way, left = self._parts(move)
        if not left:
            return MARKS[kind] + self.board.names[cell]
        carried = str(sum(left)) if sum(left) > 1 else ""
        rest = "".join(map(str, left)) if len(left) > 1 else ""
        return carried + self.board.names[cell] + WAYS[way] + rest

    def _parts(self, move: int) -> tuple[int, int, int, list[int]]:
        """A move's cell, kind of piece, direction, and the pieces that it leaves on each cell."""
        cell, rest = divmod(move, SPAN)
        if rest & PLACE:
            return cell, rest % 4, 0, []
        way, drops = divmod(rest, WAY)
        lowest = [n + 1 for n in range(7, -1, -1) if drops >> n & 1]
        return cell, FLAT, way, [here - below for here, below in pairwise([*lowest, 0])]

    def move_cells(self, move: int, position: Tak) -> tuple[int, ...]:
        """The cell of a new piece; or that of a stack, then the cell of each piece it leaves."""
        cell, _, way, left = self._parts(move)
        ray = self.board.rays[way * len(self.board) + cell]
        return cell, *[ray[n] for n, number in enumerate(left) for _ in range(number)]

    def describe(self, move: int, position: Tak) -> str:
        """The piece and its cell, or the stack and its way, in words."""
        cell, kind, way, left = self._parts(move)
        here = self.board.names[cell]
        if not left:
            whose = f"{self.colours[1 - position.player]} " if position.placed < 2 else ""
            return f"places a {whose}{KINDS[kind]} on {here}"
        ray = cell_names(self.board, self.board.rays[way * len(self.board) + cell])
        if sum(left) == 1:
            return f"moves a piece from {here} to {ray[0]}"
        if len(left) == 1:
            return f"moves {left[0]} pieces from {here} to {ray[0]}"
        where = listed([f"{number} on {ray[n]}" for n, number in enumerate(left)])
        return f"moves {sum(left)} pieces from {here} {WORDS[way]}, leaving {where}"

    # Refusals

    def refusal(self, move: int, position: Tak) -> Refusal:
        """The rule that forbids a move."""
        cell, kind, way, left = self._parts(move)
        here = self.board.names[cell]
        if kind not in MARKED or sum(left) > self.size or not (left or move & PLACE):
            return Refusal("no-move", "this number stands for no move", [cell])
        stack, own = unpack(position.stacks()[cell]), int(position.player)
        if not left:
            if stack:
                return Refusal("occupied", f"there is a piece on {here}", [cell])
            if position.placed < 2:
                sentence = "in the first turn place a flat stone, which is the opponent's"
                return Refusal("first-turn", sentence, [cell])
            return Refusal("none-left", f"you have no {KINDS[kind]} left", [cell])
        if position.placed < 2:
            return Refusal("first-turn", "in the first turn no stack is moved", [cell])
        if not stack or stack[-1] != own:
            return Refusal("not-yours", f"there is no stack of yours on {here}", [cell])
        if len(stack) < sum(left):
            tall = plural(len(stack), "piece")
            return Refusal("too-many", f"the stack on {here} has {tall}", [cell])
        ray = self.board.rays[way * len(self.board) + cell]
        if len(ray) < len(left):
            return Refusal(
                "off-board",
                f"{plural(len(left), 'cell')} {WORDS[way]} from {here} is off the board",
                [cell],
            )
        for there in ray[: len(left)]:
            on = self._kind(position, there)
            if on != FLAT:
                name = self.board.names[there]
                sentence = f"the {KINDS[on]} on {name} may not be covered"
                if on == WALL and self._kind(position, cell) == CAPSTONE:
                    sentence = f"only a capstone alone, as the last piece, flattens {name}'s wall"
                return Refusal("blocked", sentence, [there])
        raise ValueError(f"move {move} is legal")

    # Scenes

    def pieces(self, position: Tak) -> Mapping[int, tuple[Piece, ...]]:
        """The pieces of each stack, bottom first."""
        found = {}
        for cell, stack in enumerate(position.stacks()):
            if stack != EMPTY:
                *below, top = unpack(stack)
                flats = [self._pieces[FLAT][colour] for colour in below]
                found[cell] = (*flats, self._pieces[self._kind(position, cell)][top])
        return found

    def trays(self, position: Tak) -> tuple[Tray, ...]:
        """The pieces that are left to place."""
        found = []
        for player, colour in enumerate(self.colours):
            flats, capstones = position.reserve(player)
            pieces = [self._pieces[FLAT][player]] * flats
            pieces += [self._pieces[CAPSTONE][player]] * capstones
            found.append(Tray(f"{colour} to place", player, tuple(pieces)))
        return tuple(found)

    def prompt(self, position: Tak) -> str:
        """The prompt for the player to act."""
        if position.placed < 2:
            return f"place a {self.colours[1 - position.player]} flat stone"
        return "place a piece or move a stack"

    def decisive(self, position: Tak) -> Sequence[int]:
        """The road, with all that is joined to it."""
        if position.winner not in (0, 1):
            return ()
        road = position.road(int(position.winner))
        return [cell for cell in range(len(self.board)) if road >> cell & 1]

    def ending(self, position: Tak) -> str:
        """A road, or the numbers of flat stones."""
        if position.winner in (0, 1) and position.road(int(position.winner)):
            return f"{self.colours[position.winner]} has a road"
        flats = [int(position.flats(player)) for player in (0, 1)]
        if position.winner in (DRAW, ONGOING):
            return f"each player has {plural(flats[0], 'flat stone')} on top"
        winner = int(position.winner)
        more, fewer = flats[winner], flats[1 - winner]
        return f"{self.colours[winner]} has {plural(more, 'flat stone')} on top to {fewer}"
