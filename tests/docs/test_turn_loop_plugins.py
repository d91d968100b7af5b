"""The worked examples of turn-loop hooks: a commentator, a move log, and beside a broken plugin."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.conftest import GAMES, PATIENCE

import stackyard
from stackyard.plugins.registry import registry
from stackyard.records.reader import restore
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match

AUTHORS = Path(__file__).parents[2] / "docs" / "authors"
COMMENTATOR, MOVE_LOG = AUTHORS / "commentator.py", AUTHORS / "move_log.py"

# A game of four moves; the last one wins.
SMALL = {"size": 4, "height": 1}
MOVES = ("a", "d", "b", "c")
PLAY_SMALL = ("play", "silo", "-o", "size=4", "-o", "height=1", "--second", "human")
# White opens; Red enters two men, which is one turn.
PIT = {"size": 4}
PIT_MOVES = ("b2", "b1", "d3")

BROKEN = """
from stackyard import hookimpl
calls = []
@hookimpl
def stackyard_match_started(match):
    calls.append("match_started")
@hookimpl
def stackyard_turn_started(match):
    calls.append("turn_started")
    if len(match.turns) == 1:
        raise RuntimeError("out of order")
@hookimpl
def stackyard_move_played(match, move):
    calls.append("move_played")
@hookimpl
def stackyard_match_finished(match):
    calls.append("match_finished")
"""


class Time:
    """The clock of a match, in place of `time.monotonic`."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


class Thinker:
    """Plays the moves it is given, thinking about each for some seconds."""

    name = "thinker"

    def __init__(self, time: Time) -> None:
        self.time = time
        self.next: tuple[str, float] | None = None

    def choose(self, match: Match) -> int:
        assert self.next is not None
        text, seconds = self.next
        self.time.now += seconds
        return match.game.parse_move(text, match.position)


class Table:
    """A match of two thinkers, and what is said there."""

    def __init__(self, match: Match, time: Time) -> None:
        self.thinker = Thinker(time)
        self.match = match
        for side in (0, 1):
            match.seat(side, self.thinker)
        self.said: list[str] = []
        match.on_message(self.said.append)

    def play(self, *moves: str, seconds: float = 0.0) -> None:
        for move in moves:
            self.thinker.next = move, seconds
            self.match.step()

    def heard(self) -> list[str]:
        """The messages since the last call."""
        said, self.said[:] = self.said[:], []
        return said


Use = Callable[..., None]
Sit = Callable[..., Table]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Iterator[Use]:
    """Name plugin files."""

    def use(*files: Path) -> None:
        monkeypatch.setenv("STACKYARD_PLUGINS", os.pathsep.join(map(str, files)))
        registry.cache_clear()

    monkeypatch.delenv("STACKYARD_STRICT", raising=False)
    yield use
    registry.cache_clear()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr("stackyard.turnloop.match.time", SimpleNamespace(monotonic=time.monotonic))
    return time


@pytest.fixture
def sit(time: Time) -> Sit:
    """Sit down for a match of a game with options, perhaps at a position."""

    def sit(name: str = "silo", position: str = "", **options: object) -> Table:
        game = stackyard.load_game(name, **options)
        start = game.parse_position(position) if position else None
        return Table(Match(game, ("random", "random"), position=start), time)

    return sit


def taken_up(table: Table) -> Table:
    """The same match, written down and taken up again."""
    match = restore(record_of(table.match), ("random", "random"))
    return Table(match, table.thinker.time)


# The commentator


