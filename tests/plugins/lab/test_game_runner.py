from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from stackyard.plugins.registry import load_game, registry
from stackyard.records.format import decode, encode
from stackyard.records.reader import restore
from stackyard.turnloop.match import Match
from stackyard_lab.errors import ArenaError
from stackyard_lab.game_outcome import outcome_of
from stackyard_lab.game_runner import (
    PlayedGame,
    failed_game,
    play_games,
    processor_seconds_here,
    run_task,
)
from stackyard_lab.plan import Pairing, Plan

Make = Callable[..., Plan]
BURNED = 0.3  # seconds of processor time
FIRST, SECOND = Pairing(0, 1, 0), Pairing(0, 1, 1)  # the misfit moves first, or second


def burn() -> None:
    """Work for BURNED seconds of this thread."""
    end = time.thread_time() + BURNED
    while time.thread_time() < end:
        pass


def ending(plan: Plan, pairing: Pairing) -> tuple[str | None, str, str]:
    """Who won one game, the reason and the sentence."""
    ((played, record, *_),) = play_games(plan, (pairing,)).done
    assert played == pairing
    assert decode(encode(record)) == record
    result = record.result
    assert result is not None
    winner = next((seat.spec for seat in record.players if seat.colour == result.winner), None)
    return winner, result.reason, result.sentence


@pytest.mark.parametrize("pairing", [FIRST, SECOND])
@pytest.mark.parametrize(
    ("kind", "reason", "words"),
    [
        ("raising", "fault", "{} failed: {} failed in choose: ZeroDivisionError: by nothing ("),
        (
            "leaving",
            "fault",
            "{} failed: {} failed in choose: SystemExit: 3 (faulty_players.py, line ",
        ),
        ("silent", "fault", "{} failed: it chose no move"),
        ("stillborn", "fault", "{} failed: {} failed in __call__: RuntimeError: no player is born"),
        ("illegal", "illegal", "{} made an illegal move: "),
        ("wordy", "illegal", "{} made an illegal move: "),
        ("absurd", "illegal", "{} made an illegal move: 'first' is no move"),
        (
            "typeless",
            "illegal",
            "{} made an illegal move: what it chose is no move but of type <cla",
        ),
        ("stuck", "time", "the time of {} is up"),
        ("dawdling", "time", "the time of {} is up"),
        ("starting", "time", "the time of {} is up"),
        ("late", "time", "the time of {} is up"),
    ],
)
def test_a_player_loses_by_what_it_does(
    plan: Make, faulty_players: Path, kind: str, reason: str, words: str, pairing: Pairing
) -> None:
    spec = kind if kind == "stillborn" else f"{kind}:3"
    arena = plan(spec, "random", terms={"clock": "1/move"})
    winner, why, sentence = ending(arena, pairing)
    assert (winner, why) == ("random", reason)
    colour = arena.load().colours[pairing.number]
    assert sentence.startswith(words.format(colour, f"plugin faulty_players ({faulty_players})"))


@pytest.mark.parametrize(("when", "reason"), [("ugi", "illegal"), ("go", "time")])
def test_a_program_loses_time_by_thinking_and_none_by_its_start(
    plan: Make, tmp_path: Path, when: str, reason: str
) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        f"    time.sleep(1.2 * (word == {when!r}))\n"
        "    answers = {'ugi': 'ugiok', 'isready': 'readyok', 'go': 'bestmove x'}\n"
        "    print(answers.get(word, ''), flush=True)\n"
    )
    spec = f"ugi:{shlex.join([sys.executable, str(program)])}"
    arena = plan(spec, "random", terms={"clock": "1s/move"})
    assert ending(arena, FIRST)[:2] == ("random", reason)


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ["dawdling", "late"])
def test_where_nothing_can_be_interrupted_a_late_answer_loses_on_time(
    plan: Make, kind: str
) -> None:
    arena = plan(f"{kind}:3", "random", terms={"clock": "1/move"})
    with ThreadPoolExecutor(1) as threads:
        found = threads.submit(ending, arena, FIRST).result()
    assert found == ("random", "time", "the time of red is up")


