"""The engine's side of GTP 2, the Go Text Protocol, for games of two colours.

`b` moves first, `w` second, whatever the game calls them. A side that is not to act passes, and
after the end both do; so a program that lets the colours move in turn plays games whose turns have
several moves, or are skipped.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from threading import Event

from stackyard.analysis import Limit
from stackyard.drawing.text import draw
from stackyard.errors import IllegalMoveError, NotationError, OptionError, StackyardError
from stackyard.text import printable, quoted
from stackyard.turnloop.history import Course
from stackyard_protocols.engine_session import EngineSession, allotted, option_named
from stackyard_protocols.tokens import token_of

VERSION = "2"
COLOURS = ("b", "w")
NAMES = {"b": 0, "black": 0, "w": 1, "white": 1}
PASS = "pass"  # noqa: S105 - a move
SIZES = ("size", "board_size")  # options that `boardsize` sets
POSITION, OPTION = "stackyard-position", "stackyard-option"  # commands of our own
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
EARLY = 0.9  # of the time for each move


class GtpEngine:
    """Answers the lines of a GTP program; `write` prints an answer."""

    def __init__(
        self, session: EngineSession, title: str, version: str, write: Callable[[str], None]
    ) -> None:
        self.finished = False
        self._session = session
        self._write = write
        self._settings: tuple[float, float, int] | None = None  # main time, byo-yomi, stones
        self._left: dict[int, float] = {}  # seconds of each side
        self._stones: dict[int, float] = {}  # moves for which they are; none: for all
        self._before: list[Course] = []  # each move and pass since the start was set
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda words: VERSION,
            "name": lambda words: title,
            "version": lambda words: version,
            "known_command": self._known_command,
            "list_commands": lambda words: "\n".join(self._commands),
            "quit": self._quit,
            "boardsize": self._boardsize,
            "clear_board": self._clear,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._genmove,
            "undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "final_score": self._final_score,
            "showboard": self._showboard,
            "stackyard-legal": self._legal,
            POSITION: self._position,
            OPTION: self._option,
        }

    def heed(self, line: str) -> None:
        """Do nothing: every command is answered, and the protocol stops no search."""

    def receive(self, line: str) -> None:
        """Answer a line."""
        plain = CONTROL.sub("", line.replace("\t", " ")).partition("#")[0]
        words = plain.split()
        if not words:
            return
        number = words.pop(0) if words[0].isdecimal() else ""
        try:
            if not words:
                raise StackyardError("syntax error: no command follows the number")
            command = self._commands.get(words[0])
            if command is None:
                raise StackyardError("unknown command")
            answer, sign = command(words[1:]), "="
        except (StackyardError, ValueError) as refused:
            answer, sign = str(refused), "?"
        kept = [one.rstrip() for one in printable(answer).splitlines() if one.strip()]
        between = "\n" if answer.startswith("\n") else " "
        whole = between.join([f"{sign}{number}", "\n".join(kept)])
        self._write(f"{whole.rstrip()}\n")  # and the empty line that ends it

    def end(self) -> None:
        """Release the player."""
        self._session.close()

    def _known_command(self, words: list[str]) -> str:
        return "true" if words and words[0] in self._commands else "false"

    def _quit(self, words: list[str]) -> str:
        self.finished = True
        return ""

    # The game

    def _boardsize(self, words: list[str]) -> str:
        size, session = _one(words, "a size"), self._session
        for name in SIZES:
            option = option_named(session.game.options, name)
            if option is not None:
                try:
                    session.set_options(option.name, size)
                except OptionError as refused:
                    raise StackyardError(f"unacceptable size: {refused}") from None
                self._before.clear()
                return ""
        raise StackyardError(f"unacceptable size: {session.game.name} has no option {SIZES[0]}")

    def _option(self, words: list[str]) -> str:
        if not words or len(words) % 2:
            raise StackyardError("syntax error: write stackyard-option NAME VALUE …")
        self._session.set_options(*words)
        self._before.clear()
        return ""

    def _clear(self, words: list[str]) -> str:
        self._session.new_game()
        self._before.clear()
        self._left.clear()
        self._stones.clear()
        return ""

    def _komi(self, words: list[str]) -> str:
        """Accept any number, which has no meaning in these games."""
        _real(_one(words, "a number"))
        return ""

    def _position(self, words: list[str]) -> str:
        session = self._session
        if words:
            session.course = session.started(" ".join(words))
            self._before.clear()
        return session.game.format_position(session.course.position)

    # Moves

    def _play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise StackyardError("syntax error: write play COLOUR MOVE")
        side, token, before = _side(words[0]), words[1], self._session.course
        if self._passes(side):
            if token.lower() != PASS:
                raise StackyardError(f"illegal move: {self._not_to_act(side)}")
        else:
            try:
                self._session.play(token)
            except (IllegalMoveError, NotationError) as refused:
                raise StackyardError(f"illegal move: {refused}") from None
        self._before.append(before)
        return ""

    def _genmove(self, words: list[str]) -> str:
        """Play the move of a side, searched for within its time."""
        side = _side(_one(words, "a colour"))
        session = self._session
        course, begin = session.course, time.perf_counter()
        if self._passes(side):
            self._before.append(course)
            return PASS
        limit = self._limit(side)
        move = session.search.choose(course, limit, begin, Event(), lambda report: None)
        if side in self._left:
            self._left[side] -= time.perf_counter() - begin
        session.course = course.play(move)
        self._before.append(course)
        return token_of(course.game.format_move(move, course.position), small=True)

    def _passes(self, side: int) -> bool:
        """Tell if a side has no move to make: it is not to act, or the game is over."""
        course = self._session.course
        return course.result is not None or course.player != side

    def _not_to_act(self, side: int) -> str:
        if self._session.course.result is not None:
            return "the game is over"
        return f"{COLOURS[1 - side]} is to act; {COLOURS[side]} may pass"

    def _undo(self, words: list[str]) -> str:
        """Take back a move; a pass changes nothing."""
        if not self._before:
            raise StackyardError("cannot undo: no move has been played")
        self._session.course = self._before.pop()
        return ""

    # Time

    def _time_settings(self, words: list[str]) -> str:
        if len(words) != 3:
            raise StackyardError("syntax error: write time_settings MAIN BYO_YOMI STONES")
        main, more, stones = [_real(word) for word in words]
        self._settings = main, more, int(stones)
        self._left.clear()
        self._stones.clear()
        return ""

    def _time_left(self, words: list[str]) -> str:
        if len(words) != 3:
            raise StackyardError("syntax error: write time_left COLOUR SECONDS STONES")
        side, seconds, stones = _side(words[0]), _real(words[1]), _real(words[2])
        self._left[side], self._stones[side] = seconds, stones
        return ""

    def _limit(self, side: int) -> Limit:
        """The time for a move; empty without a clock."""
        limit_of = self._session.limit_of
        main, more, stones = self._settings or (0.0, 0.0, 0)
        after_main = EARLY * more / stones if stones else 0.0
        if side in self._left:
            left, few = max(self._left[side], 0.0), self._stones.get(side, 0.0)
            return limit_of(EARLY * left / few if few else max(allotted(left, 0.0), after_main))
        if self._settings is None or (more and not stones):  # no limit, as the protocol has it
            return Limit()
        if main:
            self._left[side] = main
        return limit_of(max(allotted(main, 0.0), after_main))

    # What is on the board

    def _final_score(self, words: list[str]) -> str:
        result = self._session.course.result
        if result is None:
            raise StackyardError("cannot score: the game is not over")
        return {0: "B+1", 1: "W+1"}.get(result.winner, "0")

    def _showboard(self, words: list[str]) -> str:
        return f"\n{draw(self._session.course.scene)}"

    def _legal(self, words: list[str]) -> str:
        return " ".join([token_of(text, small=True) for text in self._session.legal_texts()])


def _one(words: list[str], needed: str) -> str:
    """The only argument of a command."""
    if len(words) != 1:
        raise StackyardError(f"syntax error: the command needs {needed}")
    return words[0]


def _side(word: str) -> int:
    if word.lower() not in NAMES:
        raise StackyardError(f"syntax error: {quoted(word)} is no colour; write b or w")
    return NAMES[word.lower()]


def _real(word: str) -> float:
    """A number of seconds or points."""
    if not re.fullmatch(r"-?\d{1,9}(\.\d{0,9})?", word, re.ASCII):
        raise StackyardError(f"syntax error: {quoted(word)} is no number")
    return float(word)
