"""Programs in the arena and in records: forfeits are recorded, and no record starts a program."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.plugins.protocols.conftest import MakeProgram

from stackyard.errors import PlayerSpecError
from stackyard.plugins.registry import load_game
from stackyard.records.archive import Archive
from stackyard.records.format import Record
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match
from stackyard_cli.commands.play import command as play
from stackyard_cli.play_from import play_on
from stackyard_cli.resume_hint import resume_hint
from stackyard_lab.game_outcome import outcome_of
from stackyard_lab.game_runner import play_games
from stackyard_lab.plan import Pairing, Plan

# It answers once, and then makes an illegal move.
FICKLE = """
    import sys
    moves = iter(["{first}", "a1b2"])
    for line in sys.stdin:
        word = line.split()[0]
        print({{"ugi": "ugiok", "isready": "readyok"}}.get(word, ""))
        if word == "go":
            print("bestmove", next(moves))
        if word == "quit":
            break
"""


def test_a_forfeit_is_a_fault_of_the_player_in_an_arena(program: MakeProgram) -> None:
    spec = f"ugi:{program('raise SystemExit(5)')}"
    plan = Plan(
        "silo", (spec, "random"), {"size": 4}, games=2, opening=0, terms={"clock": "9/move"}
    )
    pairings = (Pairing(0, 1, 0), Pairing(0, 1, 1))
    for played in play_games(plan, pairings).done:
        assert played.record.result is not None
        assert played.record.result.reason == "fault"
        assert "it ended with exit code 5" in played.record.result.sentence
        assert outcome_of(played.pairing, played.record, 0, 0).at_fault == 0


def test_a_terminal_tells_an_illegal_move_and_goes_on_to_the_end(
    program: MakeProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(tmp_path / "archive.sqlite3"))
    spec = f"ugi:{program(FICKLE.format(first='c'))}"
    ran = CliRunner().invoke(play, ["silo", "--first", spec, "--second", "random", "--keep"])
    assert ran.exit_code == 0, ran.output
    assert "blue wins: red made an illegal move: ugi python" in " ".join(ran.output.split())
    result = Archive().record(1).result
    assert result is not None
    assert result.reason == "illegal"
    assert "chose 'a1b2', and 'a1b2' is no move" in result.sentence


def begun(spec: str) -> Match:
    match = Match(load_game("silo"), ("random", spec), seed=1)
    match.step()
    return match


def test_a_match_with_a_program_is_resumed_only_if_it_is_described_again(
    program: MakeProgram, tmp_path: Path
) -> None:
    spec = f"ugi:{program(FICKLE.format(first='b'))}"
    archive, match = Archive(tmp_path / "archive.sqlite3"), begun(spec)
    kept = archive.keep(match, print)
    kept.write(match)
    assert kept.number is not None
    hint = resume_hint(match)
    assert f"resume {kept.number} --second" in hint
    with pytest.raises(PlayerSpecError, match="^blue was played by a program, 'ugi:"):
        archive.resume(kept.number, print)
    resumed = archive.resume(kept.number, print, second=spec)
    assert resumed.specs == ("random", spec)
    record: Record = record_of(match)
    with pytest.raises(PlayerSpecError, match="no record starts a program"):
        play_on(record, match.course)
    assert play_on(record, match.course, second="random").specs == ("random", "random")
