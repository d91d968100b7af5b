"""A program that speaks GTP 2 as a player."""

from __future__ import annotations

from collections.abc import Iterator

from stackyard.game import Game
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard_clock.control import control_of
from stackyard_protocols.engine_process import EngineFaultError, EngineProcess
from stackyard_protocols.external_player import ExternalPlayer, settings_of
from stackyard_protocols.gtp_engine import COLOURS, OPTION, POSITION, SIZES
from stackyard_protocols.tokens import token_of


class GtpPlayer(ExternalPlayer):
    """Plays as a GTP program does. `b` is the side that moves first."""

    kind = "gtp"

    def __init__(self, game: Game, seed: int, command: str) -> None:
        super().__init__(game, seed, command)
        self._commands: set[str] = set()
        self._played: list[str] | None = None  # what the program was told: play COLOUR MOVE
        self._start = ""  # the position in which that began

    def _introduce(self, match: Match, process: EngineProcess) -> None:
        self._played = None
        listed = self._asked(process, "list_commands", self.starting)
        self._commands = set(listed.split())
        settings = settings_of(match)
        if OPTION in self._commands:
            words = " ".join([f"{name} {text}" for name, text in settings.items()])
            if words:
                self._asked(process, f"{OPTION} {words}", self.ready)
            return
        for name in SIZES:
            if name in settings:
                self._asked(process, f"boardsize {settings[name]}", self.ready)

    def _asked(self, process: EngineProcess, command: str, seconds: float) -> str:
        """The answer to a command that needs no search."""
        process.send(command)
        return _answer(command, self._soon(process, command, seconds)) or ""

    def _chosen(self, match: Match, process: EngineProcess) -> str | None:
        course = match.course
        self._tell(course, process)
        most = self._tell_time(match, process)
        command = f"genmove {COLOURS[course.player]}"
        process.send(command)
        token = _answer(command, self._awaited(match, process, most, ""))
        if token is None:
            return None
        if token.lower() == "resign":
            match.resign(course.player)
            return None
        assert self._played is not None
        self._played.append(f"play {COLOURS[course.player]} {token}")
        return token

    def _tell(self, course: Course, process: EngineProcess) -> None:
        """Tell the program the moves that it does not know."""
        game = course.game
        start = game.format_position(course.start)
        wanted = [
            f"play {COLOURS[ply.player]} {token_of(ply.text, small=True)}" for ply in course.plies()
        ]
        if self._played is None or start != self._start or not _goes_on(self._played, wanted):
            self._asked(process, "clear_board", self.ready)
            if not course.standard:
                if POSITION not in self._commands:
                    raise EngineFaultError("it cannot begin with a given position")
                self._asked(process, f"{POSITION} {start}", self.ready)
            self._played, self._start = [], start
        for command in wanted[len(self._played) :]:
            self._asked(process, command, self.ready)
        self._played = wanted

    def _tell_time(self, match: Match, process: EngineProcess) -> float | None:
        """Tell the program its time; returns it for one move, None if a clock limits it."""
        left = match.time_left
        if left is None or (control := control_of(match.terms)) is None or control.move:
            seconds = self.move if left is None else min(self.share * left, self.most)
            if "time_settings" in self._commands:
                self._asked(process, f"time_settings 0 {self._told(seconds)} 1", self.ready)
            return seconds
        if "time_left" in self._commands:
            colour = COLOURS[match.course.player]
            self._asked(process, f"time_left {colour} {self._told(left)} 0", self.ready)
        return None

    def _told(self, seconds: float) -> str:
        """Seconds as the program reads them: only ours reads a fraction."""
        if OPTION in self._commands:
            return f"{int(1000 * seconds) / 1000:.3f}"
        return str(max(int(seconds), 1))


def _goes_on(played: list[str], wanted: list[str]) -> bool:
    """Tell if a line of play begins with what was played, in either case of letters."""
    begun = [command.lower() for command in wanted[: len(played)]]
    return begun == [command.lower() for command in played]


def _answer(command: str, lines: Iterator[str]) -> str | None:
    """The text of the answer to a command; None if the lines end before it does."""
    words: list[str] = []
    begun = refused = False
    for line in lines:
        if not begun and line[:1] in {"=", "?"}:
            begun, refused = True, line[0] == "?"
            words = [line[1:].strip()]
        elif begun and line:
            words.append(line)
        elif begun and refused:
            raise EngineFaultError(f"it refused {command!r}: {' '.join(words)}")
        elif begun:
            return "\n".join(words)
    return None