def test_a_whole_match_can_be_followed_by_ear(use: Use, sit: Sit) -> None:
    use(COMMENTATOR)
    table = sit(**SMALL)
    table.play(*MOVES)
    assert table.heard() == [
        "Silo.",
        "Red is thinker, blue is thinker.",
        "Now a: red; b: blue; c: red; d: blue.",
        "Move 1, red: choose a column to move from.",
        "Red moves a checker from a to b.",
        "Now a: empty; b: blue, red on top.",
        "Move 2, blue: choose a column to move from.",
        "Blue moves a checker from d to c.",
        "Now c: red, blue on top; d: empty.",
        "Move 3, red: choose a column to move from.",
        "Red moves a checker from b to c.",
        "Now b: blue; c: red, blue, red on top.",
        "Move 4, blue: choose a column to move from.",
        "Blue moves 2 checkers from c to b.",
        "Now b: 2 times blue, red on top; c: red.",
        "Blue wins: all blue checkers form one unbroken run in column b.",
    ]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_who_keeps_in_mind_what_he_hears_knows_the_position(
    name: str, seed: int, use: Use, time: Time
) -> None:
    use(COMMENTATOR)
    match = Match(stackyard.load_game(name), ("random", "random"), seed=seed)
    known: dict[str, str] = {}

    def hear(words: str) -> None:
        if words.startswith("Now "):
            for part in words.removeprefix("Now ").removesuffix(".").split("; "):
                where, _, what = part.partition(": ")
                known[where] = what

    match.on_message(hear)
    while match.result is None and match.ply < 60:
        match.step()
        scene = match.game.scene(match.position)
        for cell, pieces in scene.cells.items():
            words = known[scene.board.names[cell]]
            assert words.count("on top") == (len(set(pieces)) > 1), f"seed {seed}, move {match.ply}"
            assert counted(words) == len(pieces), f"seed {seed}, move {match.ply}"
            top = words.rpartition(", ")[2].removesuffix(" on top")
            assert scene.colours[pieces[-1].player] in top, f"seed {seed}, move {match.ply}"
        for where in set(known) & set(scene.board.names):
            occupied = scene.board.cell(where) in scene.cells
            assert (known[where] == "empty") != occupied, f"seed {seed}, move {match.ply}"


def counted(words: str) -> int:
    """How many pieces are told of."""
    times = [re.match(r"(\d+) times", part) for part in words.split(", ")]
    return sum([int(found[1]) if found else 1 for found in times])


def test_each_move_of_a_turn_is_told_and_asked_for(use: Use, sit: Sit) -> None:
    use(COMMENTATOR)
    table = sit("pit_of_pillars", **PIT)
    table.play("b2")
    table.heard()
    table.play("b1", "d3")
    assert table.heard() == [
        "Move 2, red: enter a man next to b2.",
        "Red enters a man on b1.",
        "Now b1: red.",
        "Move 3, red: enter another man, with only vacant squares beside it.",
        "Red enters a man on d3.",
        "Now d3: red.",
    ]


def test_pillars_and_reserves_that_change_are_told(use: Use, sit: Sit) -> None:
    use(COMMENTATOR)
    table = sit("pit_of_pillars", "2/ww,r,1,r/1,w,1,r/2 r 0,1 move", **PIT)
    table.play("b3-a3")
    heard = table.heard()
    assert heard[2].endswith("; white reserve: empty; red reserve: red.")
    assert heard[-3:] == [
        "Red moves a man from b3 to a3, and captures what is there: a pillar rises.",
        "Now a3: red pillar; b3: empty; red reserve: 2 times red.",
        "Move 2, red: move a pillar, or none.",
    ]


def test_a_position_that_comes_back_is_told(use: Use, sit: Sit) -> None:
    use(COMMENTATOR)
    table = sit("pit_of_pillars", "2/w,3/3,r/2 w 0,0 move", **PIT)
    for _ in range(2):
        table.play("a3-b3", "d2-c2", "b3-a3", "c2-d2")
    told = [words for words in table.heard() if "stood" in words or "draw" in words]
    assert told == [
        "This position has stood 2 times.",
        "This position has stood 2 times.",
        "This position has stood 2 times.",
        "This position has stood 2 times.",
        "Draw: the same position has stood 3 times.",
    ]


