"""Pit of Pillars for people: options, notation, refusals and scenes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import ascii_lowercase
from typing import ClassVar

from stackyard.boards import Square
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
    read_numbers,
    read_player,
    spelled,
)
from stackyard.options import Option
from stackyard.scenes import Piece, Tray
from stackyard.stacks import EMPTY, TALLEST, pack, unpack
from stackyard.text import quoted
from stackyard_pit_of_pillars.codes import SQUARES, Step, step_of, steps_of_board
from stackyard_pit_of_pillars.plugin import ABOUT
from stackyard_pit_of_pillars.refusals import refused
from stackyard_pit_of_pillars.rules import (
    FREE,
    MOVE,
    NEXT,
    OPEN,
    PILLAR,
    RED,
    WHITE,
    PitOfPillars,
    place,
)

PHASES = ("open", "next", "free", "move", "pillar")  # in the order of the rules module's numbers


class PitOfPillarsGame(Game[PitOfPillars]):
    """Pit of Pillars with its options chosen."""

    about = ABOUT
    colours = ("white", "red")
    notation = (
        "A step is d4 (enter a man), d4-d6 (move the top 2 men 2 squares), pc3-f6 (move a pillar) "
        "or - (leave the pillars). A position is the ranks from the top, with / between and the "
        "squares of each separated by commas (a number of vacant ones, a stack with its bottom "
        "first such as wrw, a pillar W or R), then the player (w or r), both reserves (2,0), and "
        "the phase: open, next:d4, free, move or pillar."
    )
    first_game: ClassVar = {"size": 5}
    cell_letters = 4
    notes_legend = "capacity: a stack of both colours that becomes higher is captured"
    starts = (
        Start(
            "Both lose their last stacks",
            "6/8/8/8/8/w,7/rr,7/6 w 0,0 move",
            "White wins with one step, a capture that leaves no stack on the board.",
        ),
        Start(
            "Shut in",
            "6/8/8/8/8/W,7/r,2,W,1,w,2/6 w 0,0 pillar",
            "White wins with one step of a pillar.",
        ),
        Start(
            "A middle game",
            "1,rr,2,w,1/w,1,R,wrw,3,w/2,rw,1,W,1,r,1/wwr,3,r,2,ww/1,w,rwr,1,W,3/2,r,3,wr,1/"
            "rr,R,2,w,1,rwww,1/1,w,2,r,1 r 2,3 move",
            "Pillars stand, reserves are there, and Red can capture.",
        ),
    )
    options = (
        Option("size", 8, range(3, 9), "How many squares each side of the board has."),
        Option(
            "self_elimination",
            "plays-on",
            ("plays-on", "loses"),
            "What happens to a player who makes a capture with the last stack they control: "
            "the game goes on for a turn, or that player has lost.",
        ),
    )

    # The board and the start

    def prepare(self) -> None:
        """Set the board, and list the step of each move number."""
        self.size = int(self.settings["size"])
        self.loses = self.settings["self_elimination"] == "loses"
        last = ascii_lowercase[self.size - 1]
        self.corners = ("a1", f"{last}1", f"a{self.size}", f"{last}{self.size}")
        self.board = Square(self.size, omit=self.corners)
        self._bits = [8 * y + x - 1 for y, x in self.board.coordinates]  # of each cell
        self._cells = {bit: cell for cell, bit in enumerate(self._bits)}
        self._steps = [step_of(code, self._cells) for code in steps_of_board(self.size).codes]
        self._texts = [self._text(step) for step in self._steps]
        self._moves = {text: move for move, text in enumerate(self._texts)}
        self.move_space = len(self._steps)
        few, many = self.letters, self.letters.upper()
        items = {
            f"[{few}]{{1,{TALLEST}}}": f"a stack of at most {TALLEST} {listed(few)}",
            f"[{many}]": f"a pillar ({listed(many, 'or')})",
        }
        self.grid = Grid(self.board, items, between=",", noun="square")
        self._pieces = [Piece(colour, letter, "man") for colour, letter in enumerate(few)]
        self._pillars = [Piece(colour, letter, "pillar") for colour, letter in enumerate(many)]

    def _text(self, step: Step) -> str:
        """The text of a step."""
        names = self.board.names
        if step.kind == "decline":
            return "-"
        if step.kind == "enter":
            return names[step.target]
        return f"{'p' * (step.kind == 'pillar')}{names[step.origin]}-{names[step.target]}"

    def initial(self) -> PitOfPillars:
        """The empty board."""
        return place(self.size, [EMPTY] * SQUARES, (0, 0), (0, 0), WHITE, OPEN, -1, self.loses)

    # Positions as text

    def parse_position(self, text: str) -> PitOfPillars:
        """The position that `6/8/8/3,w,4/8/8/2,r,5/6 w 0,0 move` describes."""
        rows, to_act, men, phase_text = read_fields(
            text, self.start_text, "rows", "player to act", "reserves", "phase"
        )
        stacks, pillars = [EMPTY] * SQUARES, [0, 0]
        for cell, item in self.grid.read(rows).items():
            colours = [self.letters.index(letter) for letter in item.lower()]
            if item.isupper():
                pillars[colours[0]] |= 2 ** self._bits[cell]
            else:
                stacks[self._bits[cell]] = pack(colours)
        player = read_player(to_act, self.letters)
        reserves = read_numbers("reserves", men, self.colours)
        for colour, name in enumerate(self.colours):
            number = reserves[colour] + rows.count(self.letters[colour])
            if number > TALLEST:
                raise PositionError(
                    f"{name} has {number} men on the board and in reserve, "
                    f"at most {TALLEST} are allowed"
                )
        phase, last = self._read_phase(phase_text)
        position = place(
            self.size,
            stacks,
            (pillars[WHITE], pillars[RED]),
            (reserves[WHITE], reserves[RED]),
            player,
            phase,
            -1 if last < 0 else self._bits[last],
            self.loses,
        )
        self._check_phase(position, phase_text, last)
        return position

    def _read_phase(self, text: str) -> tuple[int, int]:
        """The number of a phase, and the cell of `next` or -1."""
        word, colon, name = text.partition(":")
        phase = read_choice("phase", word, PHASES)
        if (phase == NEXT) != bool(colon):
            raise PositionError(
                f"phase: {quoted(text)} should name a square after next, as in next:d4, "
                "and after no other phase"
            )
        if phase != NEXT:
            return phase, -1
        if name not in self.board.names:
            raise PositionError(f"phase: {quoted(name)} is no square of the board")
        return phase, self.board.cell(name)

    def _check_phase(self, position: PitOfPillars, text: str, last: int) -> None:
        """Refuse a phase that the board contradicts."""
        phase, names = position.phase, self.board.names
        stacks = position.stacks()
        if phase in (OPEN, NEXT, FREE):
            if any(position.reserves()):
                raise PositionError(f"phase {text}: there are no reserves in the entering stage")
            for cell, pieces in self.pieces(position).items():
                if pieces[0].kind == "pillar":
                    raise PositionError(
                        f"phase {text}: there are no pillars in the entering stage, "
                        f"but one is on {names[cell]}"
                    )
        if phase == OPEN:
            if position.player == RED:
                raise PositionError(
                    f"phase open: it is {self.colours[WHITE]} who enters the first man"
                )
            for cell in self.pieces(position):
                raise PositionError(f"phase open: the board is empty, but {names[cell]} holds men")
        if phase == NEXT:
            if stacks[position.last] == EMPTY:
                raise PositionError(f"phase {text}: there is no man on {names[last]}")
            if not len(position.legal_moves()):
                raise PositionError(f"phase {text}: no square next to {names[last]} is vacant")
        if phase == FREE and not len(position.legal_moves()):
            raise PositionError("phase free: no vacant square has only vacant squares beside it")
        if phase == PILLAR and not position.may_move_pillar():
            if not self._held(position, 1 - int(position.player)):
                why = f"{self.colours[1 - position.player]} controls no stack: the game is over"
            elif self.loses and not self._held(position, int(position.player)):
                why = f"{self.colours[position.player]} controls no stack and has lost"
            else:
                why = f"{self.colours[position.player]} has no pillar that can move"
            raise PositionError(f"phase pillar: {why}")

    def format_position(self, position: PitOfPillars) -> str:
        """The ranks from the top, the player, the reserves and the phase."""
        rows = self.grid.write(spelled(self.pieces(position)))
        white, red = position.reserves()
        phase = PHASES[position.phase]
        if position.phase == NEXT:
            phase += f":{self._last(position)}"
        return f"{rows} {self.letters[position.player]} {white},{red} {phase}"

    def _last(self, position: PitOfPillars) -> str:
        """The name of the square that the opponent has entered last."""
        return self.board.names[self._cells[position.last]]

    # Moves as text

    def read_move(self, text: str) -> int:
        """The step that a text such as d4, d4-d6 (or d4d6), pc3-f6 or - denotes."""
        text = re.sub("(?<=[0-9])(?=[a-z])", "-", text)
        if text in self._moves:
            return self._moves[text]
        form = re.fullmatch(r"(p?)([a-z][0-9]+)(?:-([a-z][0-9]+))?", text)
        if form is None or (form[1] and not form[3]):
            raise no_move(
                text,
                "write d4 to enter a man, d4-d6 to move the top 2 men 2 squares, "
                "pc3-f6 to move a pillar, or - to leave the pillars",
            )
        for name in filter(None, (form[2], form[3])):
            if name not in self.board.names:
                corner = name in self.corners
                why = "a corner, which is left out" if corner else "beyond the edge"
                raise no_move(text, f"{name:.20} is {why}")
        how = "a pillar moves like a queen" if form[1] else "a stack moves along a rank or a file"
        raise no_move(text, f"{how}, to another square")

    def format_move(self, move: int, position: PitOfPillars) -> str:
        """The text of the step."""
        return self._texts[move]

    def empty_move(self, position: PitOfPillars) -> int | None:
        """The move that declines, where a pillar may move."""
        return self._moves["-"] if position.phase == PILLAR else None

    def move_cells(self, move: int, position: PitOfPillars) -> tuple[int, ...]:
        """The square entered, or the origin and the target."""
        step = self._steps[move]
        if step.kind == "decline":
            return ()
        return (step.target,) if step.kind == "enter" else (step.origin, step.target)

    def describe(self, move: int, position: PitOfPillars) -> str:
        """The men moved, the target, and the capture if there is one."""
        step, names = self._steps[move], self.board.names
        if step.kind == "decline":
            return "leaves the pillars where they are"
        target = names[step.target]
        if step.kind == "pillar":
            return f"moves a pillar from {names[step.origin]} to {target}"
        if step.kind == "enter":
            words = f"enters a man on {target}"
        else:
            what = plural(step.distance, "man", "men", one="a")
            words = f"moves {what} from {names[step.origin]} to {target}"
        after = position.copy()
        after.play(move)
        if self.pieces(after)[step.target][0].kind == "pillar":
            words += ", and captures what is there: a pillar rises"
        if position.phase not in (MOVE, PILLAR) and after.phase == MOVE:
            words += "; entering is over"
        return words

    # Refusals

    def refusal(self, move: int, position: PitOfPillars) -> Refusal:
        """The rule that the step breaks, and the squares concerned."""
        step = self._steps[move]
        if position.phase in (OPEN, NEXT, FREE):
            return self._no_entry(step, position)
        if position.phase == PILLAR:
            return self._no_pillar_step(step, position)
        name = self.board.names[step.target]
        pieces = self.pieces(position)
        if step.kind == "decline":
            return refused("compulsory-step")
        if step.kind == "pillar":
            return refused("pillar-too-early", [step.origin])
        if step.kind == "stack":
            return self._no_stack_step(step, position)
        if self._kind(pieces, step.target) == "pillar":
            return refused("pillar-there", [step.target], cell=name)
        return refused("empty-reserve")

    def _no_entry(self, step: Step, position: PitOfPillars) -> Refusal:
        """The reason that a step of the entering stage is refused."""
        names, target = self.board.names, step.target
        pieces = self.pieces(position)
        if step.kind != "enter":
            return refused("entering-stage", prompt=self.prompt(position))
        if target in pieces:
            return refused("occupied", [target], cell=names[target])
        if position.phase == NEXT:
            last = self._cells[int(position.last)]
            return refused("not-beside", [target, last], cell=names[target], last=names[last])
        touching = sorted(cell for cell in self.board.neighbours[target] if cell in pieces)
        return refused(
            "not-isolated",
            [target, *touching],
            cell=names[target],
            near=listed_cells(self.board, touching),
        )

    def _no_stack_step(self, step: Step, position: PitOfPillars) -> Refusal:
        """The reason that a stack step is refused."""
        names, pieces = self.board.names, self.pieces(position)
        name, stack = names[step.origin], pieces.get(step.origin, ())
        if not stack:
            return refused("empty-cell", [step.origin], cell=name)
        pillar = stack[0].kind == "pillar"
        if stack[-1].player != position.player:
            return refused(
                "not-yours",
                [step.origin],
                piece="pillar" if pillar else "stack",
                cell=name,
                owner=self.colours[stack[-1].player],
            )
        if pillar:
            return refused("no-stack", [step.origin], cell=name)
        if len(stack) < step.distance:
            return refused(
                "too-low",
                [step.origin],
                cell=name,
                height=len(stack),
                squares=plural(len(stack), "square"),
            )
        way = self._way(step)
        cell = next(cell for cell in way if self._kind(pieces, cell) == "pillar")
        return refused("pillar-in-the-way", [cell], cell=names[cell])

    def _no_pillar_step(self, step: Step, position: PitOfPillars) -> Refusal:
        """The reason that a step is refused when a pillar may move."""
        names, pieces = self.board.names, self.pieces(position)
        if step.kind != "pillar":
            return refused("pillar-now")
        name = names[step.origin]
        if self._kind(pieces, step.origin) != "pillar":
            return refused("no-pillar", [step.origin], cell=name)
        owner = pieces[step.origin][0].player
        if owner != position.player:
            return refused(
                "not-yours", [step.origin], piece="pillar", cell=name, owner=self.colours[owner]
            )
        cell = next(cell for cell in self._way(step) if cell in pieces)
        piece = "pillar" if self._kind(pieces, cell) == "pillar" else "stack"
        return refused("pillar-blocked", [cell], piece=piece, cell=names[cell])

    def _kind(self, pieces: Mapping[int, tuple[Piece, ...]], cell: int) -> str:
        """The piece on a cell: pillar or man, or none."""
        return pieces[cell][0].kind if cell in pieces else ""

    def _way(self, step: Step) -> tuple[int, ...]:
        """The cells on the way of a step, including its target."""
        ray = self.board.rays[step.direction * len(self.board) + step.origin]
        return ray[: step.distance]

    # Scenes

    def pieces(self, position: PitOfPillars) -> Mapping[int, tuple[Piece, ...]]:
        """The men of each stack, bottom first, and the pillars."""
        stacks, pillars = position.stacks(), position.pillars()
        found = {}
        for cell, bit in enumerate(self._bits):
            if stacks[bit] > EMPTY:
                found[cell] = tuple([self._pieces[colour] for colour in unpack(stacks[bit])])
            for colour in (WHITE, RED):
                if pillars[colour] >> bit & 1:
                    found[cell] = (self._pillars[colour],)
        return found

    def _held(self, position: PitOfPillars, colour: int) -> list[int]:
        """The cells whose stacks a colour controls."""
        pieces = self.pieces(position)
        return [cell for cell, stack in pieces.items() if stack[-1] == self._pieces[colour]]

    def trays(self, position: PitOfPillars) -> tuple[Tray, ...]:
        """Both reserves."""
        return tuple(
            [
                Tray(f"{self.colours[colour]} reserve", colour, (self._pieces[colour],) * men)
                for colour, men in enumerate(position.reserves())
            ]
        )

    def notes(self, position: PitOfPillars) -> Mapping[int, str]:
        """The capacity of each square that no pillar takes."""
        white, red = position.pillars()
        pillars = {cell for cell, bit in enumerate(self._bits) if (white | red) >> bit & 1}
        return {
            cell: str(len([there for there in near if there not in pillars]))
            for cell, near in enumerate(self.board.neighbours)
            if cell not in pillars
        }

    def prompt(self, position: PitOfPillars) -> str:
        """The prompt for the player to act."""
        if position.phase == OPEN:
            return "enter the first man, on any square"
        if position.phase == NEXT:
            return f"enter a man next to {self._last(position)}"
        if position.phase == FREE:
            return "enter another man, with only vacant squares beside it"
        if position.phase == PILLAR:
            return "move a pillar, or none"
        if position.reserves()[int(position.player)]:
            return "move a stack, or enter a man from your reserve"
        return "move a stack"

    def decisive(self, position: PitOfPillars) -> tuple[int, ...]:
        """The stacks of a loser who cannot move, if there are any."""
        return tuple(self._held(position, 1 - int(position.winner)))

    def ending(self, position: PitOfPillars) -> str:
        """The reason for the loss."""
        winner = int(position.winner)
        if not self._held(position, 1 - winner):
            if not self._held(position, winner):
                return f"nobody controls a stack, and {self.colours[winner]} moved last"
            return f"{self.colours[1 - winner]} controls no stack"
        return f"{self.colours[1 - winner]} has no step: no stack can move, no man is in reserve"
