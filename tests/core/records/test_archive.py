from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from tests.conftest import PATIENCE

from stackyard.errors import ArchiveError, PlayerSpecError, RecordError
from stackyard.records import queries as rows_module
from stackyard.records.archive import Archive, archive_path
from stackyard.records.format import Ending, PlayedTurn, Plugin, Record, Seat, decode, encode
from stackyard.records.reader import restore
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason, Result

if TYPE_CHECKING:
    from tests.toy_games import WalkGame, WalkMaker, Yard

# Player 0 moves a→b, player 1 twice (b→c→d), then player 0 twice because player 1 sits out.
LONG = ("a 0 b", "b 1 c", "c 1 mid d", "d 0 e", "e 0 f", "f 1 g", "g 0 won 1")
FORKS = ("a 0 bcd", "b 1 acd", "c 0 abd", "d 1 abc")
TOYS = Path(__file__).parents[2] / "cli/toys.py"


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    """An archive that nothing was kept in, the one that programs find here."""
    path = tmp_path / "data" / "archive.sqlite3"
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(path))
    return Archive()


@pytest.fixture
def told() -> list[str]:
    """What is told when a match cannot be kept."""
    return []


@pytest.fixture
def game(known_walk: WalkMaker) -> WalkGame:
    return known_walk(*LONG)


def keep(
    archive: Archive,
    told: list[str],
    game: WalkGame,
    moves: str,
    *players: str,
    seed: int = 1,
    repetition: int = 3,
) -> Match:
    """A match that is kept, played so far."""
    first, second = players or ("human", "human")
    match = Match(game, (first, second), seed=seed, repetition=repetition)
    archive.keep(match, told.append)
    for move in moves:
        match.play(move)
    return match


def timeless(record: Record) -> Record:
    """Without the date that each writing changes."""
    return replace(record, changed=None)


def moves(archive: Archive, number: int) -> str:
    return " ".join("".join(turn.moves) for turn in archive.record(number).turns)


def comments(archive: Archive, number: int) -> list[str]:
    record = archive.record(number)
    return [record.comment, *[turn.comment for turn in record.turns]]


def imported(**fields: Any) -> Record:
    """A record that somebody else made."""
    known: dict[str, Any] = {
        "id": "9f2c",
        "game": "walk",
        "options": {},
        "plugin": Plugin("walks"),
        "rules_version": 1,
        "players": (Seat("white", "Ann", "human"), Seat("black", "mcts", "mcts:20")),
        "turns": [],
    }
    return Record(**{**known, **fields})


def test_reading_an_archive_that_is_not_there_makes_no_file(archive: Archive) -> None:
    assert list(archive.entries()) == []
    with pytest.raises(ArchiveError, match=r"^there is no match 1; `stackyard matches` lists"):
        archive.record(1)
    assert not archive.path.parent.exists()


