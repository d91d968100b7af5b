"""The commands of a prompt, such as `undo`: their names, arguments and help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from textwrap import fill

from stackyard.text import nearest
from stackyard_cli.output import NARROWEST, terminal_columns

HELP_HINT = "Type ? for help."
ANY_NUMBER = 1000  # of arguments: a file name may have blanks
PROMPT_COMMANDS = (  # those that a shell does not know
    *("moves", "level", "undo", "redo", "last", "on", "clock", "board", "flip", "notes"),
    *("draw", "resign", "save", "quit", "again", "branch"),
)
NAME_COLUMNS, HELP_COLUMNS = 13, 59  # of a command and of a whole line in the help
MIN_LETTERS = 3  # of a text that may be a misspelt command


@dataclass(frozen=True)
class PromptCommand:
    """A command that may be typed in place of a move.

    `run` is called with the arguments, at most `max_arguments`; `arguments` names them in the help.
    `aliases` are other names; one that is also a move of the game is a move. A `hidden` command
    does nothing in this match: it gets an answer, but the help leaves it out.
    """

    name: str
    summary: str
    run: Callable[[Sequence[str]], None]
    arguments: str = ""
    max_arguments: int = 0
    aliases: tuple[str, ...] = ()
    hidden: bool = False

    def arguments_error(self, arguments: Sequence[str]) -> str:
        """The reason why it does not accept these arguments; empty if it does."""
        if len(arguments) <= self.max_arguments:
            return ""
        if not self.max_arguments:
            return f"{self.name} takes no argument. {HELP_HINT}"
        return f"write {self.name} {self.arguments}. {HELP_HINT}"


class PromptCommands:
    """The commands of one prompt; `is_move` tells whether a text is a move of the game."""

    def __init__(self, commands: Iterable[PromptCommand], is_move: Callable[[str], bool]) -> None:
        self._commands = {command.name: command for command in commands}
        self._aliases = {
            alias: command for command in self._commands.values() for alias in command.aliases
        }
        self._is_move = is_move

    @property
    def names(self) -> list[str]:
        """The names of all commands except hidden ones."""
        return [command.name for command in self._commands.values() if not command.hidden]

    def find(self, typed: str) -> PromptCommand | None:
        """The command with this name, or with this alias if that is no move of the game."""
        typed = typed.lower()
        found = self._commands.get(typed)
        if found is None and typed in self._aliases and not self._is_move(typed):
            found = self._aliases[typed]
        return found

    def take_arguments(self, command: PromptCommand, typed: list[str]) -> list[str]:
        """Remove the arguments of a command from the rest of the line, and return them.

        They end before the next command, unless the command accepts a text with blanks.
        """
        end = next((n for n, text in enumerate(typed) if self.find(text) is not None), len(typed))
        if command.max_arguments == ANY_NUMBER:
            end = len(typed)
        taken, typed[:] = typed[:end], typed[end:]
        return taken

    def suggestion(self, typed: str, moves: Sequence[str]) -> str:
        """A similar command or move, if there is one, and how to get help."""
        close = ""
        if len(typed) >= MIN_LETTERS:
            close = nearest(typed, [*self._commands, *self._aliases, *moves])
        return f"Did you mean {close}? {HELP_HINT}" if close else HELP_HINT

    def help(self) -> str:
        """A line for each command, wrapped for a narrow screen."""
        columns = max(NARROWEST, min(HELP_COLUMNS, terminal_columns()))
        return "\n".join(
            [
                fill(
                    f"{f'{command.name} {command.arguments}':{NAME_COLUMNS}} {command.summary}",
                    columns,
                    initial_indent="  ",
                    subsequent_indent=" " * (NAME_COLUMNS + 3),
                )
                for command in self._commands.values()
                if not command.hidden
            ]
        )
