"""The prompt of a match: the board, and the commands that work during the match and after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stackyard.drawing.spoken import cell_in_words
from stackyard.drawing.text import status
from stackyard.errors import NotationError, PluginError, StackyardError
from stackyard.plugins.problems import is_strict
from stackyard.records.help import read_help
from stackyard.records.stored_match import StoredMatch
from stackyard.records.writer import record_of
from stackyard.text import quoted
from stackyard.turnloop.etiquette import NO_TURN, Etiquette, OpenOffers
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.players import HumanPlayer
from stackyard_cli.board_cursor import SelectableBoard, selectable_board
from stackyard_cli.files import save_record
from stackyard_cli.prompt_commands import ANY_NUMBER, HELP_HINT, PromptCommand, PromptCommands
from stackyard_cli.screen import Screen
from stackyard_cli.stdin_lines import TimeUpError
from stackyard_cli.stop_signals import end_if_stopping

QUIT_ALIASES = ("exit", "q")


class LeaveError(Exception):
    """The person leaves the match; `code` is the exit code."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class MatchPrompt:
    """A match on a screen, with the commands that work both during and after it."""

    def __init__(self, match: Match, screen: Screen) -> None:
        self.match = match
        self.game = match.game
        self.screen = screen
        self.flip = False
        self.notes = False
        first, second = [isinstance(player, HumanPlayer) for player in match.players]
        self.people = (first, second)
        self.sides = tuple([side for side in (0, 1) if self.people[side]])  # at this keyboard
        self.offers = OpenOffers()
        self.undone: list[tuple[int, list[str]]] = []  # ply and the moves taken back there
        self.typed: list[str] = []  # the rest of the line: moves and commands
        self.last_typed = ""
        self._board: tuple[Course, SelectableBoard] | None = None  # of the course last shown
        self._drawn: tuple[int, bool, bool] | None = None  # ply, flip and notes last drawn
        self.commands = PromptCommands(self.list_commands(), self._is_move)

    def list_commands(self) -> list[PromptCommand]:
        """The commands of this prompt."""
        return [
            PromptCommand(
                "rules", "the rules; rules short on one screen", self._rules, "[short]", 1
            ),
            PromptCommand("save", "write the match to a file", self._save, "FILE", ANY_NUMBER),
            PromptCommand(
                "?", "this, and the marks on the board", self._help, aliases=("help", "h")
            ),
        ]

    def board_commands(self) -> list[PromptCommand]:
        """The commands that show something of the board."""
        return [
            PromptCommand(
                "moves", "the legal moves, or those of one cell", self._list_moves, "[CELL]", 1
            ),
            PromptCommand("on", "the pieces on a cell", self._show_pieces, "CELL", 1),
            PromptCommand("board", "draw the board again, as Enter alone does", self.draw_again),
            PromptCommand("flip", "the board from the other side", self._flip),
            PromptCommand("notes", "show or hide numbers", self._notes, hidden=not self._has_notes),
        ]

    @property
    def etiquette(self) -> Etiquette:
        """The table manners in the current state of the match."""
        return Etiquette(self.match, self.people, self.offers)

    @property
    def board(self) -> SelectableBoard:
        """The board and the legal moves, computed once for each course."""
        course = self.match.course
        if self._board is None or self._board[0] is not course:
            self._board = course, selectable_board(course)
        return replace(self._board[1], flip=self.flip, notes=self.notes)

    def question(self) -> str:
        """The words before the cursor: the player to act, and what is asked."""
        return status(self.board.scene)

    def next_typed(self) -> str | None:
        """The next text typed that is no command, empty after Enter alone.

        It is None after a command, which has been run. A line is read if none is left. Raises
        LeaveError at the end of the input.
        """
        if not self.typed:
            self.typed = self._read()
        if not self.typed:
            if self.match.result is None:
                self._drawn = None  # draws the board again
            return ""
        self.last_typed = self.typed.pop(0)
        command = self.commands.find(self.last_typed)
        if command is None:
            return self.last_typed
        self._run_command(command)
        return None

    def _read(self) -> list[str]:
        """The line typed at the prompt, split at blanks; empty when the time is up."""
        board = self.board
        try:
            return self.screen.ask(
                self.question,
                [*board.texts, *self.commands.names],
                seconds=self.match.time_left,
                board=board,
                drawn=self.mark_drawn(),
            ).split()
        except EOFError:
            end_if_stopping()
            raise LeaveError(1, "\nThe input has ended.") from None
        except TimeUpError:
            self.match.check_flag()
            return []

    def _run_command(self, command: PromptCommand) -> None:
        """Run a command with its arguments from the rest of the line."""
        arguments = self.commands.take_arguments(command, self.typed)
        error = command.arguments_error(arguments)
        if error:
            self.typed.clear()
            self.screen.complain(f"Not done: {error}")
            return
        try:
            command.run(arguments)
        except StackyardError as refused:
            if is_strict() and isinstance(refused, PluginError):
                raise
            self.refuse(str(refused))

    def _is_move(self, text: str) -> bool:
        """Tell if a text is a move of the game in some position."""
        try:
            self.game.read_move(text)
        except NotationError:
            return False
        return True

    def mark_drawn(self) -> bool:
        """Note that the board is being drawn; returns whether it was also the last thing drawn."""
        view = self.match.ply, self.flip, self.notes
        was_drawn, self._drawn = self._drawn == view, view
        return was_drawn

    def show(self) -> None:
        """Draw the board, unless it was the last thing drawn."""
        if not self.mark_drawn():
            self.screen.show(self.board.scene, self.flip, self.notes)

    def refuse(self, sentence: str) -> None:
        """Say why a command was not carried out, and drop the rest of the line."""
        self.typed.clear()
        self.screen.complain(f"Not done: {sentence}. {HELP_HINT}")

    def _undo(self, arguments: Sequence[str]) -> None:
        """Take back the last turn of a person and the computer's answer.

        Several `undo` on one line are one step, so that going far back is not slow.
        """
        times = 1
        while self.typed and self.typed[0].lower() == "undo":
            self.typed.pop(0)
            times += 1
        ruling = self.etiquette.takeback(self.sides, times)
        taken = [ply.text for ply in self.match.course.plies(ruling.to or 0)]
        self.note_help(takebacks=ruling.steps)
        ruling.apply(self.match)
        if taken:
            self.undone.append((self.match.ply, taken))
        self.offers = ruling.offers
        self._drawn = None
        self.screen.say("Taken back.")
        if ruling.steps < times:
            self.refuse(NO_TURN.sentence)

    def note_help(self, hints: int = 0, takebacks: int = 0) -> None:
        """Count help in the memo of the stored match, which is written with the next change."""
        store = self.match.store
        if isinstance(store, StoredMatch):
            store.memo = read_help(store.memo).plus(hints, takebacks).memo()

    def _list_moves(self, arguments: Sequence[str]) -> None:
        """All legal moves, or those that begin with one cell."""
        if not arguments:
            self.screen.say(" ".join(self.board.texts))
            return
        name = arguments[0].lower()
        if not self._is_cell(name):
            return
        cell = self.game.board.cell(name)
        found = [text for text, cells in self.board.moves if cells[:1] == (cell,)]
        self.screen.say(" ".join(found) or f"No move begins with {name} now.")

    def _is_cell(self, name: str) -> bool:
        """Tell if the board has a cell of this name; if not, name one that it has."""
        names = self.game.board.names
        if name not in names:
            self.refuse(f"there is no cell {quoted(name)}; name one such as {names[0]}")
        return name in names

    def _show_pieces(self, arguments: Sequence[str]) -> None:
        """The pieces on a cell."""
        if not arguments:
            self.refuse(f"name a cell, such as on {self.game.board.names[0]}")
            return
        name = arguments[0].lower()
        if self._is_cell(name):
            self.screen.say(cell_in_words(self.board.scene, self.game.board.cell(name)))

    def draw_again(self, arguments: Sequence[str] = ()) -> None:
        """Draw the board before the next question, whatever was shown since."""
        self._drawn = None

    @property
    def _has_notes(self) -> bool:
        """True if positions of the game have notes."""
        return bool(self.game.notes_legend or self.board.scene.notes)

    def _notes(self, arguments: Sequence[str]) -> None:
        """Show the notes or hide them."""
        if not self._has_notes:
            self.refuse(f"{self.game.title} has no notes: the board shows everything")
            return
        self.notes = not self.notes
        state = "shown" if self.notes else "hidden"
        if self.notes and not self.board.scene.notes:
            state = "shown from now on; this position has none"
        self.screen.say(f"Notes are {state}.")

    def _flip(self, arguments: Sequence[str]) -> None:
        self.flip = not self.flip

    def _rules(self, arguments: Sequence[str]) -> None:
        if not arguments:
            self._page(self.game.rules_page())
        elif arguments[0].lower() == "short":
            self._page(self.game.rules_in_short())
        else:
            self.refuse("write rules, or rules short")

    def _save(self, arguments: Sequence[str]) -> None:
        """Write the match to a new file."""
        name = " ".join(arguments)
        problem = save_record(name, record_of(self.match))
        if problem:
            self.screen.complain(f"Not saved: {problem}.")
        else:
            self.screen.say(f"Saved to {name}.")

    def _quit(self, arguments: Sequence[str]) -> None:
        raise LeaveError(0, "You have left the game.")

    def _help(self, arguments: Sequence[str]) -> None:
        """List the commands, and the marks on the board at present."""
        marks = self.screen.legend(self.board.scene, self.notes)
        question = self.question()
        cursor_help = "" if self.match.result else self.screen.cursor_help(self.board, question)
        if self.match.time_left is not None:
            cursor_help += "In brackets before the question: the time left of each player.\n"
        moves = "" if self.match.result else "move, several moves with blanks between them, or a "
        self._page(
            f"Type a {moves}command:\n{self.commands.help()}\n{cursor_help}On the board:\n{marks}",
            markdown=False,
        )

    def _page(self, text: str, markdown: bool = True) -> None:
        """Show a long text; a line typed between its pages is the next one to be read."""
        self.typed.extend(self.screen.page(text, markdown).split())
