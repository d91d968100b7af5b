"""F.I.L.O. for people: options, notation, refusals and scenes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import ascii_lowercase

from stackyard.boards import Row
from stackyard.errors import NotationError, OptionError, PositionError, Refusal
from stackyard.game import Game
from stackyard.options import Option, Settings
from stackyard.position import Position
from stackyard.scenes import Piece, Tray
from stackyard.stacks import pack, unpack
from stackyard_filo.plugin import ABOUT
from stackyard_filo.rules import BLACK, BY_EXITS, MIXED, SKIP, TALLEST, WHITE, Filo, place

LETTERS = "wb"
PIECES = (Piece(WHITE, "w"), Piece(BLACK, "b"))
VARIANTS = {
    "standard": 0,
    "proposal-1": MIXED,
    "proposal-2": BY_EXITS,
    "proposal-1+2": MIXED | BY_EXITS,
}
MOST_PIECES = 12  # unless the row is too short for so many
ESCAPE = "*"


def _twelve_if_they_fit(settings: Settings) -> int:
    return min(MOST_PIECES, 2 * int(settings["size"]))


class FiloGame(Game):
    """F.I.L.O. with its options chosen."""

    about = ABOUT
    colours = ("white", "black")
    notation = (
        "A number enters so many checkers, a letter sows the stack on that cell; a * behind makes "
        "the escape too, as in h*. A position is the cells from a on, each bottom first (w, b, or "
        "- for an empty one), with / between; then, after a blank each, the reserves (White's, "
        "Black's), the checkers that have left the board likewise, and the colour to act (w or b)."
    )
    options = (
        Option(
            "variant",
            "standard",
            tuple(VARIANTS),
            "The inventor's two proposals: a turn is an entry or a sowing as one likes (1); "
            "when a player is stuck, the exits decide (2). Both together are our combination.",
        ),
        Option(
            "empty_reserve",
            "loses",
            ("loses", "skip"),
            "What befalls the player whose reserve runs out first: he has no move and loses, "
            "or he is skipped until all checkers are in. Proposal 1 knows neither.",
        ),
        Option("size", 8, range(5, 10), "How many cells the row has."),
        Option(
            "pieces",
            _twelve_if_they_fit,
            range(5, 19),
            "How many checkers each player has, at most two for each cell.",
            default_text="12, on five cells 10",
        ),
    )

    def prepare(self) -> None:
        """Set the board, and refuse more checkers than it can hold."""
        size, pieces = int(self.settings["size"]), int(self.settings["pieces"])
        if pieces > 2 * size:
            allowed = f"5 to {2 * size}"
            raise OptionError(
                "pieces",
                pieces,
                allowed,
                f"filo, option pieces: {pieces} checkers for each player do not fit on a row of "
                f"{size}; choose {allowed} for size {size}",
            )
        self.size, self.checkers = size, pieces
        self.rules = VARIANTS[str(self.settings["variant"])]
        self.mixed = bool(self.rules & MIXED)
        if self.settings["empty_reserve"] == "skip":
            self.rules |= SKIP
        self.board = Row(size)
        self.move_space = 4 * size

    def initial(self) -> Filo:
        """An empty row, and all checkers in reserve."""
        return place([pack([])] * self.size, [self.checkers] * 2, WHITE, self.rules)

    # Positions

    def parse_position(self, text: str) -> Filo:
        """The position that `-/-/-/-/-/-/-/- 12,12 0,0 w` describes."""
        fields = text.split(" ")
        if len(fields) != 4:
            raise PositionError(
                "a F.I.L.O. position is the cells, the reserves, the checkers that have left the "
                "board and the player to act, with a blank between, as in "
                f"{self.format_position(self.initial())}; this has {len(fields)} "
                f"field{'s' if len(fields) != 1 else ''}"
            )
        cells, player = fields[0].split("/"), fields[3]
        if len(cells) != self.size:
            raise PositionError(
                f"cells: {len(cells)} of them, but the board has {self.size} "
                f"({self.board.names[0]} to {self.board.names[-1]}), with / between"
            )
        stacks = [self._read_cell(cell, stack) for cell, stack in enumerate(cells)]
        reserves = _read_pair("reserves", fields[1])
        exits = _read_pair("exits", fields[2])
        if player not in ("w", "b"):
            raise PositionError(f"player to act: {player!r:.20} is not w or b")
        self._check_numbers("".join(cells), reserves, exits)
        position = place(stacks, reserves, LETTERS.index(player), self.rules)
        if LETTERS[position.player] != player:
            raise PositionError(
                f"player to act: {self.colours[1 - position.player]} has no reserve left and is "
                f"skipped until {self.colours[position.player]} has none either"
            )
        return position

    def _read_cell(self, cell: int, stack: str) -> int:
        """The stack on a cell, written bottom first."""
        name = self.board.names[cell]
        if not stack:
            raise PositionError(f"cell {name}: nothing is written; an empty cell is -")
        if stack == "-":
            return pack([])
        for letter in stack:
            if letter not in LETTERS:
                raise PositionError(
                    f"cell {name}: {letter!r} is no checker; write w and b, or - alone"
                )
        if len(stack) > TALLEST:
            raise PositionError(
                f"cell {name}: {len(stack)} checkers, but a cell holds at most {TALLEST}"
            )
        return pack([LETTERS.index(letter) for letter in stack])

    def _check_numbers(self, cells: str, reserves: list[int], exits: list[int]) -> None:
        """Refuse checkers too many or too few, and numbers that no game leads to."""
        for player, colour in enumerate(self.colours):
            here = cells.count(LETTERS[player])
            if here + reserves[player] + exits[player] != self.checkers:
                raise PositionError(
                    f"{colour}: {here} on the board, {reserves[player]} in reserve and "
                    f"{exits[player]} off the board make {here + reserves[player] + exits[player]} "
                    f"checkers, but each colour has {self.checkers}"
                )
        if any(reserves) and any(exits) and not self.mixed:
            raise PositionError(
                "reserves: checkers leave the board only when both reserves are empty, "
                f"here they are {reserves[WHITE]},{reserves[BLACK]}"
            )
        if min(exits) >= self.checkers - 1:
            raise PositionError(
                "exits: both colours are down to one checker or none, but the first to be so wins"
            )

    def format_position(self, position: Position) -> str:
        """The cells bottom first, the reserves, the checkers off the board, the player to act."""
        cells = [
            "".join([LETTERS[colour] for colour in stack]) or "-"
            for stack in self._stacks(position)
        ]
        numbers = [
            ",".join([str(number) for number in pair])
            for pair in (self._reserves(position), self._exits(position))
        ]
        return " ".join(["/".join(cells), *numbers, LETTERS[position.player]])

    def _stacks(self, position: Position) -> list[tuple[int, ...]]:
        """The colours on each cell, bottom first."""
        assert isinstance(position, Filo)
        return [unpack(stack) for stack in position.stacks()]

    def _reserves(self, position: Position) -> list[int]:
        """The checkers of each player in reserve."""
        assert isinstance(position, Filo)
        return position.reserves()

    def _exits(self, position: Position) -> list[int]:
        """The checkers of each player that have left the board."""
        assert isinstance(position, Filo)
        return [self.checkers - men for men in position.men()]

    # Moves

    def read_move(self, text: str) -> int:
        """The move that a number or a letter, and perhaps a *, denotes."""
        plain = text.removesuffix(ESCAPE)
        first, last = self.board.names[0], self.board.names[-1]
        if plain in self.board.names:
            move = self.size + ascii_lowercase.index(plain)
        elif plain in [str(number + 1) for number in range(self.size)]:
            move = int(plain) - 1
        else:
            raise NotationError(
                f"{text!r:.40} is no move; enter 1 to {self.size} checkers, or sow a stack, "
                f"{first} to {last}; add {ESCAPE} to escape"
            )
        return move if plain == text else move + 2 * self.size

    def format_move(self, move: int, position: Position) -> str:
        """The number entered or the letter of the stack sown, and * for an escape."""
        plain = move % (2 * self.size)
        sows = plain >= self.size
        text = self.board.names[plain - self.size] if sows else str(plain + 1)
        return text if plain == move else text + ESCAPE

    def move_cells(self, move: int, position: Position) -> tuple[int, ...]:
        """The stack sown and the cells it reaches, or the last cell that an entry reaches."""
        player = int(position.player)
        plain = move % (2 * self.size)
        if plain < self.size:
            return self._open_cells(position)[plain : plain + 1]
        origin = plain - self.size
        step = 1 - 2 * player
        height = len(self._stacks(position)[origin])
        return origin, *((origin + step * n) % self.size for n in range(1, height + 1))

    def _open_cells(self, position: Position) -> tuple[int, ...]:
        """The cells that are not full, the nearest to the player to act first."""
        stacks = self._stacks(position)
        cells = [cell for cell, stack in enumerate(stacks) if len(stack) < TALLEST]
        return tuple(cells if position.player == WHITE else cells[::-1])

    def describe(self, move: int, position: Position) -> str:
        """How many checkers go where, and how many leave the board."""
        player, plain = int(position.player), move % (2 * self.size)
        after = self._after(plain, position)
        if plain < self.size:
            cells = self._open_cells(position)[: plain + 1]
            words = f"enters {_checkers(plain + 1)} on {self._named(cells)}"
        else:
            origin, *reached = self.move_cells(plain, position)
            words = f"sows {_checkers(len(reached))} from {self.board.names[origin]}"
            out = sum(self._exits(after)) - sum(self._exits(position))
            if out == len(reached):
                words += f", and {'it leaves' if out == 1 else 'they leave'} the board"
            else:
                stacks = self._stacks(position)
                open_ones = [cell for cell in reached if len(stacks[cell]) < TALLEST]
                words += f" to {self._named(open_ones)}"
                if out:
                    words += f"; {_checkers(out)} {'leaves' if out == 1 else 'leave'} the board"
        if plain != move:
            words += f", and escapes with {_checkers(self.checkers - self._exits(after)[player])}"
        return words

    def _after(self, plain: int, position: Position) -> Position:
        """The position after a move without its escape."""
        after = position.copy()
        after.play(plain)
        return after

    def _named(self, cells: tuple[int, ...] | list[int]) -> str:
        """Names of cells in words."""
        return _listed([self.board.names[cell] for cell in cells])

    # Refusals

    def refusal(self, move: int, position: Position) -> Refusal:
        """Which rule of entering, sowing or escaping stands in the way."""
        plain = move % (2 * self.size)
        if plain not in position.legal_moves():
            if plain < self.size:
                return self._no_entry(plain + 1, position)
            return self._no_sowing(plain - self.size, position)
        return self._no_escape(plain, position)

    def _no_entry(self, checkers: int, position: Position) -> Refusal:
        """Why so many checkers cannot be entered."""
        reserve = self._reserves(position)[int(position.player)]
        if not reserve:
            return Refusal("empty-reserve", "your reserve is empty: sow a stack, named by its cell")
        if checkers > reserve:
            return Refusal(
                "small-reserve",
                f"you cannot enter {checkers}: your reserve holds only {_checkers(reserve)}",
            )
        stacks = self._stacks(position)
        full = [cell for cell, stack in enumerate(stacks) if len(stack) == TALLEST]
        return Refusal(
            "full-cells",
            f"you cannot enter {checkers}: each goes to a cell of its own, and full cells "
            f"({self._named(full)}) are skipped, so at most {self.size - len(full)} can enter",
            full,
        )

    def _no_sowing(self, cell: int, position: Position) -> Refusal:
        """Why a cell cannot be sown."""
        name, player = self.board.names[cell], int(position.player)
        reserves = self._reserves(position)
        if any(reserves) and not self.mixed:
            waiting = [self.colours[who] for who in (WHITE, BLACK) if reserves[who]]
            return Refusal(
                "entry-phase",
                f"stacks are sown only when both reserves are empty: {' and '.join(waiting)} "
                f"still {'have' if len(waiting) == 2 else 'has'} checkers to enter",
            )
        stack = self._stacks(position)[cell]
        if not stack:
            return Refusal("empty-cell", f"cell {name} is empty: there is nothing to sow", [cell])
        return Refusal(
            "foreign-top",
            f"the top checker on {name} is {self.colours[1 - player]}: you sow only stacks "
            f"whose top is yours ({self.colours[player]})",
            [cell],
        )

    def _no_escape(self, plain: int, position: Position) -> Refusal:
        """Why a legal move cannot be followed by an escape."""
        player = int(position.player)
        if plain < self.size and not self.mixed:
            return Refusal("escape-entry", "an escape follows a sowing, never an entry")
        after = self._after(plain, position)
        text = self.format_move(plain, position)
        reserve = self._reserves(after)[player]
        if reserve:
            return Refusal(
                "escape-reserve",
                f"an escape needs an empty reserve, but after {text} yours holds "
                f"{_checkers(reserve)}",
            )
        left = [self.checkers - out for out in self._exits(after)]
        for who in (player, 1 - player):
            if left[who] < 2:
                return Refusal(
                    "escape-over",
                    f"{text} ends the game before an escape: it leaves {self.colours[who]} with "
                    f"{_checkers(left[who])}, and so {self.colours[who]} has won",
                )
        mine = self._holding(player, after)
        if left[player] > TALLEST:
            return Refusal(
                "escape-many",
                f"after {text} you still have {left[player]} checkers; 2 to 4 can escape",
                mine,
            )
        before = self._holding(player, position)
        if len(before) == 1 and set(self._stacks(position)[before[0]]) == {player}:
            return Refusal(
                "escape-late",
                f"the stack on {self._named(before)} could escape only in the turn that formed "
                f"it: {text} breaks it up",
                before,
            )
        if len(mine) > 1:
            return Refusal(
                "escape-scattered",
                f"after {text} your checkers lie on {self._named(mine)}; "
                "an escape takes them off as one stack",
                mine,
            )
        return Refusal(
            "escape-foreign",
            f"after {text} the stack on {self._named(mine)} holds a checker of your opponent's; "
            "only a stack all your own can escape",
            mine,
        )

    def _holding(self, player: int, position: Position) -> list[int]:
        """The cells with a checker of a player."""
        return [cell for cell, stack in enumerate(self._stacks(position)) if player in stack]

    # Scenes

    def pieces(self, position: Position) -> Mapping[int, tuple[Piece, ...]]:
        """The checkers on each cell, bottom first."""
        return {
            cell: tuple([PIECES[colour] for colour in stack])
            for cell, stack in enumerate(self._stacks(position))
        }

    def trays(self, position: Position) -> tuple[Tray, ...]:
        """The reserves until both are empty; the exits from then on, or once one is used."""
        reserves, exits = self._reserves(position), self._exits(position)
        kinds = []
        if any(reserves):
            kinds.append(("reserve", reserves))
        if any(exits) or not any(reserves):
            kinds.append(("exit", exits))
        return tuple(
            Tray(f"{self.colours[player]} {kind}", player, (PIECES[player],) * numbers[player])
            for kind, numbers in kinds
            for player in (WHITE, BLACK)
        )

    def asked(self, position: Position) -> str:
        """What the player to act is asked for: to enter, to sow, or either."""
        texts = self.legal_texts(position)
        entries = [text for text in texts if text.isdecimal()]
        stacks = [text for text in texts if text in self.board.names]
        escapes = [text for text in texts if text.endswith(ESCAPE)]
        wanted = []
        if entries:
            between = "or" if len(entries) == 2 else "to"
            many = f"1 {between} {entries[-1]} checkers"
            wanted.append(f"enter {many if len(entries) > 1 else '1 checker'}")
        if stacks:
            wanted.append(f"sow {_listed(stacks, 'or')}")
        if escapes:
            wanted.append(f"escape with {_listed(escapes, 'or')}")
        return ", or ".join(wanted)

    def decisive(self, position: Position) -> tuple[int, ...]:
        """The last checker of the winner, if that is how he has won."""
        winner = int(position.winner)
        if self._left(position)[winner] > 1:
            return ()
        return tuple(self._holding(winner, position))

    def ending(self, position: Position) -> str:
        """Who is down to a last checker, or who is stuck."""
        winner = int(position.winner)
        left, exits = self._left(position), self._exits(position)
        if left[winner] < 2:
            how_many = "one checker is" if left[winner] else "no checkers are"
            return f"{how_many} left to {self.colours[winner]}"
        stuck = int(position.player)
        words = f"{self.colours[stuck]} cannot move"
        if any(self._reserves(position)) and not self.mixed:
            words = f"{self.colours[stuck]} has run out of reserve first and cannot move"
        if not self.rules & BY_EXITS:
            return words
        if exits[WHITE] == exits[BLACK]:
            return f"{words}, and the exits are equal"
        who = "but" if winner == stuck else f"and {self.colours[winner]}"
        return (
            f"{words}, {who} has more checkers off the board, "
            f"{exits[winner]} against {exits[1 - winner]}"
        )

    def _left(self, position: Position) -> list[int]:
        """The checkers of each player on the board and in reserve."""
        assert isinstance(position, Filo)
        return position.men()


def _read_pair(field: str, text: str) -> list[int]:
    """White's and Black's number, as in `12,12`."""
    if not re.fullmatch(r"(0|[1-9]\d?),(0|[1-9]\d?)", text, re.ASCII):
        raise PositionError(f"{field}: {text!r:.20} is not White's and Black's number, as in 12,12")
    return [int(number) for number in text.split(",")]


def _checkers(number: int) -> str:
    """So many checkers in words."""
    return "1 checker" if number == 1 else f"{number or 'no'} checkers"


def _listed(words: list[str], last: str = "and") -> str:
    """Words in a row, the last after `and`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
