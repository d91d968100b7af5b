"""The answers of our engine over GTP, command by command."""

from __future__ import annotations

import pytest
from tests.conftest import GAMES

from stackyard.analysis import Limit
from stackyard.plugins.registry import load_game
from stackyard_protocols.engine_session import EngineSession
from stackyard_protocols.gtp_engine import GtpEngine

WON = "-/rbbb/b/rrr b"  # blue wins with c


class Table:
    def __init__(self, game: str = "silo", player: str = "level:2", **options: object) -> None:
        self.written: list[str] = []
        self.session = EngineSession(load_game(game, **options), player)
        self.engine = GtpEngine(self.session, "Stackyard", "0.1.0", self.written.append)

    def ask(self, line: str) -> str:
        """The answer, without the empty line that ends it; empty if there is none."""
        self.written.clear()
        self.engine.receive(line)
        if not self.written:
            return ""
        (answer,) = self.written
        assert answer.endswith("\n")
        assert "\n\n" not in answer.removesuffix("\n")
        return answer.removesuffix("\n")


def test_the_handshake() -> None:
    table = Table()
    assert table.ask("protocol_version") == "= 2"
    assert table.ask("12 name") == "=12 Stackyard"
    assert table.ask("version") == "= 0.1.0"
    listed = table.ask("list_commands").removeprefix("= ").splitlines()
    needed = {
        *("protocol_version", "name", "version", "known_command", "list_commands", "quit"),
        *("boardsize", "clear_board", "komi", "play", "genmove", "undo", "showboard"),
        *("final_score", "time_settings", "time_left"),
    }
    assert needed <= set(listed)
    assert all("-" not in name or name.startswith("stackyard-") for name in listed)
    assert table.ask("known_command genmove") == "= true"
    assert table.ask("known_command dance") == "= false"
    assert table.ask("known_command") == "= false"
    assert table.ask("quit") == "="
    assert table.engine.finished


def test_lines_are_cleaned_and_comments_dropped() -> None:
    table = Table()
    assert table.ask("# nothing") == ""
    assert table.ask("  \t ") == ""
    assert table.ask("3\tknown_command\tplay # yes\r") == "=3 true"


@pytest.mark.parametrize("game", GAMES)
def test_colours_that_move_in_turn_play_any_game(game: str) -> None:
    table = Table(game, "random")
    passes = 0
    for number in range(16):
        colour = "bw"[number % 2]
        before = table.session.course
        answer = table.ask(f"genmove {colour}")
        assert answer.startswith("= ")
        if answer == "= pass":
            passes += 1
            assert before.result is not None or before.player != number % 2
            assert table.session.course is before
        else:
            assert table.session.course.ply == before.ply + 1
    assert table.session.course.ply == 16 - passes


def test_moves_are_played_and_taken_back() -> None:
    table = Table()
    assert table.ask("play b C") == "="
    assert table.ask("play WHITE b") == "="
    assert [ply.text for ply in table.session.course.plies()] == ["c", "b"]
    assert table.ask("undo") == "="
    assert table.session.course.ply == 1
    assert table.ask("play b pass") == "="
    assert table.session.course.ply == 1
    assert table.ask("undo") == "="
    assert table.session.course.ply == 1  # the pass was taken back, no move
    assert table.ask("clear_board") == "="
    assert table.ask("undo") == "? cannot undo: no move has been played"


def test_sizes_options_and_positions() -> None:
    table = Table()
    assert table.ask("boardsize 4") == "="
    assert table.session.game.settings["size"] == 4
    assert table.ask("boardsize 5").startswith("? unacceptable size: ")
    assert table.ask("stackyard-option goal home") == "="
    assert table.ask("stackyard-option goal away").startswith("? silo, option goal: away")
    assert table.ask(f"stackyard-position {WON}") == f"= {WON}"
    assert table.ask("stackyard-legal") == "= b c"
    assert table.ask("komi 6.5") == "="
    assert Table("slicron").ask("boardsize x").startswith("? ")


def test_the_board_and_the_score() -> None:
    table = Table(size=4)
    assert table.ask("final_score") == "? cannot score: the game is not over"
    board = table.ask("showboard").splitlines()
    assert board[0] == "="
    assert board[-1] == "red: choose a column to move from"
    table.ask(f"stackyard-position {WON}")
    assert table.ask("genmove w") == "= c"
    assert table.ask("final_score") == "= W+1"
    assert table.ask("genmove b") == "= pass"
    assert table.ask("undo") == "="
    assert table.ask("final_score") == "= W+1"
    assert table.ask("play b c") == "? illegal move: the game is over"
    assert table.ask("stackyard-legal") == "="


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("dance", "? unknown command"),
        ("7 dance", "?7 unknown command"),
        ("7", "?7 syntax error: no command follows the number"),
        ("play b", "? syntax error: write play COLOUR MOVE"),
        ("play green c", "? syntax error: 'green' is no colour; write b or w"),
        ("play w c", "? illegal move: b is to act; w may pass"),
        ("play b pass", "? illegal move: 'pass' is no move"),
        ("play b b", "? illegal move: "),
        ("genmove", "? syntax error: the command needs a colour"),
        ("boardsize", "? syntax error: the command needs a size"),
        ("komi much", "? syntax error: 'much' is no number"),
        ("time_settings 1 2", "? syntax error: write time_settings MAIN BYO_YOMI STONES"),
        ("time_left b x 0", "? syntax error: 'x' is no number"),
        ("stackyard-option goal", "? syntax error: write stackyard-option NAME VALUE"),
        ("stackyard-position nonsense", "? a position is the columns"),
    ],
)
def test_a_bad_line_is_refused_and_changes_nothing(line: str, answer: str) -> None:
    table = Table()
    course = table.session.course
    assert table.ask(line).startswith(answer)
    assert table.session.course is course


@pytest.mark.parametrize(
    ("lines", "least", "most"),
    [
        ([], None, None),
        (["time_settings 0 0 0"], 0.001, 0.001),
        (["time_settings 0 5 0"], None, None),
        (["time_settings 0 10 5"], 1.5, 2.0),
        (["time_settings 300 0 0"], 5, 20),
        (["time_settings 300 0 0", "time_left b 30 0"], 0.5, 2),
        (["time_left b 20 10"], 1.5, 2),
        (["time_left b 0 0"], 0.001, 0.001),
        (["time_left b -3 0"], 0.001, 0.001),
        (["time_settings 1 20 1"], 17, 18),  # the last second of main time gives no shorter move
        (["time_settings 1 20 1", "time_left b 0 0"], 17, 18),
        (["time_settings 300 0 0", "time_left b 5 1", "clear_board"], 5, 20),
    ],
)
def test_the_time_for_a_move(lines: list[str], least: float | None, most: float | None) -> None:
    table = Table()
    for line in lines:
        assert table.ask(line) == "="
    limit = table.engine._limit(0)
    if least is None or most is None:
        assert limit == Limit()
    else:
        assert limit.seconds is not None
        assert least <= limit.seconds <= most


def test_the_clock_runs_down_by_its_own_moves() -> None:
    table = Table()
    table.ask("time_settings 300 0 0")
    table.ask("genmove b")
    assert table.engine._left[0] < 300


def test_after_the_main_time_each_move_has_its_byo_yomi() -> None:
    table = Table()
    table.ask("time_settings 1 20 1")
    table.engine._left[0] = -0.5  # what the moves before have left
    limit = table.engine._limit(0)
    assert limit.seconds is not None
    assert limit.seconds > 17
