"""Stepping through a match that was played."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from textwrap import indent

from stackyard.match import Match
from stackyard.records.format import Record
from stackyard.records.replays import scenes
from stackyard_cli.session import move_words, result_words
from stackyard_cli.table import Table

HELP = """\
  Enter or →   the next move                first, last   the start, the end
  back or ←    the move before              N             the position after N moves
  play         the rest, move by move (Ctrl-C stops it)
  flip         the board from the other side
  quit         leave                        ?             show this"""
KEYS = {"right": "next", "left": "back", "home": "first", "end": "last"}
PACE = 1.0  # seconds a move is shown by `play`


class Replay:
    """A match at a table, of which one position is shown at a time."""

    def __init__(self, match: Match, record: Record, table: Table, flip: bool = False) -> None:
        self.match = match
        self.table = table
        self.flip = flip
        self.ply = 0
        self.scenes = scenes(match)
        self.told = _told(match, record)
        self._words: dict[str, Callable[[], None]] = {
            "next": lambda: self._go(self.ply + 1),
            "back": lambda: self._go(self.ply - 1),
            "first": lambda: self._go(0),
            "last": lambda: self._go(match.ply),
            "play": lambda: self._play(PACE),
            "flip": self._turn_round,
            "?": lambda: table.say(HELP),
        }

    def run(self, ply: int = 0, auto: float | None = None) -> None:
        """Show the position after so many moves, then what is asked for, until the person leaves.

        With `auto` the moves follow each other, so many seconds apart, and that is all.
        """
        self.ply = ply
        self._show()
        if auto is not None:
            self._play(auto)
            return
        self.table.say("Enter for the next move, ? for help.")
        words = [*self._words, "quit"]
        while True:
            try:
                prompt = f"{self.ply}/{self.match.ply}"
                typed = self.table.ask(prompt, words, KEYS).strip().lower() or "next"
            except (EOFError, KeyboardInterrupt):
                self.table.say("")
                return
            if typed in {"quit", "q"}:
                return
            self._obey(typed)

    def _obey(self, typed: str) -> None:
        known = [word for word in self._words if word.startswith(typed)]
        if re.fullmatch("[0-9]{1,9}", typed):
            self._go(int(typed))
        elif known:
            self._words[known[0]]()
        else:
            self.table.complain(f"{typed!r:.40} is not a number or one of the words; ? lists them.")

    def _go(self, ply: int) -> None:
        """Show the position after `ply` moves, if there are so many."""
        if 0 <= ply <= self.match.ply:
            self.ply = ply
            self._show()
        elif ply < 0:
            self.table.complain("This is the start.")
        else:
            self.table.complain(f"This match has {self.match.ply} moves.")

    def _play(self, pace: float) -> None:
        try:
            while self.ply < self.match.ply:
                time.sleep(pace)
                self._go(self.ply + 1)
        except KeyboardInterrupt:
            self.table.say("")
            self._show()  # it may have come in the middle of a picture

    def _turn_round(self) -> None:
        self.flip = not self.flip
        self._show()

    def _show(self) -> None:
        self.table.say(self.told[self.ply])
        self.table.show(self.scenes[self.ply], self.flip, False)
        if self.ply == self.match.ply and self.match.result is not None:
            self.table.say(result_words(self.match))


def _told(match: Match, record: Record) -> list[str]:
    """What is said at each position: at the start who plays, then the move that led there.

    A comment on the match follows the one, a comment on a turn its last move.
    """
    game = match.game
    seats = ", ".join([f"{seat.colour}: {seat.spec}" for seat in record.players])
    told = [_with(f"{game.title}, {seats}", record.comment)]
    for turn, played in zip(match.so_far, record.turns, strict=True):
        position = turn.before.copy()
        for move in turn.moves:
            told.append(f"{len(told)}. {move_words(game, move, position)}")
            position.play(move)
        told[-1] = _with(told[-1], played.comment)
    return told


def _with(words: str, comment: str) -> str:
    return f"{words}\n{indent(comment, '  ')}" if comment else words
