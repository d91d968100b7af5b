"""Ricks, a game of three rows of haystacks: stackyard --plugin ricks.py play ricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from stackyard import DRAW, ONGOING, Game, GameInfo, Option, Piece, PositionError, Refusal, hookimpl
from stackyard.boards import Square
from stackyard.notation import Grid, cell_names, no_move, read_fields, read_player, spelled
from stackyard.plugins.hookspecs import RegisterForGame, RegisterGame
from stackyard.position import uniform

Stack = tuple[int, ...]  # the owners of its checkers, the lowest first
Neighbours = Sequence[Sequence[int]]
ROWS = 3


class Ricks:
    """A position: the stack on each cell. A move is `from * len(stacks) + to`."""

    def __init__(self, stacks: list[Stack], player: int, onto: str, near: Neighbours) -> None:
        self.stacks = stacks
        self.player: i64 = player
        self.onto = onto
        self.near = near  # the neighbours of each cell, shared by all positions
        self.mid_turn = False  # each turn is one move
        self.winner: i64 = ONGOING
        self.settle()

    def copy(self) -> Ricks:
        """An independent position, equal to this one."""
        return Ricks(self.stacks[:], int(self.player), self.onto, self.near)

    def key(self) -> tuple[int, tuple[Stack, ...]]:
        """Equal for equal positions, and for no others."""
        return int(self.player), tuple(self.stacks)

    def legal_moves(self) -> vec[i64]:
        """The moves as rising numbers, none when the game is over."""
        return vec[i64](self.moves)

    def random_move(self, bits: i64) -> i64:
        """A legal move chosen by 32 random bits."""
        return uniform(self.moves, bits)

    def play(self, move: i64) -> None:
        """Make a legal move."""
        source, target = divmod(int(move), len(self.stacks))
        self.stacks[target] += self.stacks[source]
        self.stacks[source] = ()
        self.player = 1 - self.player
        self.settle()

    def settle(self) -> None:
        """List the moves; skip a player who has none; end the game if neither has."""
        player = int(self.player)
        self.moves = self.moves_of(player)
        if not self.moves and (others := self.moves_of(1 - player)):
            self.player, self.moves = 1 - player, others
        if not self.moves:
            first, second = self.checkers(0), self.checkers(1)
            self.winner = DRAW if first == second else int(second > first)

    def moves_of(self, player: int) -> list[int]:
        """The moves that a player would have."""
        return [
            source * len(self.stacks) + target
            for source, stack in enumerate(self.stacks)
            if stack and stack[-1] == player
            for target in self.near[source]
            if self.allows(stack, self.stacks[target])
        ]

    def allows(self, stack: Stack, target: Stack) -> bool:
        """Tell if a stack may go onto another, which is empty where there is none."""
        if not target or self.onto == "any":
            return bool(target)
        if self.onto == "enemy":
            return target[-1] != stack[-1]
        return len(target) == len(stack)

    def checkers(self, player: int) -> int:
        """The checkers in a player's stacks."""
        return sum([len(stack) for stack in self.stacks if stack and stack[-1] == player])


