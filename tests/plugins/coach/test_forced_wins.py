"""The search for forced wins and their lengths."""

from __future__ import annotations

from tests.toy_games import WalkMaker

from stackyard_coach.forced_wins import ForcedWins

# White wins in three moves by b; c leads back, and d wins for Black.
SPOTS = (
    *("a 0 bcd", "b 1 ef", "c 1 a", "d 1 won 1", "e 0 g", "f 0 gd"),
    "g 0 won 0",
)


def test_the_quickest_win_against_the_longest_defence_is_counted(walk: WalkMaker) -> None:
    start = walk(*SPOTS).initial()
    assert ForcedWins(5, 100).winner(start) == (0, 3)


def test_limits_of_moves_and_positions_leave_a_win_open(walk: WalkMaker) -> None:
    start = walk(*SPOTS).initial()
    assert ForcedWins(2, 100).winner(start) is None
    few = ForcedWins(5, 3)
    assert few.winner(start) is None
    assert few.visited == 4


def test_a_game_that_is_over_is_won_in_no_move(walk: WalkMaker) -> None:
    end = walk(*SPOTS).parse_position("d")
    assert ForcedWins(0, 1).winner(end) == (1, 0)
