"""Programs are killed at random moments while they play and write into one archive."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pexpect
import pytest
from tests.conftest import PATIENCE, first_in_check

if TYPE_CHECKING:
    from tests.system.conftest import Environment, SitDown

GAMES = {
    "silo": ["-o", "size=4", "-o", "height=2"],
    "filo": [],
    "slicron": ["-o", "side=3"],
    "splay": ["-o", "side=3"],
    "pit_of_pillars": ["-o", "size=4"],
}
nightly = partial(pytest.param, marks=pytest.mark.nightly)
TRIALS = [10, nightly(40)]  # of each game are killed, and killed again when they are resumed
WRITERS = [60, nightly(200)]  # programs that play as fast as they can, until they are killed
MAKERS = [20, nightly(100)]  # programs that are killed about when they make the archive
REMATCHES = range(6)
AT_ONCE = 4  # programs that play into one archive
MOMENTS = 0.03  # seconds from a move that is heard to the kill, at most

MOVED = re.compile(r"(?:red|blue|white|black) .*\((\S+)\)")
OVER = re.compile(r"(?:\w+ wins|draw): (.*)|You \(\w+\) (?:won|lost): (.*)\.")
TAKEN_BACK = "Taken back."

# A game of chance for each of so many seeds, played by the program that the words are for.
PLAYER = """
import sys
from stackyard_cli.main import main
for seed in range(int(sys.argv[1])):
    main([*sys.argv[2:], "--seed", str(seed)], standalone_mode=False)
    print(end="\\x1e")
"""

# Computers' matches, one after the other: a line with the id of each before it begins, and one for
# each move when it is kept.
WRITER = """
import sys
from stackyard.records.archive import Archive
from stackyard.turnloop.match import Match
from stackyard.plugins.registry import load_game

archive, game = Archive(), load_game(sys.argv[1])
while True:
    match = Match(game, ("random", "random"))
    archive.keep(match, sys.exit)
    print(match.id, flush=True)
    while match.result is None:
        match.step()
        print(match.id, match.course.last.text, flush=True)
"""

# Kills its program when the deciding move has been kept, before anybody else hears of it.
DEADLY = """
import os
import signal
from stackyard import ONGOING, hookimpl

@hookimpl
def stackyard_move_played(match, move):
    if match.position.winner != ONGOING:
        os.kill(os.getpid(), signal.SIGKILL)