def test_words_that_would_spoil_a_record_are_made_harmless(plan: Make) -> None:
    winner, reason, sentence = ending(plan("foul", "random"), FIRST)
    assert (winner, reason) == ("random", "fault")
    assert "failed in choose: ValueError: ?[2J?xxx" in sentence
    assert re.search(r"xxx \(faulty_players\.py, line \d+\)$", sentence)
    assert len(sentence) < 1000


def test_a_slow_player_may_take_its_time_without_a_limit(plan: Make) -> None:
    assert ending(plan("slow:4", "random"), FIRST)[1] == "rules"


def test_a_record_tells_which_game_it_is_and_can_be_played_again(plan: Make) -> None:
    arena = plan("mcts:5", "random", seed=3)
    for pairing, record, *_ in play_games(arena, (FIRST, SECOND)).done:
        assert record.id == arena.name_of(pairing)
        assert record.comment == f"mcts:5 – random, game {pairing.number + 1}"
        assert [seat.spec for seat in record.players] == [arena.players[n] for n in pairing.seats]
        again = restore(record)
        assert again.result is not None
        first, second = (seat.spec for seat in record.players)
        replayed = Match(again.game, (first, second), position=again.start, seed=record.seed)
        replayed.run()
        assert [turn.moves for turn in replayed.turns] == [turn.moves for turn in again.turns]


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        ("match.players = ()", "has left the match unusable in stackyard_move_played: "),
        ("match.course = None", "has left the match unusable in stackyard_move_played: "),
        ("raise KeyboardInterrupt", "in stackyard_move_played of plugin spoiler (--no-plugin "),
    ],
)
def test_a_hook_that_breaks_a_game_is_named(
    plan: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: str, words: str
) -> None:
    hook = f"@hookimpl\ndef stackyard_move_played(match): {deed}\n"
    (tmp_path / "spoiler.py").write_text(f"from stackyard import hookimpl\n{hook}", "utf-8")
    monkeypatch.setenv("STACKYARD_PLUGINS", str(tmp_path / "spoiler.py"))
    registry.cache_clear()
    with pytest.raises(ArenaError, match=re.escape(words)):
        play_games(plan("random", "random"), (FIRST,))


def test_a_game_that_could_not_be_played_has_no_result(plan: Make) -> None:
    played = failed_game(plan("exiting", "random"), SECOND, "it ended its worker")
    record = played.record
    assert played == PlayedGame(SECOND, record, "it ended its worker")
    assert record.result is None
    assert record.comment == "exiting – random, game 2: it ended its worker"
    assert [seat.spec for seat in record.players] == ["random", "exiting"]
    outcome = outcome_of(SECOND, record, 0, 0)
    assert (outcome.winner, outcome.at_fault) == (None, None)


def test_a_worker_without_a_player_says_so(plan: Make) -> None:
    with pytest.raises(ArenaError, match="there is no player 'nobody'"):
        play_games(plan("nobody", "random"), (FIRST,))


def test_what_a_plugin_registers_as_a_player_and_is_none_ends_the_arena(
    plan: Make, faulty_players: Path
) -> None:
    words = rf"^plugin faulty_players \({faulty_players}\): .* is no player: it needs a name and "
    with pytest.raises(ArenaError, match=words):
        play_games(plan("random", "nameless"), (FIRST,))


def test_the_time_for_a_game_is_used_up_over_its_moves(plan: Make) -> None:
    arena = plan("slow", "random", terms={"clock": "1.05s"}, opening=0, options={"size": 8})
    ((_, record, *_),) = play_games(arena, (FIRST,)).done
    assert record.terms == {"clock": "1.05s"}
    assert record.result is not None
    assert (record.result.winner, record.result.reason) == ("blue", "time")
    assert record.result.sentence == "the time of red is up"
    slow = [turn.seconds[0] for turn in record.turns if turn.colour == "red"]
    assert all(seconds >= 0.1 for seconds in slow)
    assert 2 <= len(slow) <= 10
    assert sum(slow) < 1.05


