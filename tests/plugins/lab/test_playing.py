from __future__ import annotations

from collections.abc import Callable

import pytest
from stackyard.records.replays import restore

from stackyard.match import Match
from stackyard.records.format import decode, encode
from stackyard_lab.errors import ArenaError
from stackyard_lab.outcomes import outcome_of
from stackyard_lab.plan import Job, Plan
from stackyard_lab.playing import play, unplayed

Make = Callable[..., Plan]
FIRST, SECOND = Job(0, 1, 0), Job(0, 1, 1)  # the misfit moves first, or second


def ending(plan: Plan, job: Job) -> tuple[str | None, str, str]:
    """Who won one game, the reason and the sentence."""
    ((played, record),) = play(plan, (job,)).games
    assert played == job
    assert decode(encode(record)) == record
    result = record.result
    assert result is not None
    winner = next((seat.spec for seat in record.players if seat.colour == result.winner), None)
    return winner, result.reason, result.sentence


@pytest.mark.parametrize("job", [FIRST, SECOND])
@pytest.mark.parametrize(
    ("kind", "reason", "words"),
    [
        ("raising", "fault", "failed: ZeroDivisionError: by nothing"),
        ("leaving", "fault", "failed: SystemExit: 3"),
        ("silent", "fault", "failed: it chose no move"),
        ("stillborn", "fault", "failed: RuntimeError: no player is born"),
        ("illegal", "illegal", "made an illegal move: "),
        ("wordy", "illegal", "made an illegal move: "),
        ("absurd", "illegal", "made an illegal move: "),
        ("stuck", "time", "ran out of time: it took longer than 0.05 s for a move"),
        ("slow", "time", "ran out of time: it took longer than 0.05 s for a move"),
    ],
)
def test_a_player_loses_by_what_it_does(
    plan: Make, kind: str, reason: str, words: str, job: Job
) -> None:
    arena = plan(f"{kind}:3" if kind != "stillborn" else kind, "random", seconds=0.05)
    winner, why, sentence = ending(arena, job)
    assert (winner, why) == ("random", reason)
    colour = arena.load().colours[job.number]
    assert sentence.startswith(f"{colour} {words}")


def test_words_that_would_spoil_a_record_are_made_harmless(plan: Make) -> None:
    winner, reason, sentence = ending(plan("foul", "random"), FIRST)
    assert (winner, reason) == ("random", "fault")
    assert sentence.startswith("red failed: ValueError: ?[2J?xxx")
    assert len(sentence) < 400


def test_a_slow_player_may_take_its_time_without_a_limit(plan: Make) -> None:
    assert ending(plan("slow:4", "random"), FIRST)[1] == "rules"


def test_a_record_tells_which_game_it_is_and_can_be_played_again(plan: Make) -> None:
    arena = plan("mcts:5", "random", seed=3)
    for job, record in play(arena, (FIRST, SECOND)).games:
        assert record.id == arena.name_of(job)
        assert record.comment == f"mcts:5 – random, game {job.number + 1}"
        assert [seat.spec for seat in record.players] == [arena.players[n] for n in job.seats]
        again = restore(record)
        assert again.result is not None
        first, second = (seat.spec for seat in record.players)
        replayed = Match(again.game, (first, second), position=again.start, seed=record.seed)
        replayed.run()
        assert [turn.moves for turn in replayed.turns] == [turn.moves for turn in again.turns]


def test_a_game_that_could_not_be_played_has_no_result(plan: Make) -> None:
    record = unplayed(plan("exiting", "random"), SECOND, "it ended its worker")
    assert record.result is None
    assert record.comment == "exiting – random, game 2: it ended its worker"
    assert [seat.spec for seat in record.players] == ["random", "exiting"]
    outcome = outcome_of(SECOND, record, 0, 0)
    assert (outcome.winner, outcome.at_fault) == (None, None)


def test_a_worker_without_a_player_says_so(plan: Make) -> None:
    with pytest.raises(ArenaError, match="there is no player 'nobody'"):
        play(plan("nobody", "random"), (FIRST,))


def test_a_worker_uses_the_plugins_that_the_plan_names(
    plan: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena = plan("raising", "random")
    monkeypatch.setenv("STACKYARD_PLUGINS", "")
    assert ending(arena, FIRST)[1] == "fault"