"""

Record = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """The typed lines, what is heard of each, and the moves of the match before and after."""

    typed: list[str]
    heard: list[str]
    held: list[list[str]]


def plan(turns: list[Record], after: int, computer: str, taken_back: Sequence[int] = ()) -> Plan:
    """Play these turns on from a ply; the computer has a colour, or there is none.

    The turns numbered by `taken_back` are played, taken back and played again.
    """
    moves = [move for turn in turns for move in turn["moves"]]
    typed: list[str] = []
    heard: list[str] = []
    held, end = [moves[:after]], 0
    for number, turn in enumerate(turns):
        begin, end = end, end + len(turn["moves"])
        rest = moves[max(begin, after) : end]
        for again in (False, True) if number in taken_back else (False,):
            if again:
                typed.append("undo")
                heard.append(TAKEN_BACK)
                held.append(moves[:begin])
            if rest and turn["colour"] != computer:
                typed.append(" ".join(rest))
            heard += rest
            held += [moves[: end - left] for left in reversed(range(len(rest)))]
    return Plan(typed, heard, held)


def told(line: str) -> str:
    """The move, or that one was taken back, if the line tells so."""
    moved = MOVED.fullmatch(line)
    return moved[1] if moved else line if line == TAKEN_BACK else ""


def sound(archive: Path) -> bool:
    """Tell if SQLite finds no damage in the file, even while programs write to it."""
    with closing(sqlite3.connect(archive, timeout=PATIENCE)) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchall()
        return [*found, *connection.execute("PRAGMA foreign_key_check")] == [("ok",)]


def moves_of(record: Record | None) -> list[str]:
    return [move for turn in record["turns"] for move in turn["moves"]] if record else []


def kept_in(archive: Path, yard: Environment) -> dict[str, Record]:
    """The records in the archive by their number, each replayed by the rules."""
    variables = {"STACKYARD_ARCHIVE": str(archive)}
    listed = json.loads(yard.output("matches", "--json", variables=variables))
    numbers = [str(match["match"]) for match in listed]
    checked = yard.run("records", "check", variables=variables)  # it tells its progress, perhaps
    assert checked.stdout.endswith(" 0 refused\n"), checked.stdout + checked.stderr
    exported = yard.folder / "exported.jsonl"
    yard.output("export", *numbers, "--to", exported, "--force", variables=variables)
    lines = exported.read_text("utf-8").splitlines()
    return dict(zip(numbers, map(json.loads, lines), strict=True))


class Trial:
    """One game that is killed, resumed and killed again."""

    def __init__(
        self,
        yard: Environment,
        sit_down: SitDown,
        archive: Path,
        game: str,
        seed: int,
        record: Record,
    ) -> None:
        self.program = yard.program
        self.sit_down = sit_down
        self.archive = archive
        self.seed = seed
        self.name = f"{game}, seed {seed}"
        self.chance = random.Random(self.name)
        self.words = ["play", game, *GAMES[game], "--seed", str(seed), "--second"]
        self.turns = record["turns"]
        alone = seed % 3 == 0
        self.words.append("random" if alone else "human")
        self.computer = record["players"][1]["colour"] if alone else ""
        self.plan = Plan([], [], [[]])
        self.heard: list[str] = []
        self.over: list[str] = []

    def begin(self) -> None:
        """Play the game, but for its last turns, and kill it."""
        most = len(self.turns) - 2
        while self.turns[most]["colour"] == self.computer:  # it would not wait for a person
            most -= 1
        again = () if self.computer else self.chance.sample(range(most), most // 3)
        self.plan = plan(self.turns[:most], 0, self.computer, again)
        assert self.killed(self.words, 0) == -signal.SIGKILL, self.name

    def go_on(self, number: str, record: Record | None) -> None:
        """Resume what is kept, play at least one move, and kill it at the end or before."""
        resigns = self.seed % 5 == 1 and not self.computer
        turns = self.turns[:-1] if resigns else self.turns
        self.plan = plan(turns, len(moves_of(record)), self.computer)
        if resigns:
            self.plan.typed.append("resign")
        words = ["resume", number] if record else self.words
        assert self.killed(words, 1) in {-signal.SIGKILL, 0}, self.name

    def killed(self, words: Sequence[str], least: int) -> int:
        """Play and be killed soon after so many moves are heard, or more; the exit code."""
        left = self.chance.randint(least, len(self.plan.heard))
        with self.sit_down(
            self.program, *words, variables={"STACKYARD_ARCHIVE": str(self.archive)}
        ) as person:
            person.type(*self.plan.typed)
            person.hear("Type a move")
            while left:
                (line,) = person.hear("")
                left -= bool(told(line))
            time.sleep(self.chance.uniform(0, MOMENTS))
            person.program.kill()
            code = person.hear_out()
            assert person.errors() == "", self.name
        assert sound(self.archive), self.name
        self.heard = [words for words in map(told, person.heard) if words]
        ends = filter(None, map(OVER.fullmatch, person.heard))
        self.over = [end[1] or end[2] for end in ends]
        return code

    def check(self, record: Record | None) -> None:
        """All that was heard is kept, and at most the next move more."""
        count = len(self.heard)
        assert self.heard == self.plan.heard[:count], self.name
        assert moves_of(record) in self.plan.held[count : count + 2], self.name
        if self.over:
            assert record is not None
            assert record["result"]["sentence"] == self.over[0], self.name


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the one file lies that all the programs of a test write to, whatever they play."""
    return tmp_path_factory.mktemp("killed")


@pytest.mark.parametrize("number", TRIALS)
@pytest.mark.parametrize("game", first_in_check(GAMES))
def test_a_killed_game_loses_no_move_that_was_shown_and_is_resumed(
    game: str, number: int, yard: Environment, sit_down: SitDown, folder: Path
) -> None:
    archive = folder / f"{number}.sqlite3"

    def kept() -> dict[int, tuple[str, Record]]:
        found = kept_in(archive, yard).items()
        return {
            record["seed"]: (number, record) for number, record in found if record["game"] == game
        }

    words = ["play", game, *GAMES[game], "--first", "random", "--second", "random", "--json"]
    played = yard.python_output("-c", PLAYER, str(number), *words).split("\x1e")
    trials = [
        Trial(yard, sit_down, archive, game, seed, json.loads(record))
        for seed, record in enumerate(played[:-1])
    ]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(Trial.begin, trials))
        before = kept()
        for trial in trials:
            trial.check(before.get(trial.seed, ("", None))[1])
        list(pool.map(lambda trial: trial.go_on(*before.get(trial.seed, ("", None))), trials))
    after = kept()
    for trial in trials:
        trial.check(after[trial.seed][1])
        assert after[trial.seed][0] == before.get(trial.seed, after[trial.seed])[0]


@pytest.mark.nightly
@pytest.mark.parametrize("writers", WRITERS)
def test_programs_killed_while_they_write_as_fast_as_they_can_lose_no_move(
    yard: Environment, sit_down: SitDown, tmp_path: Path, writers: int
) -> None:
    archive = tmp_path / "archive.sqlite3"
    variables = {"STACKYARD_ARCHIVE": str(archive)}

    def killed(seed: int) -> dict[str, list[str]]:
        """The moves of each match that were heard before the program was killed."""
        chance = random.Random(seed)
        game = chance.choice(list(GAMES))
        with sit_down(yard.python, "-c", WRITER, game, variables=variables) as person:
            for _ in range(chance.randint(1, 60)):
                person.hear(" ")
            time.sleep(chance.uniform(0, MOMENTS))
            person.program.kill()
            assert person.hear_out() == -signal.SIGKILL, f"seed {seed}"
            assert person.errors() == "", f"seed {seed}"
        assert sound(archive), f"seed {seed}"
        heard: dict[str, list[str]] = {}
        for line in person.heard:
            match, *move = line.split()
            heard.setdefault(match, []).extend(move)
        return heard

    with ThreadPoolExecutor(AT_ONCE) as pool:
        programs = list(pool.map(killed, range(writers)))
    kept = {record["id"]: record for record in kept_in(archive, yard).values()}
    for seed, heard in enumerate(programs):
        for match, moves in heard.items():
            record = kept.pop(match, None)
            assert moves_of(record)[: len(moves)] == moves, f"seed {seed}"
            if match == list(heard)[-1]:
                assert len(moves_of(record)) <= len(moves) + 1, f"seed {seed}"
            else:
                assert record is not None
                assert record["result"], f"seed {seed}"
                assert len(moves_of(record)) == len(moves), f"seed {seed}"
    assert kept == {}


