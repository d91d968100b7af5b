from __future__ import annotations

from collections.abc import Callable

from stackyard.records.archive import Archive
from stackyard_lab.game_outcome import DIED, GameOutcome
from stackyard_lab.plan import Pairing, Plan
from stackyard_lab.study.matches import PlayedMatch


def test_a_game_without_a_result_leaves_out_its_pair(
    archive: Archive, plan: Callable[..., Plan]
) -> None:
    match = PlayedMatch(plan("random", "mcts:5", games=8), archive)
    winners = (0, 1, None, 0, 0, 0)  # seats; the players swap them in every second game
    for number, winner in enumerate(winners):
        pairing = Pairing(0, 1, number)
        reason = DIED if winner is None else "over"
        match.arena.outcomes[pairing] = GameOutcome(pairing, winner, reason, 10, 10)
    assert [outcome.pairing.number for outcome in match.first_games] == [0, 1, 4, 5]
    assert match.points == [1.0, 1.0, 1.0, 0.0]
