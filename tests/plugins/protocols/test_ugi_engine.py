"""The answers of our engine over UGI, line by line."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from itertools import permutations
from threading import Event

import pytest
from tests.conftest import GAMES
from tests.plugins.protocols.conftest import said

from stackyard.analysis import Analysis, Limit, Line, Source
from stackyard.enumeration import perft
from stackyard.plugins.registry import load_game
from stackyard.position import DRAW
from stackyard.turnloop.history import Course
from stackyard.turnloop.outcome import Reason, Result
from stackyard_protocols import ugi_engine
from stackyard_protocols.engine_session import EngineSession, allotted
from stackyard_protocols.ugi_engine import UgiEngine

WON = "-/rbbb/b/rrr b"  # blue wins with c
Ask = Callable[..., list[str]]


class Table:
    """An engine without a process; each search is awaited."""

    def __init__(self, game: str = "silo", player: str = "level:2", **options: object) -> None:
        self.lines: list[str] = []
        self.failures: list[BaseException] = []
        self.session = EngineSession(load_game(game, **options), player)
        self.engine = UgiEngine(self.session, "Stackyard", self.lines.append, self.failures.append)

    def ask(self, *lines: str) -> list[str]:
        """The lines that answer these."""
        self.lines.clear()
        for line in lines:
            self.engine.heed(line)
            self.engine.receive(line)
            if self.engine._thread is not None:
                self.engine._thread.join()
        assert self.failures == []
        return list(self.lines)


def test_it_introduces_itself_with_its_options() -> None:
    lines = Table("silo", "mcts:10", size=8).ask("ugi")
    assert lines[0] == "id name Stackyard"
    assert lines[1].startswith("id author ")
    assert lines[-1] == "ugiok"
    assert said(lines, "option") == lines[2:-1]
    assert "option name goal type combo default any var any var end var home" in lines
    assert "option name height type spin default 4 min 1 max 15" in lines
    assert said(lines, "option name size type combo default 8 var 4 var 6 ")
    assert "option name MoveOverhead type spin default 10 min 0 max 5000" in lines
    assert "option name OwnBook type check default false" in lines
    assert "option name Player type string default mcts:10" in lines
    assert said(lines, "option name Player.simulations type spin default 10 ")


def test_options_of_the_game_begin_it_anew() -> None:
    table = Table()
    assert table.ask("position startpos moves c", "setoption name Size value 4") == []
    assert table.session.game.settings["size"] == 4
    assert table.ask("query p1turn", "isready") == ["response true", "readyok"]
    assert table.ask("setoption name goal value home") == []
    assert (table.session.game.settings["size"], table.session.game.settings["goal"]) == (4, "home")


def test_options_of_the_game_may_be_set_in_any_order_and_are_remembered() -> None:
    wanted = {"size": 12, "height": 5, "goal": "end"}  # size 12 alone has too many checkers
    for order in permutations(wanted.items()):
        table = Table(player="random")
        table.ask(*[f"setoption name {name} value {value}" for name, value in order])
        assert table.session.game.settings == wanted
    table = Table(player="random")
    table.ask("setoption name height value 3", "setoption name size value 4")
    assert table.session.game.settings["height"] == 3  # though it was the default for size 6


def test_settings_of_the_player_are_options() -> None:
    table = Table()
    assert table.ask("setoption name Player value mcts:simulations=7") == []
    assert table.ask("setoption name Player.seed value 5") == []
    assert table.session.spec == "mcts:simulations=7,nodes=1000000,workers=1,seed=5"
    assert table.ask("setoption name player.simulations value none") == []
    assert "simulations" not in table.session.spec
    assert table.ask("setoption name Repetition value 0") == []
    (answer,) = table.ask("setoption name Repetition value 1")
    assert "repetition is 0 (never) or 2 and more, not 1" in answer
    assert table.session.course.repetition == 0


def test_positions_and_queries() -> None:
    table = Table()
    assert table.ask("position startpos", "query p1turn", "query gameover", "query result") == [
        "response true",
        "response false",
        "response none",
    ]
    assert table.ask("position startpos moves c", "query p1turn") == ["response false"]
    course = table.session.course
    assert table.ask("position startpos moves c b", "legal")[-1].startswith("response ")
    assert table.session.course.since(course) == (1,)
    table = Table(size=4)
    assert table.ask(f"position fen {WON}", "query p1turn") == ["response false"]
    assert table.ask(f"position fen {WON} moves c", "query gameover", "query result", "legal") == [
        "response true",
        "response p2win",
        "response",
    ]


def test_a_draw_is_told() -> None:
    table = Table("slicron")
    table.session.course = table.session.course.end(Result(DRAW, Reason.REPETITION))
    assert table.ask("query result") == ["response draw"]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_has_one_best_move_for_each_move_of_a_turn(game: str) -> None:
    table = Table(game, "random")
    moves: list[str] = []
    for _ in range(12):
        table.ask(f"position startpos{' moves ' if moves else ''}{' '.join(moves)}")
        if table.ask("query gameover") == ["response true"]:
            break
        legal = table.ask("legal")[0].split()[1:]
        lines = table.ask("go nodes 5")
        (best,) = said(lines, "bestmove")
        assert lines[-1] == best
        assert best.removeprefix("bestmove ") in legal
        assert re.fullmatch(r"info nodes \d+ time \d+ nps \d+", lines[-2])
        moves.append(best.removeprefix("bestmove "))
    table.ask(f"position startpos moves {' '.join(moves)}")
    assert table.session.course.ply == len(moves) > 5


@pytest.mark.parametrize(
    "go",
    [
        *("go", "go movetime 20", "go nodes 50", "go depth 2", "go depth 0"),
        "go p1time 900 p2time 900 p1inc 10 p2inc 0",
    ],
)
def test_every_way_to_search_ends_with_figures_and_a_move(go: str) -> None:
    table = Table(player="mcts:20", size=4)
    *_, last, best = table.ask("position startpos", go)
    keys = r"info (depth \d+ )?score (cp|mate) -?\d+ nodes \d+ time \d+ nps \d+ pv (\S+)( \S+)*"
    found = re.fullmatch(keys, last)
    assert found, last
    assert best == f"bestmove {found[3]}"


def test_depth_and_nodes_are_heeded() -> None:
    table = Table("silo", "alphabeta:depth=9", size=4)
    *_, last, _ = table.ask("position startpos", "go depth 3")
    assert last.startswith("info depth 3 score")
    table.ask("setoption name Player value mcts:100000")
    *_, last, _ = table.ask("go nodes 60")
    assert int(last.partition("nodes ")[2].split()[0]) < 1000


def test_a_proven_end_is_a_mate_in_plies() -> None:
    table = Table(player="alphabeta:depth=4", size=4)
    lines = table.ask(f"position fen {WON}", "go depth 4")
    assert lines[-1] == "bestmove c"
    assert "score mate 1 " in lines[-2]


@pytest.mark.parametrize(
    ("value", "proven", "plies", "score"),
    [
        *((0.5, -1, None, "cp 0"), (10 / 11, -1, None, "cp 400"), (1.0, -1, None, "cp 2000")),
        *((0.0, -1, None, "cp -2000"), (1.0, 0, 5, "mate 5"), (0.0, 1, 4, "mate -4")),
        *((1.0, 0, None, "cp 10000"), (0.0, 1, None, "cp -10000"), (0.5, DRAW, None, "cp 0")),
    ],
)
def test_scores(value: float, proven: int, plies: int | None, score: str) -> None:
    course = Course(load_game("silo"))
    assert course.player == 0
    line = Line(0, value, 0, proven, plies, course, list)
    assert ugi_engine._score(line) == score


def test_the_book_is_a_kept_table(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(size=4)
    asked = []

    def answer(course: Course, limit: Limit) -> Analysis:
        asked.append(limit)
        line = Line(2, 1.0, 0, 1, 1, course, lambda: [2])
        return Analysis(course, (line,), 1, source=Source.TABLE)

    monkeypatch.setattr("stackyard_protocols.engine_session.analyse", answer)
    table.ask(f"position fen {WON}", "go nodes 5")
    assert asked == []
    assert table.ask("setoption name OwnBook value true") == []
    lines = table.ask("go nodes 5")
    assert lines[-1] == "bestmove c"
    assert "score mate 1" in lines[-2]
    assert len(asked) == 1


def test_a_search_without_time_moves_at_once() -> None:
    assert said(Table().ask("go movetime 0"), "bestmove")


def test_stop_ends_a_count_between_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    table.engine._run = lambda work: table.lines.extend(work(stopped))  # type: ignore[method-assign]
    stopped = Event()
    stopped.set()
    assert table.ask("perft 9") == ["info string error: perft: it was stopped"]


def test_perft_counts_by_the_first_move() -> None:
    table = Table()
    lines = table.ask("perft 3")
    assert lines[-1] == f"response {perft(load_game('silo').initial(), 3)}"
    counts = [int(line.split()[-1]) for line in said(lines, "info string")]
    assert sum(counts) == 31


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("castle", "'castle' is no command; write ugi, isready"),
        ("position", "position: write startpos or fen POSITION"),
        ("position fen", "position: write startpos or fen POSITION"),
        ("position startpos moves", "position: write startpos or fen POSITION"),
        ("position startpos b moves c", "position: write startpos or fen POSITION"),
        ("position fen nonsense", "a position is the columns"),
        ("position startpos moves z", "'z' is no move"),
        ("position startpos moves c b f", "column f holds"),
        ("setoption name size value 5", "silo, option size: 5 is not allowed; choose 4, 6, 8"),
        ("setoption name colour value red", "setoption: there is no option 'colour'; the options"),
        ("setoption size 4", "setoption: write setoption name NAME value VALUE"),
        ("setoption name OwnBook value perhaps", "option OwnBook: perhaps is not allowed"),
        ("setoption name Player value nobody", "there is no player 'nobody'"),
        ("setoption name Player value human", "a person cannot be asked for the moves"),
        ("setoption name Player.level value 99", "player level, option level: 99 is not allowed"),
        ("query weather", "query: write p1turn, gameover or result"),
        ("go fast", "go: write movetime MS"),
        ("go movetime", "go: write movetime MS"),
        ("go movetime soon", "movetime: 'soon' is not a whole number"),
        ("go nodes 0", "go nodes: write 1 or more"),
        ("go nodes -5", "nodes: '-5' is not a whole number"),
        ("go p1time 100", "go: write movetime MS"),
        ("go depth 3 nodes 5", "go: write movetime MS"),
        ("perft many", "perft: 'many' is not a whole number"),
        ("perft 0", "perft: the depth"),
    ],
)
def test_a_bad_line_is_answered_by_one_error_and_changes_nothing(line: str, words: str) -> None:
    table = Table(player="level:2")
    table.ask("position startpos moves c")
    (answer,) = table.ask(line)
    assert answer.startswith("info string error: ")
    assert words in answer, answer
    assert "\n" not in answer
    assert table.session.spec == "level:2"
    assert table.ask("query p1turn", "isready") == ["response false", "readyok"]


def test_a_search_of_a_game_that_is_over_is_refused() -> None:
    table = Table(size=4)
    table.ask(f"position fen {WON} moves c")
    (answer,) = table.ask("go infinite")
    assert answer.startswith("info string error: the game is over: ")


def test_blank_lines_are_ignored() -> None:
    assert Table().ask("", "   ", "\t") == []


def test_a_new_game_forgets_the_moves() -> None:
    table = Table()
    assert table.ask("position startpos moves c", "uginewgame", "query p1turn") == ["response true"]


def test_the_time_of_a_move_runs_from_the_reading_of_go() -> None:
    table = Table("silo", "mcts")
    table.ask("isready")
    begin = time.perf_counter()
    table.engine.heed("go movetime 300")
    time.sleep(0.2)  # as if the line had waited for its answer
    table.engine.receive("go movetime 300")
    assert table.engine._thread is not None
    table.engine._thread.join()
    assert time.perf_counter() - begin < 0.4


def test_the_overhead_of_a_move_is_kept_back() -> None:
    table = Table("silo", "mcts")
    table.ask("isready", "setoption name MoveOverhead value 280")
    begin = time.perf_counter()
    assert said(table.ask("go movetime 300"), "bestmove")
    assert time.perf_counter() - begin < 0.2
    (refusal,) = table.ask("setoption name MoveOverhead value -1")
    assert refusal.startswith("info string error: ")


@pytest.mark.parametrize(
    ("left", "more", "least", "most"), [(60, 0, 1, 3), (60, 2, 2, 5), (0.1, 5, 0, 0.05)]
)
def test_a_move_gets_a_part_of_the_time_left(
    left: float, more: float, least: float, most: float
) -> None:
    assert least <= allotted(left, more) <= most
