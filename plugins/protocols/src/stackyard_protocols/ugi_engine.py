"""The engine's side of UGI, the Universal Game Interface of kz04px."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from math import log10
from threading import Event, Thread
from urllib.parse import unquote

from stackyard.analysis import Limit, Line
from stackyard.arguments import whole_number
from stackyard.enumeration import perft
from stackyard.errors import OptionError, StackyardError
from stackyard.options import Option, Span, Value, show_value
from stackyard.position import DRAW, ONGOING, Position
from stackyard.text import in_one_line, normalize_name, quoted
from stackyard_protocols.engine_session import REPETITION, EngineSession, allotted, option_named
from stackyard_protocols.move_search import ENDLESS, Report
from stackyard_protocols.tokens import MOVES, token_of, tokens_of

NAME, PLAYER = "name", "Player"
BOOK = Option("OwnBook", False, (False, True), "")
OVERHEAD = Option("MoveOverhead", 0, range(5001), "")  # milliseconds
ENDING = 1.0  # seconds for which a search goes on when the input has ended
WORDS = 200  # values that a list of an option may have
ELO = 400  # centipoints of a tenfold chance
MOST_SCORE = 2000  # centipoints of an unproven position
CERTAIN = 10_000  # centipoints of a proven result at an unknown distance
WHOLE = 3  # depth of perft in one go, which takes well below a second
CLOCKS = ("p1time", "p2time", "p1inc", "p2inc")
GO = "movetime MS, nodes N, depth N, infinite, or p1time, p2time, p1inc and p2inc"

Write = Callable[[str], None]


class UgiEngine:
    """Answers the lines of a UGI program; `write` prints a line of the answer.

    Searches run in a thread. `fail` is called with an exception that ends one.
    """

    def __init__(
        self,
        session: EngineSession,
        title: str,
        write: Write,
        fail: Callable[[BaseException], None],
    ) -> None:
        self.finished = False
        self._session = session
        self._title = title
        self._write = write
        self._fail = fail
        self._thread: Thread | None = None
        self._busy = False
        self._own_book = False
        self._stop = Event()
        self._heard = 0.0  # when the last line was read
        self._commands: dict[str, Callable[[str], None]] = {
            "ugi": self._introduce,
            "isready": self._ready,
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._position,
            "query": self._query,
            "go": self._go,
            "stop": self._end_search,
            "quit": self._quit,
            "legal": self._legal,
            "perft": self._perft,
        }

    def heed(self, line: str) -> None:
        """Stop the search for a line that has just been read; the time of the next runs from it."""
        self._heard = time.perf_counter()
        if line.split() in (["stop"], ["quit"]):
            self._stop.set()

    def receive(self, line: str) -> None:
        """Answer a line; a line that cannot be obeyed is answered by one that says why."""
        word, *_ = line.split() or [""]
        if not word:
            return
        rest = line.strip()[len(word) :].strip()
        try:
            command = self._commands.get(word)
            if command is None:
                known = ", ".join(self._commands)
                raise StackyardError(f"{quoted(word)} is no command; write {known}")
            if self._busy and word not in {"isready", "stop", "quit"}:
                raise StackyardError(f"{word}: a search is running; write stop first")
            command(rest)
        except StackyardError as refused:
            self._complain(str(refused))
        except ValueError as refused:  # of a limit, or a number
            self._complain(f"{word}: {refused}")

    def end(self) -> None:
        """End the search, which prints its move, and release the player.

        When the input has ended, the search may go on for a moment.
        """
        if self._thread is not None:
            self._thread.join(None if self.finished else ENDING)
            self._stop.set()
            self._thread.join()
        self._session.close()

    def _complain(self, sentence: str) -> None:
        self._write(f"info string error: {in_one_line(sentence)}")

    # Before the game

    def _introduce(self, rest: str) -> None:
        self._write(f"id name {self._title}")
        self._write("id author the Stackyard contributors")
        for name, words, _ in self._options():
            self._write(f"option name {name} {words}")
        self._write("ugiok")

    def _options(self) -> Iterator[tuple[str, str, Callable[[str], None]]]:
        """Each option's name; its type, default and values; and what sets it to a value."""
        session, game = self._session, self._session.game
        for option in game.options:
            words = _described(option, game.settings[option.name])
            yield option.name, words, partial(session.set_options, option.name)
        if option_named(game.options, REPETITION.name) is None:
            words = _described(REPETITION, session.repetition)
            yield REPETITION.name, words, partial(session.set_options, REPETITION.name)
        words = _described(OVERHEAD, round(1000 * session.overhead))
        yield OVERHEAD.name, words, self._set_overhead
        yield BOOK.name, _described(BOOK, False), self._set_book
        yield PLAYER, f"type string default {session.spec}", session.set_player
        settings = session.player_settings()
        for option in session.player_kind.options:
            words = _described(option, settings[option.name])
            set_to = partial(session.set_player_option, option.name)
            yield f"{PLAYER}.{option.name}", words, set_to

    def _set_option(self, rest: str) -> None:
        name, _, value = rest.removeprefix(NAME).strip().partition(" value ")
        name, value = name.strip(), value.strip()
        if not rest.startswith(f"{NAME} ") or not name or not value:
            raise StackyardError("setoption: write setoption name NAME value VALUE")
        known = {option: set_to for option, _, set_to in self._options()}
        for option, set_to in known.items():
            if normalize_name(option) == normalize_name(name):
                set_to(value)
                return
        allowed = ", ".join(known)
        sentence = f"setoption: there is no option {quoted(name)}; the options are {allowed}"
        raise OptionError(name, value, allowed, sentence)

    def _set_overhead(self, value: str) -> None:
        self._session.overhead = int(OVERHEAD.read(value) or 0) / 1000

    def _set_book(self, value: str) -> None:
        self._own_book = bool(BOOK.read(value))

    def _ready(self, rest: str) -> None:
        if not self._busy:
            self._session.search.prepare()
        self._write("readyok")

    def _new_game(self, rest: str) -> None:
        self._session.new_game()

    # The position

    def _position(self, rest: str) -> None:
        kind, _, words = rest.partition(" ")
        where, found, moves = f" {words} ".partition(f" {MOVES} ")
        text, tokens = where.strip(" "), moves.split()
        if (
            kind not in {"startpos", "fen"}
            or (kind == "fen") != bool(text)
            or (found and not tokens)
        ):
            raise StackyardError("position: write startpos or fen POSITION, then perhaps moves M …")
        self._session.set_position(unquote(text) if text else None, tokens)

    def _query(self, rest: str) -> None:
        course = self._session.course
        result = course.result
        match rest:
            case "p1turn":
                self._respond(str(course.player == 0).lower())
            case "gameover":
                self._respond(str(result is not None).lower())
            case "result":
                winners = {None: "none", 0: "p1win", 1: "p2win"}
                self._respond(winners.get(None if result is None else result.winner, "draw"))
            case _:
                raise StackyardError("query: write p1turn, gameover or result")

    def _legal(self, rest: str) -> None:
        self._respond(" ".join([token_of(text) for text in self._session.legal_texts()]))

    def _respond(self, words: str) -> None:
        self._write(f"response {words}".rstrip())

    # Searches

    def _perft(self, rest: str) -> None:
        depth = whole_number(_number("perft", rest), "the depth", 1, 1000)
        self._session.require_move()
        self._run(partial(self._count, depth))

    def _count(self, depth: int, stop: Event) -> list[str]:
        """Count the sequences of moves that begin with each move."""
        course, total = self._session.course, 0
        for move in course.position.legal_moves():
            after = course.position
            after.play(move)
            nodes = _counted(after, depth - 1, stop)
            if nodes is None:
                return ["info string error: perft: it was stopped"]
            total += nodes
            token = token_of(course.game.format_move(int(move), course.position))
            self._write(f"info string {token} {nodes}")
        return [f"response {total}"]

    def _go(self, rest: str) -> None:
        limit = self._limit(rest.split())
        self._session.require_move()
        self._session.search.check(limit)
        self._run(partial(self._think, limit, self._heard))

    def _limit(self, words: list[str]) -> Limit:
        """The limit that the words after `go` set; an empty one without words."""
        if not words:
            return Limit()
        if words == ["infinite"]:
            return Limit(seconds=ENDLESS)
        given = dict(zip(words[::2], words[1::2], strict=False))
        kinds = {"movetime", "nodes", "depth"}
        one = len(given) == 1 and not kinds.isdisjoint(given)
        if len(words) != 2 * len(given) or not (one or set(given) == set(CLOCKS)):
            raise StackyardError(f"go: write {GO}")
        numbers = {word: _number(word, text) for word, text in given.items()}
        if "movetime" in numbers:
            return self._session.limit_of(numbers["movetime"] / 1000)
        if "nodes" in numbers:
            if not numbers["nodes"]:
                raise StackyardError("go nodes: write 1 or more")
            return Limit(simulations=numbers["nodes"])
        if "depth" in numbers:
            return Limit(depth=min(max(numbers["depth"], 1), 99))
        side = self._session.course.player + 1
        left, more = numbers[f"p{side}time"] / 1000, numbers[f"p{side}inc"] / 1000
        return self._session.limit_of(allotted(left, more))

    def _think(self, limit: Limit, begin: float, stop: Event) -> list[str]:
        """Search, and return the answer."""
        session = self._session
        course = session.course
        found = session.from_table() if self._own_book else None
        if found is not None:
            self._report(Report(found, found.positions, time.perf_counter() - begin))
            move = found.move
        else:
            move = session.search.choose(course, limit, begin, stop, self._report)
        text = course.game.format_move(move, course.position)
        return [f"bestmove {token_of(text)}"]

    def _report(self, report: Report) -> None:
        self._write(f"info {' '.join(_report_words(report))}")

    def _run(self, work: Callable[[Event], list[str]]) -> None:
        """Do some work in a thread, and print the lines that it returns."""
        self._stop = stop = Event()
        self._busy = True

        def run() -> None:
            try:
                lines = work(stop)
            except StackyardError as refused:
                self._busy = False
                self._complain(str(refused))
            except BaseException as failure:
                self._fail(failure)
            else:
                self._busy = False
                for line in lines:
                    self._write(line)

        self._thread = Thread(target=run, name="search", daemon=True)
        self._thread.start()

    def _end_search(self, rest: str) -> None:
        self._stop.set()

    def _quit(self, rest: str) -> None:
        self._stop.set()
        self.finished = True


