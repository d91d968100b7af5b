"""Nine Men's Morris for people: options, notation, refusals and scenes."""

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
    read_numbers,
    read_player,
    spelled,
)
from stackyard.options import Option
from stackyard.scenes import Piece, Tray
from stackyard_mill.plugin import ABOUT
from stackyard_mill.rules import BOARD, EMPTY, FEW, MEN, POINTS, WHITE, Mill, place


class MillGame(Game[Mill]):
    """Nine Men's Morris with its option chosen."""

    about = ABOUT
    notation = (
        "A move is the point where a man is placed or taken, such as d2, or the point that a man "
        "leaves and the one where it arrives, such as d2d3. A position is the rows from the top "
        "with / between, each from the left (w, b, or . for an empty point), then the men that "
        "White and Black have yet to place (9,9) and the colour to act (w or b); take follows "
        "where an enemy man must be taken."
    )
    options = (
        Option("flying", True, (False, True), "Whether a player with three men may move anywhere."),
    )

    def prepare(self) -> None:
        """Take the board."""
        self.board = BOARD
        self.move_space = POINTS + POINTS**2
        self.flying = bool(self.settings["flying"])
        self.grid = Grid(self.board, {"[wb]": "a man (w or b)"}, empty=".", noun="point")
        self._men = [Piece(player, self.letters[player], "man") for player in (0, 1)]

    def initial(self) -> Mill:
        """The empty board, and nine men in each hand."""
        return place([EMPTY] * POINTS, [MEN, MEN], WHITE, False, self.flying)

    # Positions as text

    def parse_position(self, text: str) -> Mill:
        """The position that rows, hands, the player to act and perhaps `take` describe."""
        rows, held, to_act, *take = read_fields(
            text, self.start_text, "rows", "men to place", "player to act", "take", optional=1
        )
        points = [EMPTY] * POINTS
        for point, letter in self.grid.read(rows).items():
            points[point] = self.letters.index(letter)
        hands = read_numbers("men to place", held, self.colours)
        player = read_player(to_act, self.letters)
        takes = bool(take) and read_choice("take", take[0], ["take"]) == 0
        self._check(points, hands, player, takes)
        position = place(points, hands, player, takes, self.flying)
        if takes and not self._has_mill(points, player):
            raise PositionError(f"take: {self.colours[player]} has no mill")
        return position

    def _check(self, points: list[int], hands: list[int], player: int, takes: bool) -> None:
        """Refuse what cannot come about."""
        for colour, name in enumerate(self.colours):
            men = points.count(colour) + hands[colour]
            if men > MEN:
                raise PositionError(f"rows: {name} has {men} men, and may have {MEN}")
        behind = hands[1] - hands[0]
        expected = 0 if player == int(takes) else 1
        if behind != expected and (hands[1] or behind):
            raise PositionError(
                f"men to place: they are placed in turn, so {hands[0]},{hands[1]} does not fit "
                f"{self.colours[player]}'s turn"
            )
        enemy = 1 - player
        if points.count(enemy) + hands[enemy] < FEW:
            raise PositionError(f"player to act: {self.colours[player]} has won before")
        if takes and enemy not in points:
            raise PositionError(f"take: there is no {self.colours[enemy]} man on the board")

    def _has_mill(self, points: list[int], player: int) -> bool:
        """Tell if a player has three men in a row."""
        return any({points[cell] for cell in track} == {player} for track in BOARD.tracks)

    def format_position(self, position: Mill) -> str:
        """The rows from the top, the hands, the player to act, and whether a man is to be taken."""
        rows = self.grid.write(spelled(self.pieces(position)))
        white, black = position.hands()
        take = " take" if position.mid_turn else ""
        return f"{rows} {white},{black} {self.letters[position.player]}{take}"

    # Moves as text

    def read_move(self, text: str) -> int:
        """The move that one point or two name, possible or not."""
        if text in self.board.names:
            return self.board.cell(text)
        if text[:2] in self.board.names and text[2:] in self.board.names:
            return POINTS * (1 + self.board.cell(text[:2])) + self.board.cell(text[2:])
        raise no_move(text, "name a point, as in d2, or two, as in d2d3")

    def format_move(self, move: int, position: Mill) -> str:
        """One point, or two."""
        return "".join(cell_names(self.board, self.move_cells(move, position)))

    def move_cells(self, move: int, position: Mill) -> tuple[int, ...]:
        """Where a man is placed or taken; or where it starts and where it arrives."""
        return (move,) if move < POINTS else divmod(move - POINTS, POINTS)

    def describe(self, move: int, position: Mill) -> str:
        """A move about to be made, in words."""
        names = cell_names(self.board, self.move_cells(move, position))
        if len(names) == 2:
            return f"moves a man from {names[0]} to {names[1]}"
        if position.mid_turn:
            return f"takes the man from {names[0]}"
        return f"places a man on {names[0]}"

    # Refusals

    def refusal(self, move: int, position: Mill) -> Refusal:
        """The rule that the move breaks."""
        cells = self.move_cells(move, position)
        names = cell_names(self.board, cells)
        points = position.points()
        if position.mid_turn:
            return self._no_prey(cells, names, points, int(position.player))
        placing = position.hands()[position.player] > 0
        if placing != (len(cells) == 1):
            words = "place a man: name one point" if placing else "move a man: name two points"
            return Refusal("placing" if placing else "moving", words, cells)
        if len(cells) == 2 and points[cells[0]] != position.player:
            return Refusal("not-yours", f"there is no man of yours on {names[0]}", [cells[0]])
        if points[cells[-1]] != EMPTY:
            return Refusal("occupied", f"there is a man on {names[-1]}", [cells[-1]])
        return Refusal("not-next", f"{names[1]} is not next to {names[0]} on a line", cells)

    def _no_prey(
        self, cells: tuple[int, ...], names: list[str], points: list[int], player: int
    ) -> Refusal:
        """Why a man cannot be taken."""
        if len(cells) == 2:
            return Refusal("take", "a mill takes an enemy man: name its point", cells)
        if points[cells[0]] != 1 - player:
            return Refusal("no-enemy", f"there is no enemy man on {names[0]}", cells)
        return Refusal("in-mill", f"the man on {names[0]} is in a mill, and others are not", cells)

    # Scenes

    def pieces(self, position: Mill) -> Mapping[int, tuple[Piece, ...]]:
        """A man on each point that is not empty."""
        points = enumerate(position.points())
        return {point: (self._men[holds],) for point, holds in points if holds != EMPTY}

    def trays(self, position: Mill) -> tuple[Tray, ...]:
        """The men that are yet to be placed."""
        hands = position.hands()
        return tuple(
            [
                Tray(f"{self.colours[n]} to place", n, (self._men[n],) * hands[n])
                for n in (0, 1)
                if any(hands)
            ]
        )

    def prompt(self, position: Mill) -> str:
        """The prompt for the player to act."""
        if position.mid_turn:
            return "a mill: take an enemy man"
        return "place a man" if position.hands()[position.player] else "move a man"

    def ending(self, position: Mill) -> str:
        """Why the loser has lost."""
        loser = 1 - position.winner
        men = position.points().count(loser) + position.hands()[loser]
        if men < FEW:
            return f"{self.colours[loser]} has only {plural(men, 'man', 'men')} left"
        return f"{self.colours[loser]} cannot move"
