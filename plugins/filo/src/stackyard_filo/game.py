"""F.I.L.O. for people: options, notation, refusals and scenes."""

from __future__ import annotations

from collections.abc import Mapping

from stackyard.boards import Row
from stackyard.descriptions import Start
from stackyard.errors import OptionError, PositionError, Refusal
from stackyard.game import Game
from stackyard.notation import (
    Grid,
    listed,
    listed_cells,
    no_move,
    plural,
    read_fields,
    read_numbers,
    read_player,
    span,
    spelled,
)
from stackyard.options import Option, Settings
from stackyard.scenes import Piece, Tray
from stackyard.stacks import pack, unpack
from stackyard_filo.plugin import ABOUT
from stackyard_filo.refusals import refused
from stackyard_filo.rules import BLACK, BY_EXITS, MIXED, SKIP, TALLEST, WHITE, Filo, place

VARIANTS = {
    "standard": 0,
    "proposal-1": MIXED,
    "proposal-2": BY_EXITS,
    "proposal-1+2": MIXED | BY_EXITS,
}
MOST_PIECES = 12  # fewer if the row is too short
ESCAPE = "*"
NEAR = 3  # checkers left to a player who is close to winning
MIND = " (mind your reserve)"


def _twelve_if_they_fit(settings: Settings) -> int:
    return min(MOST_PIECES, 2 * int(settings["size"]))


