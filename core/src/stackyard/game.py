"""The Game class: the cold side of a game, from options and notation to refusals and scenes.

An author subclasses it beside his rules module; the rest of the program speaks to games through
nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from inspect import cleandoc
from typing import ClassVar

from stackyard.about import About
from stackyard.boards import Board
from stackyard.builds import build_of, nearest
from stackyard.errors import IllegalMoveError, Refusal
from stackyard.options import Option, Settings, resolve
from stackyard.position import DRAW, ONGOING, Playout, Position
from stackyard.scenes import Piece, Scene, Tray


class Game(ABC):
    """A game with its options chosen: `SiloGame(size=8, goal="end")`.

    Raises OptionError for an option that is unknown or a value that is not allowed. A subclass
    sets `about`, `options` and `colours`, and in `prepare` the attributes `board` and
    `move_space` (every move is an int from 0 to move_space - 1).
    """

    about: ClassVar[About]
    options: ClassVar[tuple[Option, ...]] = ()
    colours: ClassVar[tuple[str, str]] = ("white", "black")
    rules_version: ClassVar[int] = 1  # raised whenever a rule changes
    notation: ClassVar[str] = ""  # how moves and positions are written, in a few sentences

    board: Board
    move_space: int

    def __init__(self, /, **settings: object) -> None:
        self.settings: Settings = resolve(self.options, settings, self.about.name)
        self.prepare()

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.settings.items())
        return f"{type(self).__name__}({chosen})"

    @property
    def name(self) -> str:
        """What one types to name the game."""
        return self.about.name

    @property
    def title(self) -> str:
        """The game's name as it is written."""
        return self.about.title

    @property
    def designer(self) -> str:
        """Who invented it."""
        return self.about.designer

    @property
    def year(self) -> int:
        """When it was invented."""
        return self.about.year

    # What every game says of itself

    def prepare(self) -> None:  # noqa: B027 - a game without board-dependent tables needs none
        """Set `board` and `move_space` from `settings`; raise OptionError where they clash."""

    @abstractmethod
    def initial(self) -> Position:
        """The start position."""

    @abstractmethod
    def parse_position(self, text: str) -> Position:
        """The position a string describes; PositionError says what is wrong and where."""

    @abstractmethod
    def format_position(self, position: Position) -> str:
        """The one string that describes the position."""

    @abstractmethod
    def read_move(self, text: str) -> int:
        """The move that a lower-case text denotes; NotationError if it is none in any position."""

    @abstractmethod
    def format_move(self, move: int, position: Position) -> str:
        """The text of a move about to be made in `position`: lower case, without blanks."""

    @abstractmethod
    def refusal(self, move: int, position: Position) -> Refusal:
        """Why `move`, which is not legal in `position`, is refused; the game is not over."""

    @abstractmethod
    def pieces(self, position: Position) -> Mapping[int, tuple[Piece, ...]]:
        """What lies on each cell, bottom first; empty cells may be left out."""

    # What a game may say better than this

    def trays(self, position: Position) -> tuple[Tray, ...]:
        """The pieces beside the board."""
        return ()

    def asked(self, position: Position) -> str:
        """What the player to act is asked to do, in a few words."""
        return "your move"

    def ending(self, position: Position) -> str:
        """Why a finished game is over, in one sentence without the full stop."""
        winner = int(position.winner)
        return "a draw" if winner == DRAW else f"{self.colours[winner]} has won"

    def decisive(self, position: Position) -> Sequence[int]:
        """The cells that decided a finished game."""
        return ()

    def touched(self, position: Position, before: Position) -> Collection[int]:
        """The cells to mark after a turn that began with `before`: those whose pieces changed."""
        now, then = self.pieces(position), self.pieces(before)
        cells = range(len(self.board))
        return [cell for cell in cells if tuple(now.get(cell, ())) != tuple(then.get(cell, ()))]

    def notes(self, position: Position) -> Mapping[int, str]:
        """A few characters about each cell that some may wish to see, such as a capacity."""
        return {}

    def move_cells(self, move: int, position: Position) -> tuple[int, ...]:
        """The cells one would touch to make a move, in order, such as its source and target."""
        return ()

    def describe(self, move: int, position: Position) -> str:
        """A move about to be made, in words, without its maker."""
        return f"plays {self.format_move(move, position)}"

    def rules_page(self) -> str:
        """The rules in Markdown: `rules.md` beside the class's module, or its docstring."""
        module = type(self).__module__
        if "." in module:
            page = files(module.rpartition(".")[0]) / "rules.md"
            if page.is_file():
                return page.read_text("utf-8")
        return f"# {self.title}\n\n{cleandoc(type(self).__doc__ or self.about.summary)}\n"

    # What follows from it

    def parse_move(self, text: str, position: Position) -> int:
        """The legal move that `text` denotes in `position`, letters in either case.

        Raises NotationError if it is no move at all, IllegalMoveError if the rules forbid it.
        """
        move = self.read_move(text.strip().lower())
        if move in position.legal_moves():
            return move
        if position.winner != ONGOING:
            raise IllegalMoveError(
                Refusal("game-over", f"the game is over: {self.ending(position)}")
            )
        raise IllegalMoveError(self.refusal(move, position))

    def legal_texts(self, position: Position) -> list[str]:
        """The legal moves as texts, in their order."""
        return [self.format_move(int(move), position) for move in position.legal_moves()]

    def scene(self, position: Position, before: Position | None = None) -> Scene:
        """The position to be looked at; `before` is the one that the last turn began with."""
        cells = {cell: tuple(pieces) for cell, pieces in self.pieces(position).items() if pieces}
        over = position.winner != ONGOING
        return Scene(
            board=self.board,
            cells=cells,
            colours=self.colours,
            player=int(position.player),
            asked=self.ending(position) if over else self.asked(position),
            winner=int(position.winner),
            trays=self.trays(position),
            touched=frozenset() if before is None else frozenset(self.touched(position, before)),
            decisive=frozenset(self.decisive(position)) if over else frozenset(),
            choices=frozenset(
                cell
                for move in position.legal_moves()
                for cell in self.move_cells(int(move), position)[:1]
            ),
            notes=self.notes(position),
        )

    @cached_property
    def _rules(self) -> str:
        """The name of the module that holds the position class."""
        return type(self.initial()).__module__

    @property
    def build(self) -> str:
        """`compiled` or `pure`: how the rules are installed."""
        return build_of(self._rules)

    @cached_property
    def playout(self) -> Playout:
        """`playout(position, seed, limit)`: the copy compiled with the rules, or core's own."""
        playout: Playout = nearest(type(self.initial()), "search.playouts").playout
        return playout