def _counted(position: Position, depth: int, stop: Event) -> int | None:
    """The number of sequences of `depth` moves; None once `stop` is set."""
    if stop.is_set():
        return None
    if depth <= WHOLE:
        return perft(position, depth)
    total = 0
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        part = _counted(after, depth - 1, stop)
        if part is None:
            return None
        total += part
    return total


def _number(name: str, text: str) -> int:
    """A number of a command, at least 0."""
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise StackyardError(f"{name}: {quoted(text)} is not a whole number below 10^18")
    return int(text)


def _described(option: Option, value: Value) -> str:
    """The type, default and values of an option."""
    values = option.values
    if values in ((False, True), (True, False)) and isinstance(value, bool):
        return f"type check default {str(value).lower()}"
    shown = show_value(value)
    if value is None or isinstance(values, Span):
        return f"type string default {shown}"
    if isinstance(values, range) and (values.step == 1 or len(values) > WORDS):
        return f"type spin default {shown} min {values[0]} max {values[-1]}"
    listed = "".join([f" var {show_value(one)}" for one in values])
    return f"type combo default {shown}{listed}"


def _report_words(report: Report) -> Iterator[str]:
    """The keys and values of an info line."""
    found, milliseconds = report.analysis, round(1000 * report.seconds)
    if found is not None:
        if found.depth:
            yield f"depth {found.depth}"
        yield f"score {_score(found.lines[0])}"
    yield f"nodes {report.nodes} time {milliseconds}"
    yield f"nps {round(report.nodes / report.seconds) if report.seconds else 0}"
    if found is not None:
        line = found.lines[0]
        yield f"pv {' '.join(tokens_of(line.best, line.course.ply))}"


def _score(line: Line) -> str:
    """The score of a line, for the player to act."""
    if line.proven == DRAW:
        return "cp 0"
    sign = 1 if line.proven == line.course.player else -1
    if line.proven != ONGOING:
        best = line.best
        ends = best.result is not None and best.result.winner == line.proven
        plies = line.plies or (best.ply - line.course.ply if ends else None)
        return f"cp {sign * CERTAIN}" if plies is None else f"mate {sign * plies}"
    value = min(max(line.value, 1e-9), 1 - 1e-9)
    points = round(ELO * log10(value / (1 - value)))
    return f"cp {min(max(points, -MOST_SCORE), MOST_SCORE)}"
