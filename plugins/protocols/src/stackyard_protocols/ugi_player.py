"""A program that speaks UGI as a player."""

from __future__ import annotations

from stackyard.text import normalize_name
from stackyard.turnloop.match import Match
from stackyard_clock.control import control_of
from stackyard_protocols.engine_process import EngineProcess
from stackyard_protocols.external_player import ExternalPlayer, settings_of
from stackyard_protocols.tokens import MOVES, position_words, tokens_of


class UgiPlayer(ExternalPlayer):
    """Plays as a UGI program does; `stop` ends its thinking."""

    kind = "ugi"

    def stop(self) -> None:
        """Tell the program to move as soon as it can; callable from any thread."""
        self._stopped = True

    def _introduce(self, match: Match, process: EngineProcess) -> None:
        process.send("ugi")
        options = {}
        for line in self._soon(process, "ugi", self.starting):
            if line == "ugiok":
                break
            words = line.split()
            if words[:2] == ["option", "name"] and "type" in words:
                name = " ".join(words[2 : words.index("type")])
                options[normalize_name(name)] = name
        for name, text in settings_of(match).items():
            if name in options:
                process.send(f"setoption name {options[name]} value {text}")
        self._require_ready(process)
        process.send("uginewgame")
        self._require_ready(process)

    def _require_ready(self, process: EngineProcess) -> None:
        process.send("isready")
        for line in self._soon(process, "isready", self.starting):
            if line == "readyok":
                return

    def _chosen(self, match: Match, process: EngineProcess) -> str | None:
        course = match.course
        start = "startpos"
        if not course.standard:
            start = f"fen {position_words(course.game.format_position(course.start))}"
        tokens = "".join([f" {token}" for token in tokens_of(course)])
        process.send(f"position {start}{f' {MOVES}{tokens}' if tokens else ''}")
        process.send("isready")
        for line in self._soon(process, "isready", self.ready):
            if line == "readyok":
                break
        limit, most = self._limit(match)
        process.send(f"go {limit}")
        for line in self._awaited(match, process, most, "stop"):
            word, token, *_ = [*line.split(), "", ""]
            if word == "bestmove":
                return token
        return None

    def _limit(self, match: Match) -> tuple[str, float | None]:
        """The words after `go`, and the seconds that they allow; None if the clock alone does."""
        left = match.time_left
        if left is None:
            return f"movetime {round(1000 * self.move)}", self.move
        control = control_of(match.terms)
        if control is None or control.move:
            seconds = min(self.share * left, self.most)
            return f"movetime {max(round(1000 * seconds), 1)}", seconds
        times = [max(round(1000 * (match.time_left_of(side) or 0.0)), 1) for side in (0, 1)]
        more = round(1000 * control.increment)
        return f"p1time {times[0]} p2time {times[1]} p1inc {more} p2inc {more}", None
