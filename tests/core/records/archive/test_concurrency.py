from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from tests.conftest import PATIENCE
from tests.core.records.archive.matches import keep, moves, timeless
from tests.core.records.forks import FORKS

from stackyard.records.archive import Archive
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from tests.toy_games import WalkGame, WalkMaker

TOYS = Path(__file__).parents[3] / "cli/toys.py"


def test_two_matches_are_kept_side_by_side(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    one = keep(archive, told, game, "b")
    two = keep(Archive(), told, game, "b")
    for move in "cdefg":
        one.play(move)
        two.play(move)
    assert (moves(archive, 1), moves(archive, 2), told) == ("b cd e f g", "b cd e f g", [])


def test_the_second_of_two_that_resume_a_match_is_told_and_stops_keeping_it(
    archive: Archive, told: list[str], known_walk: WalkMaker
) -> None:
    keep(archive, told, known_walk(*FORKS), "b")
    one, two = [archive.resume(1, told.append) for _ in range(2)]
    one.play("d")
    two.play("a")
    two.play("c")
    one.play("c")
    assert told == ["Not kept: match 1 was played on by another program."]
    assert moves(archive, 1) == "b d c"
    assert timeless(archive.record(1)) == timeless(record_of(one))
    assert two.ply == 3


def test_a_match_that_was_deleted_while_it_is_played_is_kept_again(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = keep(archive, told, game, "b")
    archive.delete([1])
    for move in "cd":
        match.play(move)
    assert told == ["Kept again, as match 2."]
    assert [entry.number for entry in archive.entries()] == [2]
    assert timeless(archive.record(2)) == timeless(record_of(match))


def test_a_match_never_takes_the_place_of_another(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = keep(archive, told, game, "b")
    archive.path.unlink()
    keep(archive, told, game, "b")
    match.play("c")
    assert (moves(archive, 1), moves(archive, 2)) == ("b", "b c")
    assert told == ["Kept again, as match 2."]


def test_an_archive_may_be_used_from_many_threads(
    archive: Archive, told: list[str], known_walk: WalkMaker
) -> None:
    game = known_walk(*FORKS)

    def play(number: int) -> Match:
        match = keep(archive, told, game, "", "random", "random", seed=number, repetition=0)
        for _ in range(6):
            match.step()
        return match

    with ThreadPoolExecutor(4) as pool:
        matches = list(pool.map(play, range(8)))
    kept = [archive.record(entry.number) for entry in archive.entries()]
    assert {match.id: timeless(record_of(match)) for match in matches} == {
        record.id: timeless(record) for record in kept
    }
    assert told == []


WRITER = """
import sys
from stackyard import Archive, Match, load_game
told = []
match = Match(load_game("pairs", counters=99), ("random", "random"), seed=int(sys.argv[1]))
Archive().keep(match, told.append)
print("ready", flush=True)
sys.stdin.readline()
for _ in range(50):
    match.step()
print(*[game_move + 1 for turn in match.course.so_far for game_move in turn.moves], *told)
"""


def test_nothing_is_lost_where_two_programs_write_at_once(archive: Archive) -> None:
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(seed)],
            env={**os.environ, "STACKYARD_PLUGINS": str(TOYS)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in (1, 2)
    ]
    for program in programs:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
    for program in programs:
        assert program.stdin is not None
        program.stdin.write("\n")
        program.stdin.flush()
    seen = [0]
    while any(program.poll() is None for program in programs) and max(seen) < 100:
        seen.append(sum(entry.plies for entry in archive.entries()))
        assert all(archive.record(entry.number).plies >= entry.plies for entry in archive.entries())
    played = sorted(program.communicate(timeout=PATIENCE)[0].split() for program in programs)
    assert seen == sorted(seen)
    records = [archive.record(entry.number) for entry in archive.entries()]
    kept = sorted([move for turn in record.turns for move in turn.moves] for record in records)
    assert kept == played
    assert [len(moves) for moves in kept] == [50, 50]
