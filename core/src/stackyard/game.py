"""The Game class: the cold side of a game, from options and notation to refusals and scenes.

Authors subclass it beside the rules module; the rest of the program uses games only through this
class.
"""

# mypy: disable-error-code=misc
# Its one use: methods take the position class, although it is declared covariant. So a Game[Silo]
# may be passed where any Game is asked for; it must then be given positions of its own only.

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from inspect import cleandoc
from typing import TYPE_CHECKING, ClassVar, Generic

from stackyard.arguments import check_kind, check_position
from stackyard.boards import Board
from stackyard.builds import build_of, nearest, processor_of
from stackyard.descriptions import GameInfo, Start
from stackyard.errors import IllegalMoveError, Refusal
from stackyard.movements import derived_movements
from stackyard.notation import Grid
from stackyard.options import Option, Settings, Value, resolve
from stackyard.position import DRAW, ONGOING, Playout, Position
from stackyard.scenes import Movement, Piece, Scene, Tray

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with a default, as before Python 3.13

    P = TypeVar("P", bound=Position, default=Position, covariant=True)
else:
    from typing import TypeVar

    P = TypeVar("P", bound=Position, covariant=True)


SHORT = "## In short"  # the heading, in a rules page, of the summary that fits on a screen


class Game(ABC, Generic[P]):
    """A game with its options chosen: `SiloGame(size=8, goal="end")`.

    Raises OptionError for an option that is unknown or a value that is not allowed. A subclass
    names its position class, as in `class SiloGame(Game[Silo])`; it sets `about`, `options` and
    `colours`, and in `prepare` the attributes `board` and `move_space` (every move is an int from
    0 to move_space - 1). Methods marked abstract have to be written; the others have defaults.
    """

    about: ClassVar[GameInfo]
    options: ClassVar[tuple[Option, ...]] = ()
    colours: ClassVar[tuple[str, str]] = ("white", "black")
    #: Raised whenever a rule changes.
    rules_version: ClassVar[int] = 1
    #: How moves and positions are written, in a few sentences.
    notation: ClassVar[str] = ""
    #: Whether texts of moves have capitals; then `read_move` gets a text as it is typed.
    capitals: ClassVar[bool] = False
    #: Options that suit a beginner better.
    first_game: ClassVar[Mapping[str, Value]] = {}
    #: Named positions from which a match may begin.
    starts: ClassVar[tuple[Start, ...]] = ()
    #: The colour of pieces that belong to neither player.
    neutral: ClassVar[str] = "neutral"
    #: The most letters for the pieces of a cell; on a row, the most pieces of one.
    cell_letters: ClassVar[int] = 1
    #: What the notes on cells are: "capacity: how many may stand there".
    notes_legend: ClassVar[str] = ""
    #: A position whose key stands this often at the start of a turn makes a draw, unless a match
    #: says otherwise; 0: never, since the game's own rules see to it or no position comes back.
    repetition: ClassVar[int] = 3
    #: Whether players may agree on a draw.
    agreement: ClassVar[bool] = True

    board: Board
    move_space: int
    #: How the first field of a position's text is written: set it in `prepare` if that is a Grid,
    #: and positions can be set up by clicks.
    grid: Grid

    def __init__(self, /, **settings: object) -> None:
        self.settings: Settings = resolve(self.options, settings, self.about.name)
        self.prepare()

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.settings.items())
        return f"{type(self).__name__}({chosen})"

    @property
    def name(self) -> str:
        """The game's name as users type it."""
        return self.about.name

    @property
    def title(self) -> str:
        """The game's name as it is displayed."""
        return self.about.title

    @property
    def designer(self) -> str:
        """The designer of the game."""
        return self.about.designer

    @property
    def year(self) -> int:
        """The year of its design."""
        return self.about.year

    @cached_property
    def letters(self) -> str:
        """The letters that stand for the two colours in texts: the first of each name."""
        return "".join([colour[0] for colour in self.colours])

    # The board and the start

    def prepare(self) -> None:
        """Set `board` and `move_space` from `settings`; raise OptionError where they clash."""

    @abstractmethod
    def initial(self) -> P:
        """The start position."""

    # Positions as text

    @abstractmethod
    def parse_position(self, text: str) -> P:
        """The position a string describes; PositionError says what is wrong and where."""

    @abstractmethod
    def format_position(self, position: P) -> str:
        """The one string that describes the position."""

    # Moves as text

    @abstractmethod
    def read_move(self, text: str) -> int:
        """The move that a text denotes; NotationError if it is none in any position.

        The text is in lower case, unless the game has `capitals`.
        """

    @abstractmethod
    def format_move(self, move: int, position: P) -> str:
        """The text of a move about to be made in `position`, without blanks, commas and braces.

        It is in lower case, unless the game has `capitals`.
        """

    def empty_move(self, position: P) -> int | None:
        """The legal move, such as a pass, that an empty input line makes, if any."""
        return None

    def move_cells(self, move: int, position: P) -> tuple[int, ...]:
        """The cells one would touch to make a move, in order, such as its source and target."""
        return ()

    def describe(self, move: int, position: P) -> str:
        """A move about to be made, in words that go on after its player, such as "takes b2"."""
        return f"plays {self.format_move(move, position)}"

    # Refusals

    @abstractmethod
    def refusal(self, move: int, position: P) -> Refusal:
        """Why `move`, which is not legal in `position`, is refused; the game is not over."""

    # Scenes

    @abstractmethod
    def pieces(self, position: P) -> Mapping[int, tuple[Piece, ...]]:
        """The pieces on each cell, bottom first; empty cells may be left out."""

    def trays(self, position: P) -> tuple[Tray, ...]:
        """The pieces beside the board."""
        return ()

    def notes(self, position: P) -> Mapping[int, str]:
        """A few optional characters about each cell, such as its capacity."""
        return {}

    def touched(self, position: P, before: P) -> Collection[int]:
        """The cells to mark after a turn that began with `before`: those whose pieces changed."""
        return self._changed(self.pieces(position), self.pieces(before))

    def _changed(
        self, now: Mapping[int, tuple[Piece, ...]], then: Mapping[int, tuple[Piece, ...]]
    ) -> list[int]:
        """The cells whose pieces differ."""
        cells = range(len(self.board))
        return [cell for cell in cells if tuple(now.get(cell, ())) != tuple(then.get(cell, ()))]

    def links(self, position: P) -> Collection[tuple[int, int]]:
        """Pairs of cells whose pieces a picture joins, such as neighbours on a path."""
        return ()

    def movements(self, move: int, position: P, after: P) -> Sequence[Movement]:
        """The ways of the pieces in a move that led from `position` to `after`."""
        path = self.move_cells(move, position)
        return derived_movements(self.pieces(position), self.pieces(after), path)

    def prompt(self, position: P) -> str:
        """The prompt for the player to act, in a few words."""
        return "your move"

    def decisive(self, position: P) -> Sequence[int]:
        """The cells that decided a finished game."""
        return ()

    def ending(self, position: P) -> str:
        """Why a finished game is over, in one sentence without the full stop."""
        winner = int(position.winner)
        return "a draw" if winner == DRAW else f"{self.colours[winner]} has won"

    # The rules in words

    def rules_page(self) -> str:
        """The rules in Markdown: `rules.md` beside the class's module, or its docstring."""
        package = type(self).__module__.rpartition(".")[0]
        if package:
            from importlib.resources import files  # takes long to import

            file = files(package) / "rules.md"
            if file.is_file():
                return file.read_text("utf-8")
        return f"# {self.title}\n\n{cleandoc(type(self).__doc__ or self.about.summary)}\n"

    def rules_in_short(self) -> str:
        """The section `## In short` of the rules page, ten lines or so, or else its beginning."""
        title, *sections = re.split("(?m)^(?=## )", self.rules_page())
        short = [section for section in sections if section.startswith(SHORT)]
        return "".join([*title.splitlines()[:1], "\n\n", *short]) if short else title

    # Derived

    @cached_property
    def start_text(self) -> str:
        """The start position as text, which an error can show as an example."""
        return self.format_position(self.initial())

    def parse_move(self, text: str, position: P) -> int:
        """The legal move that `text` denotes in `position`.

        Letters are in either case, unless the game has `capitals` and tells them apart.
        Raises NotationError if it is no move at all, IllegalMoveError if the rules forbid it.
        """
        check_kind(text, str, "a move is written as a text")
        check_position(position)
        move = self.read_move(text.strip() if self.capitals else text.strip().lower())
        if not isinstance(move, int):
            raise TypeError(f"read_move returned {move!r:.60}, which is no move")
        if move in position.legal_moves():
            return move
        if position.winner != ONGOING:
            raise IllegalMoveError(
                Refusal("game-over", f"the game is over: {self.ending(position)}")
            )
        raise IllegalMoveError(self.refusal(move, position))

    def legal_texts(self, position: P) -> list[str]:
        """The legal moves as texts, in their order."""
        return [self.format_move(int(move), position) for move in position.legal_moves()]

    def scene(self, position: P, before: P | None = None) -> Scene:
        """The position as a scene; `before` is the position at the start of the last turn."""
        cells = {cell: tuple(pieces) for cell, pieces in self.pieces(position).items() if pieces}
        finished = position.winner != ONGOING
        touched: Collection[int] = ()
        if before is not None and type(self).touched is Game.touched:  # the pieces are known
            touched = self._changed(cells, self.pieces(before))
        elif before is not None:
            touched = self.touched(position, before)
        return Scene(
            board=self.board,
            cells=cells,
            colours=self.colours,
            player=int(position.player),
            prompt=self.ending(position) if finished else self.prompt(position),
            winner=int(position.winner),
            trays=self.trays(position),
            touched=frozenset(touched),
            decisive=frozenset(self.decisive(position)) if finished else frozenset(),
            choices=frozenset(
                cell
                for move in position.legal_moves()
                for cell in self.move_cells(int(move), position)[:1]
            ),
            notes=self.notes(position),
            notes_legend=self.notes_legend,
            cell_letters=self.cell_letters,
            neutral=self.neutral,
            links=tuple(sorted(self.links(position))),
        )

    @cached_property
    def _rules(self) -> str:
        """The name of the module that holds the position class."""
        return type(self.initial()).__module__

    @property
    def build(self) -> str:
        """`compiled` or `pure`: how the rules are installed."""
        return build_of(self._rules)

    @property
    def processor(self) -> str:
        """The processors that compiled rules are for, `any` or `x86-64-v3`; empty if pure."""
        return processor_of(self._rules)

    @cached_property
    def playout(self) -> Playout:
        """`playout(position, seed, limit)`: the copy compiled with the rules, or core's own."""
        playout: Playout = nearest(type(self.initial()), "stackyard.playouts").playout
        return playout