class RicksGame(Game[Ricks]):
    """Red and blue checkers alternate on all cells. A stack belongs to the owner of its top.

    In your turn move a whole stack of yours onto a stack beside it: onto any, or with `onto=enemy`
    onto the enemy's alone, with `onto=level` onto those as high. If you have no move, you are
    skipped. When neither player has one, the stacks of the winner hold more checkers.
    """

    about = GameInfo(
        name="ricks",
        title="Ricks",
        designer="the Stackyard contributors",
        year=2026,
        summary="Pile stacks on their neighbours, and hold most checkers at the end.",
    )
    options = (
        Option("columns", 4, range(2, 7), "How many columns the three rows have."),
        Option("onto", "any", ("any", "enemy", "level"), "The stacks to move onto."),
    )
    colours = ("red", "blue")
    notation = "A move is two cells, such as a1b1. A position is the rows from the top."
    cell_letters = 4  # letters of a stack
    repetition = 0  # the number of stacks falls with every move

    def prepare(self) -> None:
        """Make the board."""
        columns = int(self.settings["columns"])
        self.board = Square(columns, ROWS)
        self.move_space = len(self.board) ** 2
        self.near = [sorted(cells) for cells in self.board.neighbours]
        self.grid = Grid(self.board, {"[rb]+": "a stack of r and b"}, between=",", empty="-")

    def initial(self) -> Ricks:
        """A checker on each cell, red in the lower left corner."""
        stacks = [((row + column) % 2,) for row, column in self.board.coordinates]
        return self.position(stacks, 0)

    def position(self, stacks: Sequence[Stack], player: int) -> Ricks:
        """A position of this board."""
        return Ricks(list(stacks), player, str(self.settings["onto"]), self.near)

    def pieces(self, position: Ricks) -> Mapping[int, tuple[Piece, ...]]:
        """The pieces on each cell, from the bottom up; drawings are made from them."""
        checkers = [Piece(player, self.letters[player]) for player in (0, 1)]
        stacks = enumerate(position.stacks)
        return {
            cell: tuple([checkers[owner] for owner in stack]) for cell, stack in stacks if stack
        }

    def format_position(self, position: Ricks) -> str:
        """A position as text: the rows from the top, then the player to act."""
        rows = self.grid.write(spelled(self.pieces(position)))
        return f"{rows} {self.letters[int(position.player)]}"

    def parse_position(self, text: str) -> Ricks:
        """The position that such a text describes."""
        rows, to_act = read_fields(text, self.start_text, "rows", "player to act")
        stacks: list[Stack] = [()] * len(self.board)
        for cell, letters in self.grid.read(rows).items():
            stacks[cell] = tuple([self.letters.index(letter) for letter in letters])
        player = read_player(to_act, self.letters)
        position = self.position(stacks, player)
        if position.winner == ONGOING and position.player != player:
            raise PositionError(f"player to act: {self.colours[player]} has no move")
        return position

    def read_move(self, text: str) -> int:
        """The move that two cells name, legal or not."""
        if text[:2] not in self.board.names or text[2:] not in self.board.names:
            raise no_move(text, "name two cells, as in a1b1")
        return self.board.cell(text[:2]) * len(self.board) + self.board.cell(text[2:])

    def format_move(self, move: int, position: Ricks) -> str:
        """The two cells of a move."""
        return "".join(cell_names(self.board, divmod(move, len(self.board))))

    def move_cells(self, move: int, position: Ricks) -> tuple[int, ...]:
        """The two cells of a move."""
        return divmod(move, len(self.board))

    def refusal(self, move: int, position: Ricks) -> Refusal:
        """Why a move is not legal."""
        source, target = divmod(move, len(self.board))
        here, there = cell_names(self.board, (source, target))
        stack = position.stacks[source]
        if not stack or stack[-1] != position.player:
            return Refusal("not-yours", f"there is no stack of yours on {here}", [source])
        if target not in self.near[source]:
            return Refusal("not-beside", f"{there} is not beside {here}", [source, target])
        if not position.stacks[target]:
            return Refusal("empty", f"there is no stack on {there}", [target])
        if position.onto == "enemy":
            return Refusal("own-stack", f"the stack on {there} is yours", [target])
        return Refusal("height", f"the stacks on {here} and {there} differ in height", [target])

    def ending(self, position: Ricks) -> str:
        """The reason for the end of the game, in words."""
        counts = [position.checkers(player) for player in (0, 1)]
        if position.winner == DRAW:
            return f"both hold {counts[0]} checkers"
        return f"{self.colours[int(position.winner)]} holds {max(counts)} checkers of {sum(counts)}"


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Make the game known."""
    register(RicksGame.about, RicksGame)


@hookimpl(optionalhook=True)
def stackyard_register_knowledge(register: RegisterForGame) -> None:
    """Tell the engine, if it is there, which images of the board play alike."""
    from stackyard_engine import Knowledge

    class RicksKnowledge(Knowledge[Ricks]):
        """The engine's knowledge of Ricks."""

        game: RicksGame

        def symmetries(self) -> Sequence[Sequence[int]]:
            """The images of the board that keep the colours of the start."""
            start = self.game.initial().stacks
            images = self.game.board.symmetries
            return [
                image
                for image in images
                if all(start[to] == start[at] for at, to in enumerate(image))
            ]

    register("ricks", RicksKnowledge)


@hookimpl(optionalhook=True)
def stackyard_register_motifs(register: RegisterForGame) -> None:
    """Tell the coach, if it is there, what a turn brings about."""
    from stackyard_coach.motifs import Motif

    def captured(game: RicksGame, before: Ricks, after: Ricks) -> str:
        player = int(before.player)
        gained = after.checkers(player) - before.checkers(player)
        return f"takes {gained} checkers" if gained > 1 else "takes a checker" if gained else ""

    register("ricks", (Motif("taking checkers", captured),))