def test_a_player_who_sits_out_is_told_of(use: Use, sit: Sit) -> None:
    use(COMMENTATOR)
    table = sit("silo", "bbrb/br/rr/- b", size=4)
    table.play("b", "a", "a")
    told = [words for words in table.heard() if words.startswith(("Move", "Blue has"))]
    assert told == [
        "Move 1, blue: choose a column to move from.",
        "Move 2, red: choose a column to move from.",
        "Blue has no move and sits out.",
        "Move 3, red: choose a column to move from.",
    ]


def test_after_an_undo_it_is_told_which_move_is_asked_for(use: Use, sit: Sit) -> None:
    use(COMMENTATOR)
    table = sit(**SMALL)
    table.play("a", "d")
    table.match.undo()
    table.heard()
    table.play("d")
    assert table.heard()[0] == "Move 2, blue: choose a column to move from."


def test_a_turn_that_is_taken_up_in_its_middle_is_asked_to_go_on(use: Use, sit: Sit) -> None:
    use(COMMENTATOR)
    table = sit("pit_of_pillars", **PIT)
    table.play("b2", "b1")
    again = taken_up(table)
    again.play("d3")
    assert again.heard()[2:5] == [
        "Now b1: red; b2: white; white reserve: empty; red reserve: empty.",
        "Move 3, red: enter another man, with only vacant squares beside it.",
        "Red enters a man on d3.",
    ]


def test_a_match_that_is_taken_up_is_told_from_where_it_stands(use: Use, sit: Sit) -> None:
    use(COMMENTATOR)
    table = sit(**SMALL)
    table.play("a", "d")
    again = taken_up(table)
    again.play("b")
    assert again.heard()[2:5] == [
        "Now b: blue, red on top; c: red, blue on top.",
        "Move 3, red: choose a column to move from.",
        "Red moves a checker from b to c.",
    ]


# The move log


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "moves.tsv"
    monkeypatch.setenv("MOVE_LOG", str(path))
    return path


def lines(log: Path) -> list[list[str]]:
    return [line.split("\t") for line in log.read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    ("name", "options", "moves"), [("silo", SMALL, MOVES), ("pit_of_pillars", PIT, PIT_MOVES)]
)
def test_each_move_is_a_line_with_the_position_after_it(
    name: str, options: dict[str, object], moves: tuple[str, ...], use: Use, sit: Sit, log: Path
) -> None:
    use(MOVE_LOG)
    table = sit(name, **options)
    game, position = table.match.game, table.match.game.initial()
    for number, text in enumerate(moves, 1):
        table.play(text)
        colour = game.colours[int(position.player)]
        position.play(game.parse_move(text, position))
        when, *rest = lines(log)[-1]
        assert datetime.fromisoformat(when).tzinfo is not None
        assert rest == [
            table.match.id,
            str(number),
            colour,
            text,
            game.format_position(position),
        ]
    assert len(lines(log)) == len(moves)


def test_moves_that_are_played_again_have_their_numbers_again(
    use: Use, sit: Sit, log: Path
) -> None:
    use(MOVE_LOG)
    table = sit(**SMALL)
    table.play("a", "d")
    table.match.undo()
    table.play("b")
    assert [line[2:5] for line in lines(log)] == [
        ["1", "red", "a"],
        ["2", "blue", "d"],
        ["2", "blue", "b"],
    ]


def test_a_match_that_is_taken_up_goes_on_in_the_log(use: Use, sit: Sit, log: Path) -> None:
    use(MOVE_LOG)
    table = sit(**SMALL)
    table.play("a", "d")
    again = taken_up(table)
    again.play("b")
    assert [line[1:4] for line in lines(log)] == [
        [table.match.id, "1", "red"],
        [table.match.id, "2", "blue"],
        [table.match.id, "3", "red"],
    ]