@pytest.mark.nightly
@pytest.mark.parametrize("makers", MAKERS)
def test_an_archive_whose_making_was_killed_is_used_by_the_next_program(
    yard: Environment, sit_down: SitDown, tmp_path: Path, makers: int
) -> None:
    def killed(seed: int) -> None:
        archive = tmp_path / str(seed) / "archive.sqlite3"
        variables = {"STACKYARD_ARCHIVE": str(archive)}
        with sit_down(yard.python, "-c", WRITER, "silo", variables=variables) as person:
            person.hear("")
            time.sleep(random.Random(seed).uniform(0, MOMENTS))
            person.program.kill()
            assert person.hear_out() == -signal.SIGKILL, f"seed {seed}"
        count = len(person.heard) - 1
        again = yard.run("play", "silo", "--second", "human", typed="a\n", variables=variables)
        assert "Not kept" not in again.stdout, f"seed {seed}"
        assert "stackyard resume " in again.stdout, f"seed {seed}"
        assert sound(archive), f"seed {seed}"
        listed = json.loads(yard.output("matches", "--json", variables=variables))
        mine, *others = [match["moves"] for match in listed]
        assert mine == 1, f"seed {seed}"
        assert others in ([count], [count + 1]) or (others, count) == ([], 0), f"seed {seed}"

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(killed, range(makers)))


@pytest.mark.nightly
@pytest.mark.parametrize("seed", REMATCHES)
def test_a_rematch_that_is_killed_is_kept_beside_the_first_game(
    seed: int, yard: Environment, tmp_path: Path
) -> None:
    archive = tmp_path / "archive.sqlite3"
    words = ["play", "silo", "-o", "size=4", "-o", "height=1", "--second", "human"]
    variables = {"STACKYARD_ARCHIVE": str(archive), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    terminal = pexpect.spawn(
        str(yard.program),
        words,
        env={**os.environ, **variables},
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(40, 100),
    )
    chance = random.Random(seed)
    heard = chance.randint(0, 3)
    with terminal:
        for move in "adbc":
            terminal.expect_exact("choose a column to move from")
            terminal.send(f"{move}\r")
        terminal.expect_exact("or Enter to leave")
        terminal.send("again\r")
        for move in "adb"[:heard]:
            terminal.expect_exact("choose a column to move from")
            terminal.send(f"{move}\r")
            terminal.expect_exact(f"({move})")
        time.sleep(chance.uniform(0, MOMENTS))
        terminal.kill(signal.SIGKILL)
        terminal.expect(pexpect.EOF)
    assert sound(archive)
    records = kept_in(archive, yard)
    assert (moves_of(records["1"]), records["1"]["result"]["winner"]) == (list("adbc"), "blue")
    assert moves_of(records.get("2")) == list("adb"[:heard])
    assert list(records) == (["2", "1"] if heard else ["1"])


def test_what_was_taken_back_before_the_kill_does_not_come_back(
    yard: Environment, sit_down: SitDown, tmp_path: Path
) -> None:
    archive = tmp_path / "archive.sqlite3"
    variables = {"STACKYARD_ARCHIVE": str(archive)}
    words = ["play", "silo", "-o", "size=4", "--second", "human"]
    with sit_down(yard.program, *words, variables=variables) as person:
        person.type(*"adb", "undo")
        person.hear(TAKEN_BACK)
        person.program.kill()
        assert person.hear_out() == -signal.SIGKILL
    assert moves_of(kept_in(archive, yard)["1"]) == list("ad")


def test_a_match_killed_at_its_last_move_is_kept_with_its_result(
    yard: Environment, sit_down: SitDown, tmp_path: Path
) -> None:
    variables = {"STACKYARD_ARCHIVE": str(tmp_path / "archive.sqlite3")}
    deadly = tmp_path / "deadly.py"
    deadly.write_text(DEADLY, "utf-8")
    words = ["--plugin", str(deadly), "play", "silo", "-o", "size=4", "-o", "height=1"]
    with sit_down(yard.program, *words, "--second", "human", variables=variables) as person:
        person.type(*"adbc")
        assert person.hear_out() == -signal.SIGKILL
    (kept,) = json.loads(yard.output("matches", "--finished", "--json", variables=variables))
    assert (kept["match"], kept["moves"], kept["result"]["winner"]) == (1, 4, "blue")
