"""Facts about Slicron, reproduced: it ends, what never happens, who wins on small boards."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import combinations
from math import inf, sqrt
from statistics import mean
from typing import Any

import pytest

from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard_slicron.game import SlicronGame
from stackyard_slicron.rules import BLACK, Slicron

pytestmark = pytest.mark.builds

RULES = ("2024", "revised")


def stones(game: SlicronGame, position: Slicron, player: int) -> frozenset[int]:
    return frozenset(c for c, pieces in game.pieces(position).items() if pieces[0].player == player)


def measure_2024(plain: Any, own: frozenset[int]) -> tuple[float, ...]:
    """(edge stones, minus unjoined pairs, minus the sum of the other distances, stones)."""
    ends = sorted(own & plain.edge)
    apart = [plain.steps(a, own).get(b, inf) for a, b in combinations(ends, 2)]
    far = apart.count(inf)
    return len(ends), -far, -sum([steps for steps in apart if steps < inf]), len(own)


def lengths(plain: Any, own: frozenset[int]) -> list[float]:
    """The lengths of all paths in rising order, padded with infinity."""
    found = [
        len(path) for group in {plain.group(c, own) for c in own} for path in plain.paths(group)
    ]
    return [*sorted(found), inf]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("side", "seeds"), [(2, 5), (3, 5), (4, 3), (5, 2)])
def test_every_turn_raises_the_measure_of_its_player(
    rules: str, side: int, seeds: int, plain: Callable[[int, bool], Any]
) -> None:
    game, definitions = SlicronGame(side=side, rules=rules, pie=False), plain(side, False)
    for seed in range(seeds):
        position, rng = game.initial(), Rng(seed)
        while position.winner == ONGOING:
            player = int(position.player)
            own, other = (stones(game, position, side) for side in (player, 1 - player))
            while True:
                position.play(position.random_move(rng.bits()))
                if not position.mid_turn:
                    break
            after = stones(game, position, player)
            assert stones(game, position, 1 - player) == other, f"seed {seed}"
            if rules == "2024":
                assert measure_2024(definitions, own) < measure_2024(definitions, after)
            elif after > own:
                assert lengths(definitions, after) <= lengths(definitions, own)
                assert len(after) == len(own) + 1
            else:
                assert lengths(definitions, after) < lengths(definitions, own), f"seed {seed}"


@pytest.mark.parametrize("seed", range(3))
def test_groups_with_paths_never_merge_and_neighbouring_ends_stay(
    seed: int, plain: Callable[[int, bool], Any]
) -> None:
    game, definitions, rng = SlicronGame(), plain(5, False), Rng(seed)
    position = game.initial()
    while position.winner == ONGOING:
        own = stones(game, position, BLACK)
        joined = {definitions.group(cell, own) & definitions.edge for cell in own}
        position.play(position.random_move(rng.bits()))
        if position.mid_turn or position.swap:
            continue
        after = stones(game, position, BLACK)
        if own & definitions.edge <= after:
            for ends in joined:
                if len(ends) > 1:
                    group = definitions.group(min(ends), after)
                    others = [there for there in joined if len(there) > 1 and there <= group]
                    assert others == [ends], f"seed {seed}"


@pytest.mark.parametrize(
    ("rules", "turns", "placements"), [("2024", 72.1, 26.8), ("revised", 80.8, 27.7)]
)
def test_random_games_last_as_long_as_known(rules: str, turns: float, placements: float) -> None:
    game, seed = SlicronGame(rules=rules, pie=False), 24
    games = 25 if rules == "2024" else 4
    rng, played, offered = Rng(seed), [], []
    for _ in range(games):
        position, count = game.initial(), 0
        while position.winner == ONGOING:
            if not position.mid_turn:
                count += 1
                offered.append(len(list(position.legal_moves())))
            position.play(position.random_move(rng.bits()))
        played.append(count)
    assert abs(mean(played) - turns) < 5 * 6.5 / sqrt(games), f"seed {seed}"
    assert abs(mean(offered) - placements) < 5 * 3 / sqrt(games), f"seed {seed}"


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("rules", "turns", "removing", "choosing"),
    [("2024", 72.1, 0.082, 0.0058), ("revised", 80.8, 0.089, 0.0218)],
)
def test_random_games_are_as_known(
    rules: str, turns: float, removing: float, choosing: float
) -> None:
    game, seed, games = SlicronGame(rules=rules, pie=False), 5, 300
    rng, played, removed, chosen = Rng(seed), 0, 0, 0
    for _ in range(games):
        position = game.initial()
        while position.winner == ONGOING:
            player = int(position.player)
            own = stones(game, position, player)
            position.play(position.random_move(rng.bits()))
            played += 1
            chosen += position.mid_turn
            while position.mid_turn:
                position.play(position.random_move(rng.bits()))
            removed += len(stones(game, position, player)) != len(own) + 1
    assert abs(played / games - turns) < 5 * 8 / sqrt(games), f"seed {seed}"
    assert abs(removed / played - removing) < 0.006, f"seed {seed}"
    assert abs(chosen / played - choosing) < 0.004, f"seed {seed}"


@pytest.mark.parametrize(("rules", "first"), [("2024", ""), ("revised", "b2")])
def test_side_2_is_won_as_known(rules: str, first: str) -> None:
    game = SlicronGame(side=2, rules=rules, pie=False)
    known: dict[Hashable, bool] = {}

    def wins(position: Slicron) -> bool:
        """Tell if the player to act wins."""
        if position.winner != ONGOING:
            return bool(position.winner == position.player)
        key = position.key()
        if key not in known:
            known[key] = any(good(position, int(move)) for move in position.legal_moves())
        return known[key]

    def good(position: Slicron, move: int) -> bool:
        after = position.copy()
        after.play(move)
        return wins(after) == (after.player == position.player)

    start = game.initial()
    found = [
        game.format_move(int(move), start) for move in start.legal_moves() if good(start, int(move))
    ]
    assert " ".join(found) == first