def test_the_moves_before_a_crash_are_in_the_log(log: Path) -> None:
    program = """
import os, signal, stackyard
match = stackyard.Match(stackyard.load_game("silo", size=4, height=1))
for move in "adb":
    match.play(move)
os.kill(os.getpid(), signal.SIGKILL)
"""
    variables = {**os.environ, "STACKYARD_PLUGINS": str(MOVE_LOG), "MOVE_LOG": str(log)}
    died = subprocess.run(
        [sys.executable, "-c", program], env=variables, check=False, timeout=PATIENCE
    )
    assert died.returncode < 0
    assert [line[4] for line in lines(log)] == ["a", "d", "b"]
    assert log.read_bytes().endswith(b"\n")


def test_a_line_is_on_the_disk_before_the_game_goes_on(
    use: Use, sit: Sit, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(MOVE_LOG)
    synced = []
    monkeypatch.setattr("os.fsync", lambda number: synced.append([line[4] for line in lines(log)]))
    sit(**SMALL).play(*MOVES)
    assert synced == [list(MOVES[:number]) for number in range(1, len(MOVES) + 1)]


def test_a_log_that_cannot_be_written_is_told_once_and_the_match_goes_on(
    use: Use,
    sit: Sit,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    use(MOVE_LOG)
    nowhere = tmp_path / "no" / "such" / "folder"
    for name, told in [("", "MOVE_LOG names no file to write"), (str(nowhere), str(nowhere))]:
        monkeypatch.setenv("MOVE_LOG", name)
        caplog.clear()
        table = sit(**SMALL)
        table.play(*MOVES)
        (sentence,) = caplog.messages
        assert told in sentence
        assert table.match.result is not None


# All three, and a broken one between them


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.py"
    path.write_text(BROKEN, "utf-8")
    return path


def test_a_hook_that_raises_is_switched_off_and_the_others_go_on(
    use: Use, sit: Sit, broken: Path, log: Path, caplog: pytest.LogCaptureFixture
) -> None:
    use(broken, COMMENTATOR, MOVE_LOG)
    table = sit(**SMALL)
    with caplog.at_level(logging.WARNING):
        table.play(*MOVES)
    assert caplog.messages == [
        f"plugin broken ({broken}): stackyard_turn_started failed: RuntimeError: out of order "
        "(broken.py, line 11); it is switched off for this match "
        f"(mend {broken}, or leave it out of --plugin and STACKYARD_PLUGINS)"
    ]
    (module,) = [plugin.module for plugin in registry().providers if plugin.name == "broken"]
    calls = ["match_started", "turn_started", "move_played", "turn_started"]
    assert getattr(module, "calls", None) == calls
    heard = table.heard()
    assert heard[-1].startswith("Blue wins: ")
    assert len(lines(log)) == len(MOVES)


def test_a_plugin_that_was_switched_off_is_asked_again_in_the_next_match(
    use: Use, sit: Sit, broken: Path, caplog: pytest.LogCaptureFixture
) -> None:
    use(broken)
    for number in (1, 2):
        sit(**SMALL).play(*MOVES)
        assert len(caplog.messages) == number


# The installed command


def run(
    *plugins: Path, words: Sequence[str] = PLAY_SMALL, typed: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the installed command with these lines typed."""
    named = [word for plugin in plugins for word in ("--plugin", str(plugin))]
    return subprocess.run(
        [sys.executable, "-m", "stackyard_cli", *named, *words],
        env={**os.environ, "STACKYARD_PLUGINS": "", **variables},
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
    )


def test_the_command_reports_a_broken_plugin_once_and_the_others_work_beside_it(
    broken: Path, log: Path
) -> None:
    done = run(broken, COMMENTATOR, MOVE_LOG, typed="a\nd\nb\nc\n")
    assert done.returncode == 0
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"plugin broken ({broken}): stackyard_turn_started failed")
    said = done.stdout.splitlines()
    assert "Blue moves 2 checkers from c to b." in said
    assert [line[4] for line in lines(log)] == list(MOVES)