def test_a_match_is_kept_from_its_first_move(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = Match(game)
    kept = archive.keep(match, told.append)
    assert (kept.number, list(archive.entries())) == (None, [])
    match.play("b")
    assert kept.number == 1
    assert (moves(archive, 1), told, kept.troubled) == ("b", [], False)


def test_a_match_that_nothing_has_happened_in_leaves_nothing(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = Match(game)
    archive.keep(match, told.append)
    match.keep()
    assert (list(archive.entries()), told) == ([], [])


def test_a_match_that_is_lost_before_its_first_move_is_kept(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = Match(game)
    kept = archive.keep(match, told.append)
    match.end(Result(1, Reason.TIME))
    assert kept.number == 1
    assert timeless(archive.record(1)) == timeless(record_of(match))
    assert (archive.record(1).turns, told) == ([], [])
    with pytest.raises(ArchiveError, match="^match 1 is over: the time of white is up$"):
        archive.resume(1, told.append)


def test_what_is_kept_is_the_record_of_the_match(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = keep(archive, told, game, "", "random", "mcts:5", seed=12)
    while match.result is None:
        match.step()
        assert timeless(archive.record(1)) == timeless(record_of(match))
    assert match.ply == 6


def test_a_match_may_begin_anywhere(archive: Archive, told: list[str], game: WalkGame) -> None:
    match = Match(game, position=game.parse_position("c"), repetition=0)
    archive.keep(match, told.append)
    match.play("d")
    assert timeless(archive.record(1)) == timeless(record_of(match))
    assert archive.record(1).start == "c"


def test_a_move_is_in_the_file_before_hooks_hear_of_it(
    archive: Archive, told: list[str], game: WalkGame, yard: Yard
) -> None:
    yard.use_file(
        "reader",
        """
        from stackyard import Archive, hookimpl
        seen = []
        @hookimpl
        def stackyard_move_played(match, move):
            record = Archive().record(match.store.number)
            seen.append("".join(move for turn in record.turns for move in turn.moves))
        @hookimpl
        def stackyard_match_finished(match):
            seen.append(Archive().record(match.store.number).result.reason)
        """,
    )
    keep(archive, told, game, "bcdefg")
    seen = yard.module("reader").seen
    assert seen == ["b", "bc", "bcd", "bcde", "bcdef", "bcdefg", "rules"]


def test_what_is_taken_back_is_gone_and_other_moves_take_its_place(
    archive: Archive, told: list[str], known_walk: WalkMaker
) -> None:
    match = keep(archive, told, known_walk(*FORKS), "bdc")
    for back, then, kept in ((1, "", "b d"), (2, "", ""), (0, "dab", "d a b"), (1, "c", "d a c")):
        for _ in range(back):
            match.undo()
        for move in then:
            match.play(move)
        assert moves(archive, 1) == kept
        assert timeless(archive.record(1)) == timeless(record_of(match))


def test_a_turn_in_progress_is_kept_and_taken_back(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = keep(archive, told, game, "bc")
    assert moves(archive, 1) == "b c"
    match.undo()
    assert moves(archive, 1) == "b"
    match.play("c")
    match.play("d")
    assert moves(archive, 1) == "b cd"


@pytest.mark.parametrize(("line", "reason"), [("b", "resignation"), ("bc", "time")])
def test_an_end_from_outside_is_kept(
    archive: Archive, told: list[str], game: WalkGame, line: str, reason: str
) -> None:
    match = keep(archive, told, game, line)
    match.end(Result(0, reason, "so it ends"))
    assert archive.record(1).result == Ending("white", reason, "so it ends")
    match.undo()
    assert archive.record(1).result is None


def test_the_latest_match_is_listed_first(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    first = keep(archive, told, game, "b")
    keep(archive, told, game, "bcd", "random", "human")
    first.play("c")
    number = archive.add(imported(game="Pit-of-Pillars"))
    archive.annotate(2, "a good one")
    entries = list(archive.entries())
    assert [(entry.number, entry.plies) for entry in entries] == [(number, 0), (2, 3), (1, 2)]
    assert entries[1].record == replace(archive.record(2), turns=[])
    assert entries[1].record.comment == "a good one"
    assert entries[1].record.players[0].spec == "random"


def test_no_more_matches_are_read_than_are_asked_for(
    archive: Archive, told: list[str], game: WalkGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        keep(archive, told, game, "b")
    read = list[str]()

    def decode_it(head: str) -> Record:
        read.append(head)
        return decode(head)

    monkeypatch.setattr(rows_module, "decode", decode_it)
    entries = archive.entries()
    assert (next(entries).number, len(read)) == (3, 1)
    assert ([entry.number for entry in entries], len(read)) == ([2, 1], 3)


def test_matches_are_listed_by_how_their_number_begins_and_whether_they_are_over(
    archive: Archive, told: list[str], game: WalkGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows_module, "PAGE", 3)
    for number in range(1, 13):
        match = keep(archive, told, game, "b")
        if number % 3 == 0:
            match.resign()

    def numbers(**which: Any) -> list[int]:
        return [entry.number for entry in archive.entries(**which)]

    assert numbers() == [*range(12, 0, -1)]
    assert numbers(finished=True) == [12, 9, 6, 3]
    assert numbers(finished=False) == [11, 10, 8, 7, 5, 4, 2, 1]
    assert numbers(digits="1") == [12, 11, 10, 1]
    assert numbers(digits="1", finished=True) == [12]
    for digits in ("13", "%", "_", "x", "01"):
        assert numbers(digits=digits) == []


def test_the_matches_of_one_game_are_listed(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    keep(archive, told, game, "b")
    archive.add(imported(game="pit_of_pillars", id="1"))
    archive.add(imported(game="Pit-of-Pillars", id="2"))
    for named, numbers in (
        ("walk", [1]),
        ("pit_of_pillars", [3, 2]),
        ("pit-of-pillars", [3, 2]),
        ("silo", []),
        (None, [3, 2, 1]),
    ):
        assert [entry.number for entry in archive.entries(named)] == numbers


@pytest.mark.parametrize("line", ["b", "bc", "bcd", "bcde"])
def test_a_match_that_is_resumed_goes_on_in_its_place(
    archive: Archive, told: list[str], game: WalkGame, line: str
) -> None:
    left = keep(archive, told, game, line, "human", "random:seed=3")
    match = archive.resume(1, told.append)
    assert (match.id, match.began, match.specs) == (left.id, left.began, left.specs)
    assert (match.ply, match.course.unfinished) == (left.ply, left.course.unfinished)
    for move in "bcdefg"[len(line) :]:
        match.play(move)
    assert [(entry.number, entry.plies) for entry in archive.entries()] == [(1, 6)]
    assert timeless(archive.record(1)) == timeless(record_of(match))
    assert told == []


def test_a_match_that_was_taken_back_to_its_start_can_be_resumed(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    keep(archive, told, game, "b").undo()
    match = archive.resume(1, told.append)
    match.play("b")
    assert (moves(archive, 1), told) == ("b", [])


def test_others_may_take_the_seats_of_a_match_that_is_resumed(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    keep(archive, told, game, "b", "human", "random")
    assert archive.resume(1, told.append, second="mcts:5").specs == ("human", "mcts:5")
    match = archive.resume(1, told.append, "random")
    assert match.specs == ("random", "random")
    match.play("c")
    assert [seat.spec for seat in archive.record(1).players] == ["random", "random"]


def test_a_match_that_is_over_cannot_be_resumed(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    keep(archive, told, game, "bcd").resign()
    with pytest.raises(ArchiveError, match=r"^match 1 is over: white resigns$"):
        archive.resume(1, told.append)


def test_a_match_can_be_resumed_only_by_its_rules_and_with_players_there_are(
    archive: Archive, told: list[str], known_walk: WalkMaker
) -> None:
    keep(archive, told, known_walk(*LONG), "bcd")
    with pytest.raises(PlayerSpecError, match="there is no player 'nobody'"):
        archive.resume(1, told.append, "nobody")
    known_walk("a 0 b", "b 1 d", "d 0 e")
    with pytest.raises(RecordError, match="no way leads from b to c"):
        archive.resume(1, told.append)


RECORDS = {
    "bare": imported(),
    "without times": imported(turns=[PlayedTurn("white", ["b"]), PlayedTurn("black", ["c", "d"])]),
    "with some times": imported(
        turns=[PlayedTurn("white", ["b"], [0.5]), PlayedTurn("x", ["c", "d"], [2])]
    ),
    "with comments": imported(
        comment="two\nlines",
        turns=[
            PlayedTurn("x", ["b"], comment="bold"),
            PlayedTurn("y", ["c", "d"], [], "0123abcd", "so – so"),
        ],
    ),
    "finished": imported(result=Ending(None, "agreement", "enough"), seed=2**80, start="a"),
    "long": imported(turns=[PlayedTurn("x", [str(turn), "z"], [turn, 0]) for turn in range(200)]),
}


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_a_record_that_is_added_is_the_one_that_is_read(archive: Archive, record: Record) -> None:
    assert archive.record(archive.add(record)) == record
    assert decode(encode(archive.record(1))) == record
    assert next(archive.entries()).plies == record.plies


def test_a_match_is_added_once(archive: Archive, told: list[str], game: WalkGame) -> None:
    keep(archive, told, game, "bc")
    archive.add(imported())
    for record, number in ((archive.record(1), 1), (imported(comment="changed"), 2)):
        with pytest.raises(ArchiveError, match=f"^the archive holds it already, as match {number}"):
            archive.add(record)
    archive.delete([2])
    assert archive.add(imported()) == 3


def test_a_record_without_a_name_is_known_by_what_it_holds(archive: Archive) -> None:
    old = imported(id="", turns=[PlayedTurn("white", ["b"])])
    assert archive.add(old) == 1
    with pytest.raises(ArchiveError, match="as match 1"):
        archive.add(old)
    assert archive.add(replace(old, seed=5)) == 2
    named = archive.record(1)
    assert replace(named, id="") == old
    with pytest.raises(ArchiveError, match="as match 1"):
        archive.add(named)


def test_of_two_records_of_a_match_the_first_that_has_a_result_is_settled_upon(
    archive: Archive,
) -> None:
    won = imported(id="1", result=Ending("red", "resignation", "blue resigns"))
    unfinished, lost = replace(won, result=None, turns=[]), replace(won, seed=9)
    assert archive.settle(unfinished, "a label") == unfinished
    assert archive.settle(replace(unfinished, seed=9), "a label") == unfinished
    for record in (won, lost, unfinished):
        assert archive.settle(record, "a label") == won
        (entry,) = archive.entries(label="a label")
        assert archive.record(entry.number) == won
    archive.add(imported(id="2"))
    assert len(list(archive.entries(label=""))) == 2


def test_a_match_that_was_added_can_be_resumed(
    archive: Archive, told: list[str], game: WalkGame, tmp_path: Path
) -> None:
    keep(archive, told, game, "bc")
    other = Archive(tmp_path / "other.sqlite3")
    match = other.resume(other.add(archive.record(1)), told.append)
    match.play("d")
    assert (moves(other, 1), moves(archive, 1), told) == ("b cd", "b c", [])


def test_a_match_that_is_there_already_is_not_kept_twice(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    keep(archive, told, game, "b")
    match = restore(archive.record(1))
    archive.keep(match, told.append)
    for move in "cd":
        match.play(move)
    assert told == ["Not kept: match 1 was played on by another program."]
    assert moves(archive, 1) == "b"


def test_matches_are_deleted_for_good(archive: Archive, told: list[str], game: WalkGame) -> None:
    for _ in range(4):
        keep(archive, told, game, "bc")
    archive.delete([1, 3, 3])
    assert [entry.number for entry in archive.entries()] == [4, 2]
    assert moves(archive, 2) == "b c"
    with closing(sqlite3.connect(archive.path)) as connection:
        left = connection.execute("SELECT DISTINCT match FROM moves ORDER BY match").fetchall()
    assert left == [(2,), (4,)]
    keep(archive, told, game, "b")
    assert next(archive.entries()).number == 5


@pytest.mark.parametrize("number", [0, -1, 3, 2**63, 10**30])
def test_of_matches_one_of_which_is_unknown_none_is_deleted(
    archive: Archive, told: list[str], game: WalkGame, number: int
) -> None:
    for _ in range(2):
        keep(archive, told, game, "b")
    with pytest.raises(ArchiveError, match=f"^there is no match {number}; "):
        archive.delete([1, number, 2])
    assert len(list(archive.entries())) == 2


def test_a_match_and_its_turns_can_be_commented(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    keep(archive, told, game, "bcde")
    archive.annotate(1, "in the train")
    archive.annotate(1, "bold", 1)
    archive.annotate(1, "a turn of two moves", 3)
    assert comments(archive, 1) == ["in the train", "bold", "a turn of two moves", ""]
    archive.annotate(1, "said otherwise", 2)
    archive.annotate(1, "", 1)
    archive.annotate(1, "in the bus")
    assert comments(archive, 1) == ["in the bus", "", "said otherwise", ""]


def test_comments_survive_what_is_played_later(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = keep(archive, told, game, "bc")
    archive.annotate(1, "in the train")
    archive.annotate(1, "begun", 2)
    for move in "de":
        match.play(move)
    archive.annotate(1, "taken back", 4)
    match.undo()
    match.play("e")
    assert comments(archive, 1) == ["in the train", "", "begun", ""]
    match = archive.resume(1, told.append)
    match.resign()
    assert comments(archive, 1) == ["in the train", "", "begun", ""]
    assert told == []


@pytest.mark.parametrize("ply", [0, -1, 3, 2**63, 10**30])
def test_a_comment_on_a_move_there_is_not_is_refused(
    archive: Archive, told: list[str], game: WalkGame, ply: int
) -> None:
    keep(archive, told, game, "bc")
    with pytest.raises(ArchiveError, match=f"^match 1 has no move {ply}; it has 2$"):
        archive.annotate(1, "?", ply)


@pytest.mark.parametrize("ply", [None, 1])
@pytest.mark.parametrize("number", [0, 2, 2**63])
def test_a_comment_on_a_match_there_is_not_is_refused(
    archive: Archive, told: list[str], game: WalkGame, number: int, ply: int | None
) -> None:
    keep(archive, told, game, "b")
    with pytest.raises(ArchiveError, match=f"^there is no match {number}; "):
        archive.annotate(number, "?", ply)


@pytest.mark.parametrize("comment", ["x" * 20_001, "\x1b[2J", "\udcff"])
def test_a_comment_that_no_record_could_hold_is_refused(
    archive: Archive, told: list[str], game: WalkGame, comment: str
) -> None:
    keep(archive, told, game, "b")
    with pytest.raises(ArchiveError, match="^this cannot be a comment: "):
        archive.annotate(1, comment)
    assert decode(encode(archive.record(1))) == archive.record(1)


def test_an_unknown_match_cannot_be_read(archive: Archive, told: list[str], game: WalkGame) -> None:
    keep(archive, told, game, "b")
    for number in (0, -1, 2, 2**63, 10**30):
        with pytest.raises(ArchiveError, match=f"^there is no match {number}; "):
            archive.record(number)


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


def test_the_environment_names_the_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(tmp_path / "mine.sqlite3"))
    assert archive_path() == tmp_path / "mine.sqlite3"
    assert Archive().path == tmp_path / "mine.sqlite3"
    assert Archive(tmp_path / "other").path == tmp_path / "other"


@pytest.mark.parametrize("unset", [True, False])
def test_without_it_the_archive_lies_in_the_data_folder_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unset: bool
) -> None:
    program = "from stackyard.records.archive import archive_path; print(archive_path())"
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "STACKYARD_ARCHIVE": ""}
    if unset:
        del environment["STACKYARD_ARCHIVE"]
    found = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert Path(found.stdout.strip()) == tmp_path / "stackyard" / "archive.sqlite3"
    assert list(tmp_path.glob("stackyard")) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there a home is not known by HOME")
def test_without_a_home_what_to_set_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(number: int) -> None:
        raise KeyError(number)

    for name in ("STACKYARD_ARCHIVE", "XDG_DATA_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    with pytest.raises(ArchiveError, match="set HOME, or name a file with STACKYARD_ARCHIVE$"):
        Archive()


def test_a_data_folder_that_is_a_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.delenv("STACKYARD_ARCHIVE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    for ask in (lambda: list(Archive().entries()), lambda: Archive().delete([1])):
        with pytest.raises(ArchiveError, match="file/stackyard.* cannot be used: Not a directory"):
            ask()


def test_a_memo_is_kept_with_a_match_and_is_no_part_of_its_record(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = Match(game)
    kept = archive.keep(match, told.append)
    kept.memo = "a memo"
    match.play("b")
    assert archive.reopen(1, told.append)[1].memo == "a memo"
    kept.memo = "a later memo"
    match.keep()
    reopened, again = archive.reopen(1, told.append)
    assert (again.memo, reopened.ply) == ("a later memo", 1)
    assert b"memo" not in encode(archive.record(1))
    assert told == []


def test_the_id_of_a_match_is_known_though_it_cannot_be_read(
    archive: Archive, game: WalkGame, told: list[str]
) -> None:
    match = Match(game)
    archive.keep(match, told.append)
    match.play("b")
    with closing(sqlite3.connect(archive.path)) as connection, connection:
        connection.execute("UPDATE matches SET head = '{'")
    assert archive.id_of(1) == match.id
    with pytest.raises(ArchiveError, match="there is no match 2; `stackyard matches` lists"):
        archive.id_of(2)


def test_memos_are_found_by_what_they_hold_while_the_match_goes_on(
    archive: Archive, game: WalkGame, told: list[str]
) -> None:
    for memo in ("one", "two", "none", "another one"):
        match = Match(game)
        archive.keep(match, told.append).memo = memo
        match.play("b")
    match.end(Result(0, Reason.RESIGNATION))
    assert archive.memos("one") == [(1, 1, "one"), (3, 1, "none")]


def test_who_resumes_a_match_drops_the_memo_of_another_screen(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    match = Match(game)
    archive.keep(match, told.append).memo = "mine"
    match.play("b")
    archive.resume(1, told.append).play("c")
    assert archive.reopen(1, told.append)[1].memo == ""


def test_records_are_added_together_and_those_that_are_known_are_told(
    archive: Archive, known_walk: WalkMaker
) -> None:
    record = record_of(Match(known_walk("a 0 b")))
    other = replace(record, id="other")
    first, again, second = archive.add_all([record, record, other])
    assert (first, second) == (1, 2)
    assert isinstance(again, ArchiveError)
    assert str(again) == "the archive holds it already, as match 1"
    assert [archive.record(number) for number in archive.numbers()] == [record, other]
