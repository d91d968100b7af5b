"""Search in the five games, held against brute force where a game is small enough."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest
from tests.conftest import GAMES
from tests.plain_solver import solve_plainly

from stackyard import ONGOING, Game, Position, Rng, load_game
from stackyard.position import WIN
from stackyard_engine import Search
from stackyard_engine.alphabeta import AlphaBeta

pytestmark = pytest.mark.no_cover

# Games in which no position comes back, small enough to be solved by looking at everything.
SMALL: list[tuple[str, dict[str, Any]]] = [
    ("silo", {"size": 4, "height": 1}),
    ("silo", {"size": 4, "height": 2}),
    ("silo", {"size": 4, "height": 2, "goal": "home"}),
    ("splay", {"side": 2}),
    ("slicron", {"side": 2}),
    ("slicron", {"side": 2, "rules": "revised", "pie": False}),
]


def name(value: Any) -> str:
    return "-".join(map(str, value.values())) if isinstance(value, dict) else str(value)


class Blind:
    """A position that cannot be judged."""

    def __init__(self, position: Position) -> None:
        self.position = position

    @property
    def player(self) -> int:
        return int(self.position.player)

    @property
    def winner(self) -> int:
        return int(self.position.winner)

    @property
    def mid_turn(self) -> bool:
        return self.position.mid_turn

    def copy(self) -> Blind:
        return Blind(self.position.copy())

    def legal_moves(self) -> Any:
        return self.position.legal_moves()

    def play(self, move: int) -> None:
        self.position.play(move)

    def key(self) -> Hashable:
        return self.position.key()


def some_positions(game: Game, seed: int) -> list[Position]:
    """The positions of a random game."""
    rng, position, met = Rng(seed), game.initial(), []
    while position.winner == ONGOING:
        met.append(position.copy())
        position.play(position.random_move(rng.bits()))
    return met


@pytest.mark.parametrize(("game", "options"), SMALL, ids=name)
def test_what_search_proves_is_true(game: str, options: dict[str, Any]) -> None:
    loaded, proofs = load_game(game, **options), 0
    known = solve_plainly(loaded.initial())
    for seed in range(3):
        for position in some_positions(loaded, seed):
            search = Search(position, loaded.playout, seed)
            search.run(300)
            if search.proven != ONGOING:
                proofs += 1
                assert search.proven == known[position.key()][0], f"seed {seed}"
            for line in search.children():
                after = position.copy()
                after.play(line.move)
                if line.proven != ONGOING:
                    assert line.proven == known[after.key()][0], f"seed {seed}, move {line.move}"
    assert proofs > 5


@pytest.mark.parametrize(("game", "options"), SMALL, ids=name)
def test_with_time_enough_a_small_game_is_solved(game: str, options: dict[str, Any]) -> None:
    loaded = load_game(game, **options)
    search = Search(loaded.initial(), loaded.playout, 1)
    search.run(60_000)
    start = loaded.initial()
    assert search.proven == solve_plainly(start)[start.key()][0]


@pytest.mark.parametrize(("game", "options"), SMALL, ids=name)
def test_a_proven_win_is_never_given_away(game: str, options: dict[str, Any]) -> None:
    loaded, won = load_game(game, **options), 0
    for seed in range(6):
        rng = Rng(seed)
        position = loaded.initial()
        winner = ONGOING
        while position.winner == ONGOING:
            search = Search(position, loaded.playout, seed)
            search.run(200)
            if winner == ONGOING:
                winner = search.proven if search.proven in (0, 1) else ONGOING
            move = position.random_move(rng.bits())
            if position.player == winner:
                move = search.children()[0].move
            position.play(move)
        won += winner != ONGOING
        assert winner in (ONGOING, position.winner), f"seed {seed}"
    assert won > 3


@pytest.mark.parametrize("variant", ["standard", "proposal-1"])
def test_no_proof_is_contradicted_where_positions_come_back(variant: str) -> None:
    game, known = load_game("filo", size=5, pieces=5, variant=variant), dict[Hashable, int]()
    for seed in range(4):
        for position in some_positions(game, seed):
            search = Search(position, game.playout, seed)
            search.run(200)
            if search.proven != ONGOING:
                assert known.setdefault(position.key(), search.proven) == search.proven
    assert len(set(known.values()) & {0, 1}) == 2


def test_the_standard_game_of_filo_on_five_cells_is_won_by_black() -> None:
    game = load_game("filo", size=5, pieces=5)
    search = Search(game.initial(), game.playout, 1)
    search.run(20_000)
    assert search.proven == 1


@pytest.mark.parametrize(("game", "options"), SMALL, ids=name)
def test_alpha_beta_deep_enough_finds_who_wins(game: str, options: dict[str, Any]) -> None:
    loaded = load_game(game, **options)
    known = solve_plainly(loaded.initial())
    for position in some_positions(loaded, 3):
        search = AlphaBeta(position)
        while search.proven == ONGOING:
            search.deepen()
        assert search.proven == known[position.key()][0]
        after = position.copy()
        after.play(search.move)
        assert known[after.key()][0] == search.proven


@pytest.mark.parametrize("game", GAMES)
def test_a_judgement_is_small_beside_a_win_and_turns_with_the_player(game: str) -> None:
    loaded = load_game(game)
    values = []
    for position in some_positions(loaded, 5):
        value = position.evaluate()  # type: ignore[attr-defined]
        values.append(value)
        assert abs(value) < WIN / 1000
    assert min(values) < 0 < max(values)


MATCHES = 100
JUDGED: list[tuple[str, dict[str, Any], int]] = [
    ("silo", {}, 8),
    ("filo", {}, 6),
    ("filo", {"variant": "proposal-2"}, 6),
]
JUDGED += [
    ("slicron", {}, 2),
    ("pit_of_pillars", {}, 2),
    ("splay", {}, 2),
    ("splay", {"side": 7}, 2),
]


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "options", "depth"), JUDGED, ids=name)
def test_judging_positions_helps(game: str, options: dict[str, Any], depth: int) -> None:
    points = 0.0
    for seed in range(MATCHES // 2):
        for side in (0, 1):
            loaded = load_game(game, **options)
            position, rng = loaded.initial(), Rng(seed)
            for _ in range(2 if game == "filo" else 6):
                position.play(position.random_move(rng.bits()))
            ply = 0
            while position.winner == ONGOING and ply < 600:
                it: Any = position if position.player == side else Blind(position)
                search = AlphaBeta(it, seed + ply)
                while search.depth < depth and search.proven == ONGOING:
                    search.deepen()
                position.play(search.move)
                ply += 1
            points += 0.5 if position.winner not in (0, 1) else position.winner == side
    assert points >= 0.6 * MATCHES
