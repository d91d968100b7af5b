"""The replay of a match and its variations, step by step."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from textwrap import indent

from stackyard.errors import NotationError, StackyardError
from stackyard.records.format import who
from stackyard.records.move_tree import MoveTree, Path
from stackyard.text import plural, quoted, shortened
from stackyard.turnloop.history import Course
from stackyard.turnloop.wording import move_words, outcome
from stackyard_cli.edited_record import EditedRecord
from stackyard_cli.files import save_record
from stackyard_cli.prompt_commands import PromptCommand
from stackyard_cli.registered_commands import registered_commands
from stackyard_cli.screen import Screen
from stackyard_cli.stop_signals import end_if_stopping

HELP_ON_MOVES = """\
  Enter, →       the next move
  back, ←        the move before
  N              the position after N moves
  first, last    the start, the end
  play           the rest, move by move (Ctrl-C stops it)
  variation [N]  into variation N of those listed here, or the first (↓)
  main           back to the match, where the variation leaves it (↑)
  move MOVE…     play moves from here; those that are new become a variation
  comment TEXT   a comment on the move shown; without a text it is removed
  promote        the variation before the others here, or into its line
  delete         the move shown and those after it in the variation"""
HELP_ON_THE_REST = """\
  branch         play on from here, as a new match
  flip           the board from the other side
  save FILE      write the record with its variations
  quit           leave
  ?              show this"""
LEAVE = {"quit", "q", "exit"}
KEYS = {
    "right": "next",
    "left": "back",
    "home": "first",
    "end": "last",
    "down": "variation",
    "up": "main",
}
WITH_ARGUMENT = {"variation", "move", "comment", "save"}
PACE = 1.0  # seconds a move is shown by `play`
LISTED_MOVES = 6  # of a variation


class Replay:
    """A match on a screen, one position at a time, with its variations."""

    def __init__(self, edited: EditedRecord, screen: Screen, flip: bool = False) -> None:
        self.edited = edited
        self.screen = screen
        self.flip = flip
        self.path: Path = ()
        self.ply = 0
        self.line = edited.tree.course
        self._branch: Course | None = None
        self._leaving = False
        self._registered = registered_commands("replay", self)
        self._with_argument = WITH_ARGUMENT | {one.name for one in self._registered}
        self._commands: dict[str, Callable[[str], None]] = {
            "next": lambda argument: self._go(self.ply + 1),
            "back": lambda argument: self._go(self.ply - 1),
            "first": lambda argument: self._go(0),
            "last": lambda argument: self._go(self.line.ply),
            "play": lambda argument: self._play(PACE),
            "flip": self._flip,
            **{one.name: self._run_registered(one) for one in self._registered},
            "branch": self._branch_off,
            "variation": self._enter,
            "main": self._leave_variation,
            "move": self._move,
            "comment": self._comment,
            "promote": self._promote,
            "delete": self._delete,
            "save": self._save,
            "help": self._help,
            "?": self._help,
        }

    @property
    def tree(self) -> MoveTree:
        """The match with its variations."""
        return self.edited.tree

    def run(self, ply: int = 0, auto: float | None = None) -> Course | None:
        """Show the position after `ply` moves, then run commands until the person leaves.

        With `auto` the moves are played that many seconds apart, and no command is read. Returns
        the course to play on, if the person chose one.
        """
        self.ply = ply
        self._show(listed=auto is None)
        if auto is not None:
            self._play(auto)
            return None
        self.screen.say("Enter for the next move, ? for help.")
        names = [*self._commands, "quit"]
        while True:
            try:
                typed = self.screen.ask(self._prompt, names, KEYS)
            except (EOFError, KeyboardInterrupt):
                end_if_stopping()
                self.screen.say("")
                typed = "quit"
            typed = typed.strip() or "next"
            if typed.lower() in LEAVE:
                if self._may_leave():
                    return None
                continue
            was_leaving, self._leaving = self._leaving, False
            self._run_command(typed)
            if self._branch is not None:
                self._leaving = was_leaving
                if self._may_leave():
                    return self._branch
                self._branch = None

    def _prompt(self) -> str:
        return f"{self.ply}/{self.line.ply}{' in a variation' if self.path else ''}"

    def _may_leave(self) -> bool:
        """Tell if leaving loses no changes; the second attempt to leave loses them."""
        if not self.edited.unsaved or self._leaving:
            return True
        self._leaving = True
        self.screen.complain(
            "The changes are in no file: save FILE writes the record, leaving again loses them."
        )
        return False

    def _run_command(self, typed: str) -> None:
        first, _, argument = typed.partition(" ")
        run = self._commands.get(first.lower())
        try:
            if re.fullmatch("[0-9]{1,9}", typed):
                self._go(int(typed))
            elif run is None:
                self._move(typed)
            elif argument and first.lower() not in self._with_argument:
                self.screen.complain(f"{first.lower()} takes no argument; ? lists the commands.")
            else:
                run(argument.strip())
        except StackyardError as refused:
            if run is None and isinstance(refused, NotationError):
                self.screen.complain(
                    f"{quoted(typed)} is neither a number, a command nor a move; ? lists the "
                    "commands."
                )
            else:
                self.refuse(str(refused))

    def refuse(self, sentence: str) -> None:
        """Say why a command was not carried out."""
        self.screen.complain(f"Not done: {sentence}.")

    def _run_registered(self, command: PromptCommand) -> Callable[[str], None]:
        """The function that runs a command of a plugin with its arguments."""

        def run(argument: str) -> None:
            arguments = argument.split()
            error = command.arguments_error(arguments)
            if error:
                self.screen.complain(f"Not done: {error}")
            else:
                command.run(arguments)

        return run

    def _help(self, argument: str) -> None:
        """List the commands."""
        registered = [
            f"  {f'{one.name} {one.arguments}':14} {one.summary}"
            for one in self._registered
            if not one.hidden
        ]
        self.screen.say("\n".join([HELP_ON_MOVES, *registered, HELP_ON_THE_REST]))

    # Walking

    def _go(self, ply: int) -> None:
        """Show the position after `ply` moves of the line, if it has that many."""
        if 0 <= ply <= self.line.ply:
            self._go_to(self.path, ply)
        elif ply < 0:
            self.screen.complain("This is the start.")
        else:
            moves = plural(self.line.ply, "move")
            which = "This variation ends after" if self.path else "This match has"
            self.screen.complain(f"{which} {moves}: back and first lead back, quit leaves.")

    def _go_to(self, path: Path, ply: int) -> None:
        """Show a position of a line."""
        self.path, self.ply = self.tree.owner(path, ply), ply
        self.line = self.tree.line(self.path)
        self._show()

    def _play(self, pace: float) -> None:
        try:
            while self.ply < self.line.ply:
                time.sleep(pace)
                self.ply += 1
                self._show(listed=False)
        except KeyboardInterrupt:
            end_if_stopping()
            self.screen.say("")
            self._show()  # it may have come in the middle of a picture

    def _enter(self, argument: str) -> None:
        """Walk into a variation that leaves here."""
        paths = self.tree.alternatives(self.path, self.ply)
        number = int(argument) if re.fullmatch("[0-9]{1,4}", argument) else 0
        if not paths:
            self.screen.complain("No variation begins here; move MOVE begins one.")
        elif argument and not 1 <= number <= len(paths):
            self.screen.complain(
                f"{quoted(argument)} is no variation here: they are numbered 1 to {len(paths)}."
            )
        else:
            self._go_to(paths[max(0, number - 1)], self.ply + 1)

    def _leave_variation(self, argument: str) -> None:
        """Walk back to the match."""
        if self.path:
            self._go_to((), self.tree.variation(self.path[:1]).ply)
        else:
            self.screen.complain("This is the match itself, not a variation.")

    def _flip(self, argument: str) -> None:
        self.flip = not self.flip
        self._show()

    # Changing

    def _move(self, argument: str) -> None:
        """Play moves from here, along the tree as far as it has them."""
        moves = argument.split()
        if not moves:
            self.screen.complain("Name a move, or several with blanks between them.")
            return
        tree, path = self.tree.add(moves, self.ply, self.path)
        if tree.variations != self.tree.variations:
            self.edited.change(tree)
        self._go_to(path, self.ply + len(moves))

    def _comment(self, argument: str) -> None:
        if not argument and not self.edited.comment(self.path, self.ply):
            self.screen.complain("No comment stands here; comment TEXT writes one.")
            return
        self.edited.annotate(self.path, self.ply, argument)
        self.screen.say("The comment is kept." if argument else "The comment is removed.")

    def _promote(self, argument: str) -> None:
        if not self.path:
            self.screen.complain("This is the match itself; variation N leads into a variation.")
            return
        tree, path = self.tree.promote(self.path)
        inner = len(path) == len(self.path)
        self.edited.change(tree)
        self.screen.say(
            "This variation is now the first."
            if inner
            else "This variation is now part of the line that it left."
        )
        self._go_to(path, self.ply)

    def _delete(self, argument: str) -> None:
        if not self.path:
            self.screen.complain("The moves of the match itself stay as they were played.")
            return
        deleted = " ".join([ply.text for ply in self.line.plies(self.ply - 1)])
        tree, path = self.tree.delete(self.path, self.ply - 1)
        self.edited.change(tree)
        self.screen.say(f"Deleted: {deleted}.")
        self._go_to(path, self.ply - 1)

    def _save(self, argument: str) -> None:
        problem = save_record(argument, self.edited.record)
        if problem:
            self.screen.complain(f"Not saved: {problem}.")
        else:
            self.edited.unsaved = False
            self.screen.say(f"Saved to {argument}.")

    # Playing on

    def _branch_off(self, argument: str) -> None:
        """Play on from the position that is shown."""
        course = self.line.at(self.ply)
        if course.result is not None:
            self.screen.complain("The match is over here; go back first.")
        else:
            self._branch = course

    # Showing

    def _show(self, listed: bool = True) -> None:
        """Show the position, and list the variations that leave it."""
        course = self.line.at(self.ply)
        self.screen.say(self._caption(course))
        self.screen.show(replace(course.scene, choices=frozenset()), self.flip, False)
        if course.result is not None:
            self.screen.say(outcome(course))
        paths = self.tree.alternatives(self.path, self.ply) if listed else []
        if paths:
            lines = [f"  {number}  {self._in_short(path)}" for number, path in enumerate(paths, 1)]
            self.screen.say("\n".join(["Variations here:", *lines]))

    def _in_short(self, path: Path) -> str:
        """A variation by its first moves and the comment on the first."""
        variation = self.tree.variation(path)
        moves = shortened(variation.moves, LISTED_MOVES)
        comment = self.tree.comment(path, variation.ply + 1)
        return f"{moves}: {' '.join(comment.split())}" if comment else moves

    def _caption(self, course: Course) -> str:
        """The last move and the comment on it; at the start the players."""
        last = course.last
        comment = self.edited.comment(self.path, course.ply)
        if last is None:
            seats = [f"{seat.colour}: {who(seat)}" for seat in self.edited.record.players]
            return _with_comment(f"{course.game.title}, {', '.join(seats)}", comment)
        return _with_comment(f"{last.number}. {move_words(last)}", comment)


def _with_comment(words: str, comment: str) -> str:
    return f"{words}\n{indent(comment, '  ')}" if comment else words