def test_a_stuck_player_is_interrupted_when_what_was_left_is_used_up(plan: Make) -> None:
    arena = plan("stuck:4", "slow", terms={"clock": "0.6s"}, opening=0)
    assert ending(arena, FIRST) == ("slow", "time", "the time of red is up")


def test_with_time_enough_a_game_ends_by_its_rules(plan: Make) -> None:
    with_clock = plan("mcts:5", "random", terms={"clock": "5:00+5"})
    ((_, record, *_),) = play_games(with_clock, (FIRST,)).done
    ((_, without, *_),) = play_games(plan("mcts:5", "random"), (FIRST,)).done
    assert (record.terms, without.terms) == ({"clock": "300+5"}, {})
    assert [turn.moves for turn in record.turns] == [turn.moves for turn in without.turns]
    assert record.result == without.result


def test_a_worker_without_the_clock_says_so(plan: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    arena = plan("random", "mcts:1", terms={"clock": "60"})
    monkeypatch.delitem(registry().terms, "clock")
    words = r"^no installed plugin provides the term clock; to install it: "
    with pytest.raises(ArenaError, match=words):
        play_games(arena, (FIRST,))


def test_players_are_closed_after_their_game(plan: Make, faulty_players: Path) -> None:
    arena = plan("chatty", "unclosing")
    assert {ending(arena, pairing)[1] for pairing in (FIRST, SECOND)} == {"rules"}
    ending(plan("raising", "unclosing"), FIRST)
    closed = sys.modules[f"stackyard_file_{faulty_players.stem}"].closed
    assert closed == ["chatty", "unclosing", "unclosing", "chatty", "raising", "unclosing"]


@pytest.fixture
def faulty_game(
    plan: Make, faulty_players: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Plan]:
    """Plans of a game that fails when few counters are left."""
    files = (
        faulty_players.parents[2] / "cli/toys.py",
        faulty_players.with_name("faulty_game.py"),
        faulty_players,
    )
    monkeypatch.setenv("STACKYARD_PLUGINS", os.pathsep.join(map(str, files)))
    registry.cache_clear()

    def faulty_game(*players: str, mute: bool = False) -> Plan:
        return Plan("faulty_game", players, {"mute": mute}, opening=0)

    return faulty_game


def test_where_the_game_fails_the_player_to_move_loses_and_the_game_is_blamed(
    faulty_game: Make,
) -> None:
    for players in (("random", "slow"), ("illegal:6", "slow")):
        _, reason, sentence = ending(faulty_game(*players), FIRST)
        assert reason == "fault"
        assert re.search(
            r"^(white|black) failed: plugin faulty_game \(.*_game\.py\) failed in legal_moves: "
            r"ZeroDivisionError: nothing is left \(faulty_game\.py, line \d+\)$",
            sentence,
        )


def test_where_a_game_cannot_be_written_down_the_arena_cannot_go_on(faulty_game: Make) -> None:
    with pytest.raises(ArenaError) as refused:
        play_games(faulty_game("random", "slow", mute=True), (FIRST,))
    assert re.search(
        r"^plugin faulty_game \(.*\) failed in format_position: RuntimeError: it says nothing",
        str(refused.value),
    )


def test_the_other_work_of_a_thread_is_not_counted() -> None:
    """The threads of a cluster outlive a command, and work for others meanwhile."""

    def counted() -> float:
        burn()
        game = load_game("silo", size=4)
        return run_task(lambda: game, lambda *_: processor_seconds_here(), (1,)).done[0]

    with ThreadPoolExecutor(1) as threads:
        assert [threads.submit(counted).result() < BURNED / 2 for _ in range(2)] == [True, True]


def test_a_program_that_has_ended_is_counted() -> None:
    processor_seconds_here()
    program = f"import time\nwhile time.process_time() < {BURNED}:\n    pass"
    subprocess.run([sys.executable, "-c", program], check=True)
    assert processor_seconds_here() > BURNED / 2  # children are counted in ticks