class FiloGame(Game[Filo]):
    """F.I.L.O. with its options chosen."""

    about = ABOUT
    colours = ("white", "black")
    cell_letters = TALLEST
    notation = (
        "A number enters that many checkers, a letter sows the stack on that cell; a * after it "
        "adds the escape, as in h*. A position is the cells from a on, each bottom first (w, b, or "
        "- for an empty one), with / between; then, after a blank each, the reserves (White's, "
        "Black's), the checkers that have left the board likewise, and the colour to act (w or b)."
    )
    starts = (
        Start(
            "Gering's position",
            "wwww/wwww/wwww/-/-/bbbb/bbbb/bbbb 0,0 0,0 w",
            "White is to move and loses, as Ralf Gering found in 2012.",
        ),
        Start(
            "White escapes",
            "w/ww/-/-/-/bb/b/- 0,0 9,9 w",
            "White wins with one move.",
        ),
        Start(
            "An endless game",
            "b/-/w/-/-/-/b/w 0,0 10,10 b",
            "Sixteen moves can lead back here.",
        ),
        Start(
            "Four stacks against three",
            "www/www/www/www/-/bbbb/bbbb/bbbb 0,0 0,0 w",
            "White wins in eleven moves.",
        ),
    )
    options = (
        Option("size", 8, range(5, 10), "How many cells the row has."),
        Option(
            "pieces",
            _twelve_if_they_fit,
            range(5, 19),
            "How many checkers each player has, at most two for each cell.",
            default_text="12, on five cells 10",
        ),
        Option(
            "variant",
            "standard",
            tuple(VARIANTS),
            "The inventor's two proposals: each turn is an entry or a sowing, as you choose (1); "
            "if a player is stuck, more checkers off the board win (2). Both together are our "
            "combination.",
        ),
        Option(
            "empty_reserve",
            "loses",
            ("loses", "skip"),
            "Whether the player whose reserve runs out first loses, having no move, or is skipped "
            "until all checkers are in. Under proposal 1 neither happens.",
        ),
    )

    # The board and the start

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
        stack = f"[{self.letters}]{{1,{TALLEST}}}"
        meaning = f"a stack of at most {TALLEST} {listed(self.letters)}"
        self.grid = Grid(self.board, {stack: meaning}, between="/", empty="-")
        self._pieces = [Piece(colour, letter) for colour, letter in enumerate(self.letters)]

    def initial(self) -> Filo:
        """An empty row, and all checkers in reserve."""
        return place([pack([])] * self.size, [self.checkers] * 2, WHITE, self.rules)

    # Positions as text

    def parse_position(self, text: str) -> Filo:
        """The position that `-/-/-/-/-/-/-/- 12,12 0,0 w` describes."""
        row, kept, gone, to_act = read_fields(
            text, self.start_text, "cells", "reserves", "exits", "player to act"
        )
        cells = self.grid.read(row)
        reserves = read_numbers("reserves", kept, self.colours)
        exits = read_numbers("exits", gone, self.colours)
        player = read_player(to_act, self.letters)
        self._check_numbers(row, reserves, exits)
        stacks = [
            pack([self.letters.index(letter) for letter in cells.get(cell, "")])
            for cell in range(self.size)
        ]
        position = place(stacks, reserves, player, self.rules)
        if position.player != player:
            raise PositionError(
                f"player to act: {self.colours[player]} has no reserve left and is "
                f"skipped until {self.colours[1 - player]} has none either"
            )
        return position

    def _check_numbers(self, cells: str, reserves: list[int], exits: list[int]) -> None:
        """Refuse too many or too few checkers, and numbers that cannot occur."""
        for player, colour in enumerate(self.colours):
            here = cells.count(self.letters[player])
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

    def format_position(self, position: Filo) -> str:
        """The cells bottom first, the reserves, the checkers off the board, the player to act."""
        cells = self.grid.write(spelled(self.pieces(position)))
        numbers = [
            ",".join([str(number) for number in pair])
            for pair in (position.reserves(), self._exits(position))
        ]
        return " ".join([cells, *numbers, self.letters[position.player]])

    def _stacks(self, position: Filo) -> list[tuple[int, ...]]:
        """The colours on each cell, bottom first."""
        return [unpack(stack) for stack in position.stacks()]

    def _exits(self, position: Filo) -> list[int]:
        """The checkers of each player that have left the board."""
        return [self.checkers - men for men in position.men()]

    # Moves as text

    def read_move(self, text: str) -> int:
        """The move that a number or a letter, and perhaps a *, denotes."""
        plain = text.removesuffix(ESCAPE)
        if plain in self.board.names:
            move = self.size + self.board.cell(plain)
        elif plain in [str(number + 1) for number in range(self.size)]:
            move = int(plain) - 1
        else:
            raise no_move(
                text,
                f"enter 1 to {self.size} checkers, or sow a stack, {span(self.board)}; "
                f"add {ESCAPE} to escape",
            )
        return move if plain == text else move + 2 * self.size

    def format_move(self, move: int, position: Filo) -> str:
        """The number entered or the letter of the stack sown, and * for an escape."""
        plain = move % (2 * self.size)
        sows = plain >= self.size
        text = self.board.names[plain - self.size] if sows else str(plain + 1)
        return text if plain == move else text + ESCAPE

    def move_cells(self, move: int, position: Filo) -> tuple[int, ...]:
        """The stack sown and the cells it reaches, or the last cell that an entry reaches."""
        player = int(position.player)
        plain = move % (2 * self.size)
        if plain < self.size:
            return self._open_cells(position)[plain : plain + 1]
        origin = plain - self.size
        step = 1 - 2 * player
        height = len(self._stacks(position)[origin])
        return origin, *((origin + step * n) % self.size for n in range(1, height + 1))

    def _open_cells(self, position: Filo) -> tuple[int, ...]:
        """The cells that are not full, the nearest to the player to act first."""
        stacks = self._stacks(position)
        cells = [cell for cell, stack in enumerate(stacks) if len(stack) < TALLEST]
        return tuple(cells if position.player == WHITE else cells[::-1])

    def describe(self, move: int, position: Filo) -> str:
        """The numbers of checkers moved and their cells, and the number that leave the board."""
        player, plain = int(position.player), move % (2 * self.size)
        after = self._after(plain, position)
        if plain < self.size:
            cells = self._open_cells(position)[: plain + 1]
            words = f"enters {plural(plain + 1, 'checker')} on {listed_cells(self.board, cells)}"
        else:
            origin, *reached = self.move_cells(plain, position)
            words = f"sows {plural(len(reached), 'checker')} from {self.board.names[origin]}"
            out = sum(self._exits(after)) - sum(self._exits(position))
            if out == len(reached):
                words += f", and {'it leaves' if out == 1 else 'they leave'} the board"
            else:
                stacks = self._stacks(position)
                open_ones = [cell for cell in reached if len(stacks[cell]) < TALLEST]
                words += f" to {listed_cells(self.board, open_ones)}"
                if out:
                    words += (
                        f"; {plural(out, 'checker')} {'leaves' if out == 1 else 'leave'} the board"
                    )
        if plain != move:
            words += f", and escapes with {plural(after.men()[player], 'checker')}"
        return words

    def _after(self, plain: int, position: Filo) -> Filo:
        """The position after a move without its escape."""
        after = position.copy()
        after.play(plain)
        return after

    # Refusals

    def refusal(self, move: int, position: Filo) -> Refusal:
        """The rule of entering, sowing or escaping that the move breaks."""
        plain = move % (2 * self.size)
        if plain not in position.legal_moves():
            if plain < self.size:
                return self._no_entry(plain + 1, position)
            return self._no_sowing(plain - self.size, position)
        return self._no_escape(plain, position)

    def _no_entry(self, checkers: int, position: Filo) -> Refusal:
        """The reason that this many checkers cannot be entered."""
        reserve = position.reserves()[position.player]
        if not reserve:
            return refused("empty-reserve")
        if checkers > reserve:
            return refused("small-reserve", count=checkers, reserve=plural(reserve, "checker"))
        stacks = self._stacks(position)
        full = [cell for cell, stack in enumerate(stacks) if len(stack) == TALLEST]
        return refused(
            "full-cells",
            full,
            count=checkers,
            full=listed_cells(self.board, full),
            most=self.size - len(full),
        )

    def _no_sowing(self, cell: int, position: Filo) -> Refusal:
        """The reason that a cell cannot be sown."""
        name, player = self.board.names[cell], int(position.player)
        reserves = position.reserves()
        if any(reserves) and not self.mixed:
            waiting = [self.colours[who] for who in (WHITE, BLACK) if reserves[who]]
            return refused(
                "entry-phase",
                waiting=" and ".join(waiting),
                have="have" if len(waiting) == 2 else "has",
            )
        stack = self._stacks(position)[cell]
        if not stack:
            return refused("empty-cell", [cell], cell=name)
        return refused(
            "not-yours",
            [cell],
            cell=name,
            owner=self.colours[1 - player],
            colour=self.colours[player],
        )

    def _no_escape(self, plain: int, position: Filo) -> Refusal:
        """The reason that a legal move cannot be followed by an escape."""
        player = int(position.player)
        if plain < self.size and not self.mixed:
            return refused("escape-entry")
        after = self._after(plain, position)
        text = self.format_move(plain, position)
        reserve = after.reserves()[player]
        if reserve:
            return refused("escape-reserve", move=text, reserve=plural(reserve, "checker"))
        left = after.men()
        for who in (player, 1 - player):
            if left[who] < 2:
                return refused(
                    "escape-over",
                    move=text,
                    colour=self.colours[who],
                    left=plural(left[who], "checker"),
                )
        mine = self._holding(player, after)
        if left[player] > TALLEST:
            return refused("escape-many", mine, move=text, left=left[player])
        before = self._holding(player, position)
        formed = len(before) == 1 and set(self._stacks(position)[before[0]]) == {player}
        if formed and plain >= self.size:
            return refused("escape-late", before, move=text, cell=listed_cells(self.board, before))
        if len(mine) > 1:
            return refused(
                "escape-scattered", mine, move=text, cells=listed_cells(self.board, mine)
            )
        return refused("escape-foreign", mine, move=text, cell=listed_cells(self.board, mine))

    def _holding(self, player: int, position: Filo) -> list[int]:
        """The cells with a checker of a player."""
        return [cell for cell, stack in enumerate(self._stacks(position)) if player in stack]

    # Scenes

    def pieces(self, position: Filo) -> Mapping[int, tuple[Piece, ...]]:
        """The checkers on each cell, bottom first."""
        return {
            cell: tuple([self._pieces[colour] for colour in stack])
            for cell, stack in enumerate(self._stacks(position))
        }

    def trays(self, position: Filo) -> tuple[Tray, ...]:
        """The reserves until both are empty; the exits from then on, or once one is used."""
        reserves, exits = position.reserves(), self._exits(position)
        kinds = []
        if any(reserves):
            kinds.append(("reserve", reserves))
        if any(exits) or not any(reserves):
            kinds.append(("exit", exits))
        return tuple(
            Tray(
                f"{self.colours[player]} {kind}", player, (self._pieces[player],) * numbers[player]
            )
            for kind, numbers in kinds
            for player in (WHITE, BLACK)
        )

    def prompt(self, position: Filo) -> str:
        """The prompt for the player to act: to enter, to sow, or either."""
        texts = self.legal_texts(position)
        entries = [text for text in texts if text.isdecimal()]
        stacks = [text for text in texts if text in self.board.names]
        escapes = [text for text in texts if text.endswith(ESCAPE)]
        wanted = []
        if entries:
            between = "or" if len(entries) == 2 else "to"
            many = f"1 {between} {entries[-1]} checkers"
            mind = MIND if self._may_run_out(entries, position) else ""
            wanted.append(f"enter {many if len(entries) > 1 else '1 checker'}{mind}")
        if stacks:
            wanted.append(f"sow {listed(stacks, 'or')}")
        if escapes:
            wanted.append(f"escape with {listed(escapes, 'or')}")
        return ", or ".join(wanted) + self._race(position)

    def _race(self, position: Filo) -> str:
        """The checkers left to each player, once one of them is close to winning."""
        left = position.men()
        if min(left) > NEAR:
            return ""
        numbers = [f"{colour} {men}" for colour, men in zip(self.colours, left, strict=True)]
        return f" (one left wins: {', '.join(numbers)})"

    def _may_run_out(self, entries: list[str], position: Filo) -> bool:
        """Tell if an entry would leave no reserve while the other player has some, which loses."""
        mine, other = (
            position.reserves()[player] for player in (position.player, 1 - position.player)
        )
        return str(mine) in entries and other > 0 and not self.rules & (MIXED | SKIP)

    def decisive(self, position: Filo) -> tuple[int, ...]:
        """The last checker of a winner who is down to one."""
        winner = int(position.winner)
        if position.men()[winner] > 1:
            return ()
        return tuple(self._holding(winner, position))

    def ending(self, position: Filo) -> str:
        """The player with one checker or none left, or without a move."""
        winner = int(position.winner)
        left, exits = position.men(), self._exits(position)
        if left[winner] < 2:
            how_many = "one checker is" if left[winner] else "no checkers are"
            return f"{how_many} left to {self.colours[winner]}"
        stuck = int(position.player)
        words = f"{self.colours[stuck]} cannot move"
        if any(position.reserves()) and not self.mixed:
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
