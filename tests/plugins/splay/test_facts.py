"""Facts about Splay, reproduced: invariants, how games end, who wins on small boards."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from math import sqrt
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stackyard.errors import PositionError
from stackyard.position import DRAW, ONGOING
from stackyard.rng import Rng
from stackyard_splay.game import EMPTY, SplayGame, SplayPosition
from stackyard_splay.rules import BLACK, COLOUR, WHITE

pytestmark = pytest.mark.builds


def owners(cells: list[int]) -> list[int]:
    return [code // COLOUR for code in cells]


@given(st.integers(2, 8), st.booleans(), st.booleans(), st.integers(0, 2**62 - 1))
def test_the_invariants_hold_in_random_games(side: int, fill: bool, pie: bool, seed: int) -> None:
    game = SplayGame(side=side, fill=fill, pie=pie)
    position, rng = game.initial(), Rng(seed)
    neighbours, edge = game.board.neighbours, set(game.board.edge)
    before = game.cells(position)
    for ply in range(40):
        if position.winner != ONGOING:
            break
        mover, move = int(position.player), position.random_move(rng.bits())
        swapped = move == game.swap
        position.play(move)
        cells = game.cells(position)
        for cell, code in enumerate(cells):
            if code % COLOUR:
                spaces = sum([cells[there] == EMPTY for there in neighbours[cell]])
                assert spaces > code % COLOUR, "a tower is stifled"
                assert cell not in edge
            if before[cell] != EMPTY and not swapped:
                assert code // COLOUR == before[cell] // COLOUR, "a cell has changed hands"
            if before[cell] == EMPTY and code != EMPTY:
                assert code // COLOUR == 1 + mover
            if before[cell] != EMPTY and before[cell] % COLOUR == 0:
                assert code == before[cell], "a marker has changed"
        if swapped:
            assert ply == 1
            assert owners(before) == [1 if code else 0 for code in before]
            assert owners(cells) == [2 if code else 0 for code in before]
        before = cells
        half = len(cells) // 2
        most = [owners(cells).count(1 + colour) > half for colour in (WHITE, BLACK)]
        assert not any(most) or position.winner == most.index(True)


@given(st.integers(2, 8), st.integers(0, 2**62 - 1))
def test_no_position_repeats_because_every_checker_stays_or_becomes_territory(
    side: int, seed: int
) -> None:
    game = SplayGame(side=side)
    position, rng, before = game.initial(), Rng(seed), (-1, -1)
    while position.winner == ONGOING:
        cells = game.cells(position)
        markers = sum([code != EMPTY and code % COLOUR == 0 for code in cells])
        height = sum([code % COLOUR for code in cells])
        measure = markers, height
        assert measure > before
        before = measure
        position.play(position.random_move(rng.bits()))


@given(st.integers(3, 6), st.booleans(), st.integers(0, 2**62 - 1))
def test_who_is_to_act_can_move_and_who_is_skipped_cannot(side: int, fill: bool, seed: int) -> None:
    game = SplayGame(side=side, fill=fill)
    position, rng = game.initial(), Rng(seed)
    while position.winner == ONGOING:
        mover = int(position.player)
        assert len(position.legal_moves())
        position.play(position.random_move(rng.bits()))
        if position.player == mover:
            text = game.format_position(position)
            other = text[:-1] + "bw"[mover == BLACK]
            with pytest.raises(PositionError, match="has no move here and sits out"):
                game.parse_position(other)
        elif position.winner != ONGOING:
            assert position.player == 1 - mover


def test_random_games_last_74_turns_and_white_wins_half_of_them() -> None:
    game, seed, games = SplayGame(), 2011, 300
    rng, moves, winners, majorities = Rng(seed), [], [0, 0, 0], 0
    for _ in range(games):
        position = game.initial()
        moves.append(int(game.playout(position, rng.word(), 10**6)))
        winners[int(position.winner)] += 1
        majorities += "more than half" in game.ending(position)
    # Five standard deviations, of which one is 4.2 moves for a game.
    assert abs(mean(moves) - 74.45) < 5 * 4.2 / sqrt(games), f"seed {seed}"
    for winner, share in ((WHITE, 0.50), (BLACK, 0.435), (DRAW, 0.065)):
        spread = sqrt(share * (1 - share) / games)
        assert abs(winners[winner] / games - share) < 5 * spread, f"seed {seed}"
    assert abs(majorities / games - 0.15) < 5 * sqrt(0.15 * 0.85 / games), f"seed {seed}"


@pytest.mark.nightly
def test_many_random_games_have_the_known_averages() -> None:
    game, seed, games = SplayGame(), 5, 20_000
    rng, moves, winners, skips = Rng(seed), [], [0, 0, 0], 0
    offered: list[int] = []
    for _ in range(games):
        position, played, skipped = game.initial(), 0, False
        while position.winner == ONGOING:
            mover = position.player
            offered.append(len(position.legal_moves()))
            position.play(position.random_move(rng.bits()))
            played += 1
            skipped |= position.winner == ONGOING and position.player == mover
        moves.append(played)
        winners[int(position.winner)] += 1
        skips += skipped
    assert abs(mean(moves) - 74.45) < 0.2, f"seed {seed}"
    assert abs(mean(offered) - 32.4) < 0.1, f"seed {seed}"
    assert max(offered) == 61
    for winner, share in ((WHITE, 0.50), (BLACK, 0.435), (DRAW, 0.065)):
        assert abs(winners[winner] / games - share) < 0.02, f"seed {seed}"
    assert abs(skips / games - 0.63) < 0.02, f"seed {seed}"


def test_white_takes_all_of_side_2() -> None:
    game = SplayGame(side=2)
    position, lengths = game.initial(), 0
    while position.winner == ONGOING:
        assert game.legal_texts(position) == ["b2"]
        position.play(position.legal_moves()[0])
        lengths += 1
    assert (lengths, game.format_position(position)) == (6, "W,W/W,W,W/W,W b")


class Solver:
    """Every position of side 3 below the start: the margin with best play, and game lengths."""

    def __init__(self) -> None:
        self.game = SplayGame(side=3)
        self.margins: dict[Hashable, int] = {}
        self.lengths: dict[Hashable, tuple[int, int]] = {}
        self.solve(self.game.initial())

    def margin(self, position: SplayPosition) -> int:
        sides = owners(self.game.cells(position))
        return sides.count(1) - sides.count(2)

    def solve(self, position: SplayPosition) -> tuple[int, tuple[int, int]]:
        """White's cells less Black's at the end with best play, and the bounds of the length."""
        if position.winner != ONGOING:
            return self.margin(position), (0, 0)
        key = position.key()
        if key not in self.margins:
            margins, shortest, longest = [], [], []
            for move in position.legal_moves():
                after = position.copy()
                after.play(move)
                margin, (low, high) = self.solve(after)
                margins.append(margin)
                shortest.append(low)
                longest.append(high)
            best = max if position.player == WHITE else min
            self.margins[key] = best(margins)
            self.lengths[key] = 1 + min(shortest), 1 + max(longest)
        return self.margins[key], self.lengths[key]


@cache
def solved() -> Solver:
    return Solver()


@pytest.mark.nightly
def test_side_3_is_won_by_four_cells_from_the_centre_and_by_three_from_elsewhere() -> None:
    game, margins = solved().game, {}
    for text in game.legal_texts(game.initial()):
        after = game.initial()
        after.play(game.parse_move(text, after))
        margins[text] = solved().solve(after)[0]
    assert margins == {"c3": 4} | dict.fromkeys(["b2", "b3", "c2", "c4", "d3", "d4"], 3)


@pytest.mark.nightly
def test_games_of_side_3_last_from_9_to_23_turns() -> None:
    assert solved().solve(solved().game.initial())[1] == (9, 23)
