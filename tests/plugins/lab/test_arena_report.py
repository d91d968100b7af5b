from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from stackyard.position import DRAW
from stackyard_engine.confidence import Estimate
from stackyard_lab.arena import Arena
from stackyard_lab.arena_report import Tally, heading, report_of, sentences, tables
from stackyard_lab.elo_test import EloTest
from stackyard_lab.errors import ArenaError
from stackyard_lab.game_outcome import DIED, GameOutcome
from stackyard_lab.plan import Plan
from stackyard_lab.rating import share

Make = Callable[..., Plan]
Told = tuple[int | None, str, int, int]


@pytest.fixture
def told(plan: Make) -> Callable[..., Arena]:
    """An arena whose games, in their order, were `(winner, reason, turns, plies)`."""

    def told(players: Sequence[str], games: Sequence[Told], test: EloTest | None = None) -> Arena:
        pairs = len(players) * (len(players) - 1) // 2
        arena = Arena(plan(*players, games=max(2, len(games) // pairs)), None, test)
        for pairing, game in zip(arena.plan.pairings(), games, strict=False):
            arena.outcomes[pairing] = GameOutcome(pairing, *game)
        return arena

    return told


FIRST, SECOND, DRAWN = (0, "rules", 10, 12), (1, "rules", 20, 30), (DRAW, "repetition", 40, 60)


def test_games_are_counted_for_players_pairs_and_seats(told: Callable[..., Arena]) -> None:
    # Seats of the pairs: 0-1, 1-0, 0-2, 2-0, 1-2, 2-1.
    report = report_of(
        told(("random", "slow", "mcts:2"), [FIRST, SECOND, FIRST, DRAWN, SECOND, SECOND])
    )
    assert [player.tally for player in report.players] == [
        Tally(3, 1, 0),
        Tally(1, 0, 3),
        Tally(1, 1, 2),
    ]
    meetings = {(meeting.one, meeting.other): meeting.tally for meeting in report.meetings}
    assert meetings == {(0, 1): Tally(2, 0, 0), (0, 2): Tally(1, 1, 0), (1, 2): Tally(1, 0, 1)}
    assert report.first_seat.tally == Tally(2, 1, 3)
    assert report.first_seat.score.value == pytest.approx(2.5 / 6)
    assert report.endings == {"rules": 5, "repetition": 1}
    assert (report.played, report.planned, report.missing) == (6, 6, ())


def test_games_that_were_stopped_are_told(told: Callable[..., Arena]) -> None:
    report = report_of(told(("random", "slow"), [FIRST, (DRAW, "length", 1000, 2000)]))
    assert sentences(report)[-1] == (
        "1 of 2 games had not ended after 10,000 moves and were stopped: a rule that ends such "
        "games would help."
    )


def test_lengths_are_those_of_the_games(told: Callable[..., Arena]) -> None:
    games = [(0, "rules", turns, 2 * turns) for turns in range(1, 102)]
    report = report_of(told(("random", "slow"), [*games, FIRST]))
    assert report.turns is not None
    assert report.plies is not None
    assert (report.turns.low, report.turns.high) == pytest.approx((6, 95.95), abs=0.1)
    assert report.plies.mean == pytest.approx(2 * 51 * 101 / 102 + 12 / 102)


def test_faults_are_told_by_player_and_kind(told: Callable[..., Arena]) -> None:
    games: list[Told] = [(1, "fault", 3, 3), (0, "time", 3, 3), (1, "illegal", 1, 1), DRAWN]
    report = report_of(told(("random", "slow"), games))
    # In the second game the players have swapped seats.
    assert report.players[0].faults == {"fault": 1, "illegal": 1, "time": 1}
    assert report.players[1].faults == {"fault": 0, "illegal": 0, "time": 0}
    (faults,) = [table for table in tables(report) if table.title == "Faults"]
    assert faults.rows == (("random", "1", "1", "1"), ("slow", "0", "0", "0"))


def test_without_faults_there_is_no_table_of_them(told: Callable[..., Arena]) -> None:
    report = report_of(told(("random", "slow"), [FIRST, SECOND]))
    assert "Faults" not in [table.title for table in tables(report)]


def test_a_game_that_killed_its_worker_does_not_count(told: Callable[..., Arena]) -> None:
    report = report_of(told(("random", "slow"), [FIRST, (None, DIED, 0, 0)]))
    assert (report.played, len(report.missing)) == (1, 1)
    assert report.players[0].tally == Tally(1, 0, 0)
    assert (
        "1 game is missing, since its worker died each time it was played alone: random – slow, "
        "game 2. The same command plays it again."
    ) in sentences(report)


def test_missing_games_are_not_named_without_end(told: Callable[..., Arena]) -> None:
    report = report_of(told(("random", "slow"), [(None, DIED, 0, 0)] * 8))
    assert len(report.missing) == 8
    assert sentences(report)[1:] == [
        "8 games are missing, since their workers died each time they were played alone: "
        "random – slow, game 1; random – slow, game 2; random – slow, game 3; "
        "random – slow, game 4; random – slow, game 5; and 3 more. "
        "The same command plays them again."
    ]


def test_part_of_an_arena_is_told_as_that(told: Callable[..., Arena]) -> None:
    report = report_of(told(("random", "slow"), [FIRST] * 4))
    unfinished = report_of(told(("random", "slow", "mcts:2"), [FIRST]))
    assert heading(report) == "Silo: 4 of 4 games, openings of 2 random turns, seed 1"
    assert heading(unfinished).startswith("Silo: 1 of 6 games")
    nothing = report_of(told(("random", "slow"), []))
    assert sentences(nothing) == ["No game has been played yet."]
    assert tables(nothing) == []


def test_the_best_stand_first_and_points_against_each_are_shown(
    told: Callable[..., Arena],
) -> None:
    report = report_of(told(("random", "slow"), [SECOND, FIRST, DRAWN, DRAWN, SECOND, FIRST]))
    ratings, points, *_ = tables(report)
    assert [row[0] for row in ratings.rows] == ["2  slow", "1  random"]
    assert points.rows[0][0] == "1  random"
    assert re.fullmatch(r"1/6 \(\d+ to \d+ %\)", points.rows[0][2])
    assert points.rows[0][1] == ""
    assert re.fullmatch(r"5/6 \(\d+ to \d+ %\)", points.rows[1][1])


def test_a_difference_that_is_rounded_away_is_plus_zero(told: Callable[..., Arena]) -> None:
    report = report_of(told(("random", "slow"), [FIRST, FIRST]))
    even = Estimate(-0.3, -9.0, 9.0)
    report = replace(report, first_seat=replace(report.first_seat, elo=even))
    assert "which is worth +0 Elo (-9 to +9)." in sentences(report)[0]


def test_the_anchor_is_named_and_must_play(told: Callable[..., Arena]) -> None:
    arena = told(("random", "slow"), [FIRST, SECOND])
    report = report_of(arena, ("slow", 1200.0))
    assert report.players[1].elo.value == 1200
    assert any(sentence.startswith("The Elo of slow is fixed") for sentence in sentences(report))
    with pytest.raises(ArenaError, match="the players are random, slow"):
        report_of(arena, ("mcts:7", 0.0))


def test_a_test_is_told_with_its_decision(told: Callable[..., Arena], plan: Make) -> None:
    undecided = report_of(told(("random", "slow"), [FIRST, SECOND], EloTest(0, 50)))
    assert sentences(undecided)[-1].startswith("Test of H0 +0 Elo against H1 +50 Elo: not decided")
    arena = Arena(plan("mcts:60", "random", games=200), None, EloTest(0, 100))
    arena.run("threads")
    assert re.fullmatch(
        r"Test of H0 \+0 Elo against H1 \+100 Elo: H1 is accepted after \d+ pairs of games "
        r"\(a bet against H0 holds \d\d\.?\d? times its stake, one against H1 0\.0\d+ times; "
        r"20 times decide\)\.",
        sentences(report_of(arena))[-1],
    )


def test_columns_of_figures_are_right_aligned(told: Callable[..., Arena]) -> None:
    report = report_of(told(("random", "slow"), [FIRST, DRAWN]))
    for table in tables(report):
        header, rows = table.aligned()
        for column in range(1, len(header)):
            assert len({len(row[column]) for row in (header, *rows)}) == 1
            assert {row[column].strip() for row in rows} == {row[column] for row in table.rows}


def test_games_that_repeat_one_another_are_told(told: Callable[..., Arena]) -> None:
    arena = told(("random", "slow"), [FIRST, SECOND] * 3)
    assert sentences(report_of(arena))[-1] == (
        "Only 1 of 6 games differ, since the players repeat themselves; "
        "--opening 4 begins with more random turns."
    )
    for number, outcome in enumerate([*arena.outcomes.values()]):
        arena.outcomes[outcome.pairing] = replace(outcome, course=(None, str(number), 12))
    assert not any("differ" in sentence for sentence in sentences(report_of(arena)))


def test_the_share_of_the_first_player_is_counted_by_pairs_of_games(
    told: Callable[..., Arena],
) -> None:
    report = report_of(told(("random", "slow"), [FIRST, FIRST, SECOND, SECOND] * 5))
    assert report.first_seat.score == share(5, 10)
