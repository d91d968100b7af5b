"""Processor time of a large archive: `python -m tests.load.archive_load --matches 50000`.

Random matches of the five games are put into an archive, which is checked, exported, and imported
into another; the two exports must be equal.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from stackyard import Archive, Match, Record, Rng, load_game, record_of
from stackyard.rng import derive
from stackyard.turnloop.history import Course

# Games, their options, and how many of twenty-one matches are theirs.
GAMES: tuple[tuple[str, dict[str, object], int], ...] = (
    ("silo", {}, 4),
    ("silo", {"size": 4, "height": 2}, 3),
    ("silo", {"size": 4, "height": 3, "goal": "end"}, 2),
    ("filo", {"size": 5}, 2),
    ("filo", {}, 1),
    ("slicron", {"side": 3}, 2),
    ("slicron", {"side": 2}, 1),
    ("splay", {"side": 3}, 2),
    ("splay", {"side": 4}, 1),
    ("pit_of_pillars", {"size": 4}, 2),
    ("pit_of_pillars", {"size": 5}, 1),
)
LONGEST, EVERY_50TH = 150, 400  # moves of a match, after which it is left unfinished


def records(number: int) -> Iterator[Record]:
    """So many random matches, the same each time."""
    games = [load_game(name, **options) for name, options, times in GAMES for _ in range(times)]
    for at in range(number):
        game, rng = games[at % len(games)], Rng(derive(7, at))
        course, position = Course(game), game.initial()
        longest = LONGEST if at % 50 else EVERY_50TH
        while course.result is None and (course.ply < longest or course.mid_turn):
            moves = position.legal_moves()
            move = int(moves[rng.below(len(moves))])
            course = course.advance(move, 0.125 * int(rng.below(64)))
            position.play(move)
        match = Match(game, ("random", "random"), course=course, seed=at)
        yield replace(record_of(match), id=f"{at:032x}")


def measure(archive: Path, *words: str) -> None:
    """Run a command; print its processor time and memory."""
    with Path(os.devnull).open("wb") as nothing:
        program = subprocess.Popen(
            [sys.executable, "-m", "stackyard_cli", *words],
            env=os.environ | {"STACKYARD_ARCHIVE": str(archive)},
            stdout=nothing,
        )
        _, status, usage = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
    told = f"{' '.join(words):60} {usage.ru_utime + usage.ru_stime:6.1f} s of processor"
    print(f"{told}, {usage.ru_maxrss // 1024} MB, exit code {program.returncode}", flush=True)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=50_000)
    wanted = parser.parse_args().matches
    with TemporaryDirectory() as folder:
        first, second = Path(folder, "first.sqlite3"), Path(folder, "second.sqlite3")
        archive, rest, moves = Archive(first), records(wanted), 0
        while some := list(islice(rest, 500)):
            archive.add_all(some)
            moves += sum([record.plies for record in some])
        print(f"{wanted} matches of {moves / wanted:.1f} moves", flush=True)
        files = [Path(folder, name) for name in ("first.jsonl", "second.jsonl")]
        measure(first, "records", "check")
        measure(first, "records", "check", "--workers", "2")
        measure(first, "export", "--all", "--to", str(files[0]))
        measure(second, "import", str(files[0]))
        measure(second, "export", "--all", "--to", str(files[1]))
        if files[0].read_bytes() != files[1].read_bytes():
            sys.exit("the exports differ")


if __name__ == "__main__":
    main()
