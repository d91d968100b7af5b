"""The replay of a match, step by step."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from textwrap import indent

from stackyard.records.format import Record, who
from stackyard.rng import derive
from stackyard.text import plural, quoted
from stackyard.turnloop.history import Course
from stackyard.turnloop.wording import move_words, outcome
from stackyard_cli.hints import read_seconds, show_hint
from stackyard_cli.screen import Screen
from stackyard_cli.stop_signals import end_if_stopping

HELP = """\
  Enter, →    the next move
  back, ←     the move before
  N           the position after N moves
  first, last the start, the end
  play        the rest, move by move (Ctrl-C stops it)
  hint [N]    the best moves here, after N seconds
  branch      play on from here
  flip        the board from the other side
  quit        leave
  ?           show this"""
LEAVE = {"quit", "q", "exit"}
KEYS = {"right": "next", "left": "back", "home": "first", "end": "last"}
PACE = 1.0  # seconds a move is shown by `play`


class Replay:
    """A course of play on a screen, one position at a time.

    `record` is the record of that course, with its players and comments.
    """

    def __init__(self, course: Course, record: Record, screen: Screen, flip: bool = False) -> None:
        self.course = course
        self.record = record
        self.screen = screen
        self.flip = flip
        self.ply = 0
        self._branch: Course | None = None
        self._commands: dict[str, Callable[[], None]] = {
            "next": lambda: self._go(self.ply + 1),
            "back": lambda: self._go(self.ply - 1),
            "first": lambda: self._go(0),
            "last": lambda: self._go(course.ply),
            "play": lambda: self._play(PACE),
            "flip": self._flip,
            "hint": self._hint,
            "branch": self._branch_off,
            "help": lambda: screen.say(HELP),
            "?": lambda: screen.say(HELP),
        }

    def run(self, ply: int = 0, auto: float | None = None) -> Course | None:
        """Show the position after `ply` moves, then run commands until the person leaves.

        With `auto` the moves are played that many seconds apart, and no command is read. Returns
        the course to play on, if the person chose one.
        """
        self.ply = ply
        self._show()
        if auto is not None:
            self._play(auto)
            return None
        self.screen.say("Enter for the next move, ? for help.")
        names = [*self._commands, "quit"]
        while True:
            try:
                typed = self.screen.ask(lambda: f"{self.ply}/{self.course.ply}", names, KEYS)
            except (EOFError, KeyboardInterrupt):
                end_if_stopping()
                self.screen.say("")
                return None
            typed = typed.strip().lower() or "next"
            if typed in LEAVE:
                return None
            self._run_command(typed)
            if self._branch is not None:
                return self._branch

    def _run_command(self, typed: str) -> None:
        first, _, argument = typed.partition(" ")
        known = [name for name in self._commands if name.startswith(first)]
        if known[:1] == ["hint"] and argument:
            self._hint(argument)
        elif argument:
            self.screen.complain(f"{first} takes no argument; ? lists the commands.")
        elif re.fullmatch("[0-9]{1,9}", typed):
            self._go(int(typed))
        elif known:
            self._commands[known[0]]()
        else:
            self.screen.complain(
                f"{quoted(typed)} is neither a number nor a command; ? lists the commands."
            )

    def _go(self, ply: int) -> None:
        """Show the position after `ply` moves, if the match has that many."""
        if 0 <= ply <= self.course.ply:
            self.ply = ply
            self._show()
        elif ply < 0:
            self.screen.complain("This is the start.")
        else:
            moves = plural(self.course.ply, "move")
            self.screen.complain(f"This match has {moves}: back and first lead back, quit leaves.")

    def _play(self, pace: float) -> None:
        try:
            while self.ply < self.course.ply:
                time.sleep(pace)
                self._go(self.ply + 1)
        except KeyboardInterrupt:
            end_if_stopping()
            self.screen.say("")
            self._show()  # it may have come in the middle of a picture

    def _flip(self) -> None:
        self.flip = not self.flip
        self._show()

    def _hint(self, argument: str = "") -> None:
        """The best moves of the position that is shown."""
        course = self.course.at(self.ply)
        if course.result is not None:
            self.screen.complain("The match is over here; go back first.")
            return
        try:
            seconds = read_seconds(argument) if argument else None
        except ValueError as wrong:
            self.screen.complain(f"{wrong}.")
            return
        show_hint(course, seconds, self.screen, derive(1, self.ply), self.flip)

    def _branch_off(self) -> None:
        """Play on from the position that is shown."""
        course = self.course.at(self.ply)
        if course.result is not None:
            self.screen.complain("The match is over here; go back first.")
        else:
            self._branch = course

    def _show(self) -> None:
        course = self.course.at(self.ply)
        self.screen.say(self._caption(course))
        self.screen.show(replace(course.scene, choices=frozenset()), self.flip, False)
        if course.result is not None:
            self.screen.say(outcome(course))

    def _caption(self, course: Course) -> str:
        """The last move and the comment on its turn; at the start the players."""
        last = course.last
        if last is None:
            seats = ", ".join([f"{seat.colour}: {who(seat)}" for seat in self.record.players])
            return _with_comment(f"{course.game.title}, {seats}", self.record.comment)
        ends = not course.unfinished or course.ply == self.course.ply
        comment = self.record.turns[last.turn].comment if ends else ""
        return _with_comment(f"{last.number}. {move_words(last)}", comment)


def _with_comment(words: str, comment: str) -> str:
    return f"{words}\n{indent(comment, '  ')}" if comment else words
