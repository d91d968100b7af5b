from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.position import ONGOING, Position
from stackyard_engine.strategy_check import StrategyCheck


class Corridor:
    """The opponent walks up or down; the player stays, or wins at the upper end."""

    mid_turn = False

    def __init__(self, length: int, falls: bool) -> None:
        self.player, self.winner = 1, ONGOING
        self.place, self.length, self.falls = 1, length, falls

    def copy(self) -> Corridor:
        twin = Corridor(self.length, self.falls)
        twin.__dict__.update(self.__dict__)
        return twin

    def legal_moves(self) -> vec[i64]:
        if self.player == 0:
            return vec[i64]([0])
        return vec[i64]([1] if self.place == 1 or not self.falls else [1, -1])

    def random_move(self, bits: int) -> int:
        return self.legal_moves()[0]

    def play(self, move: int) -> None:
        self.place += move
        self.player = 1 - self.player
        self.winner = 0 if self.place == self.length else ONGOING

    def key(self) -> tuple[int, int]:
        return self.place, self.player


def stay(position: Position, last: int | None) -> str:
    """The strategy to wait."""
    if position.winner == ONGOING and position.player == 0:
        position.play(0)
    return ""


def run(check: StrategyCheck) -> None:
    """Take all steps of a check."""
    while check.step():
        pass


def test_a_strategy_that_wins_against_every_answer_is_found() -> None:
    check = StrategyCheck(Corridor(5, falls=False), 0, stay, most=100)
    run(check)
    assert (check.wins, check.finished, check.positions, check.answers) == (True, True, 4, 4)


def test_a_position_that_comes_back_is_no_win() -> None:
    check = StrategyCheck(Corridor(5, falls=True), 0, stay, most=100)
    run(check)
    assert (check.wins, check.fault) == (False, "a position comes back")


def test_a_fault_of_the_strategy_is_told_with_its_position() -> None:
    check = StrategyCheck(
        Corridor(5, falls=False), 0, lambda position, last: "wrong" * (last == 1), most=100
    )
    run(check)
    assert (check.wins, check.fault, check.at.key()) == (False, "wrong", (2, 0))


def test_a_check_that_is_too_long_claims_nothing() -> None:
    check = StrategyCheck(Corridor(50, falls=False), 0, stay, most=20)
    run(check)
    assert (check.wins, check.finished, check.positions) == (None, True, 21)
