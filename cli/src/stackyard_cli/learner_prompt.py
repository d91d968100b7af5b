"""A prompt that asks for the moves of a learner, as in lessons, puzzles and reviews."""

from __future__ import annotations

from abc import abstractmethod

from stackyard.drawing.text import status
from stackyard_cli.match_prompt import LeaveError, MatchPrompt
from stackyard_cli.stop_signals import end_if_stopping


class LearnerPrompt(MatchPrompt):
    """Asks for moves and commands, one at a time; `place` stands before each question."""

    @property
    @abstractmethod
    def place(self) -> str:
        """The task among the others, such as `Puzzle 3 of 20`."""

    def next_move(self) -> str | None:
        """The next text typed that is no command.

        None after a command, which has been run, or after Enter alone. A line is read if none is
        left. Raises LeaveError at the end of the input.
        """
        if not self.typed:
            self.typed = self._read()
        if not self.typed:
            self._drawn = None  # draws the board again
            return None
        typed = self.typed.pop(0)
        command = self.commands.find(typed)
        if command is None:
            return typed
        self.run_command(command)
        return None

    def _read(self) -> list[str]:
        """The line typed at the prompt, split at blanks."""
        board = self.board
        try:
            return self.screen.ask(
                lambda: f"{self.place}, {status(board.scene)}",
                [*board.texts, *self.commands.names],
                board=board,
                drawn=self.mark_drawn(),
            ).split()
        except EOFError:
            end_if_stopping()
            raise LeaveError(1, "\nThe input has ended.") from None
