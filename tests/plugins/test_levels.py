from __future__ import annotations

from typing import Any

import pytest

from stackyard import DRAW, Match, load_game, make_player
from stackyard.rng import Rng, derive
from stackyard.search.levels import lets_win, wins_at_once

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("silo", {}),
    ("filo", {}),
    ("slicron", {"side": 4}),
    ("pit_of_pillars", {"size": 4}),
    ("splay", {"side": 4}),
]


class Careful:
    """Takes a win, gives none away, and plays at random otherwise."""

    name = "careful"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, match: Match) -> int:
        position = match.position
        moves = [int(move) for move in position.legal_moves()]
        for move in moves:
            if wins_at_once(position, move):
                return move
        safe = [move for move in moves if not lets_win(position, move)] or moves
        return safe[Rng(derive(self.seed, match.ply)).below(len(safe))]


def points(game: str, options: dict[str, Any], one: str, other: str, games: int) -> float:
    """What one player takes from another, colours swapped."""
    loaded, taken = load_game(game, **options), 0.0
    for number in range(games):
        seated: list[Any] = []
        for spec, use in ((one, 1), (other, 2)):
            seed = derive(number, use)
            seated.append(Careful(seed) if spec == "careful" else make_player(spec, loaded, seed))
        if number % 2:
            seated.reverse()
        result = Match(loaded, (seated[0], seated[1])).run()
        taken += 0.5 if result.winner == DRAW else float(result.winner == number % 2)
    return taken


@pytest.mark.slow
@pytest.mark.parametrize(("below", "above"), [(1, 3), (3, 5)])
@pytest.mark.parametrize(("game", "options"), GAMES, ids=[game for game, _ in GAMES])
def test_a_level_beats_the_one_two_below(
    game: str, options: dict[str, Any], below: int, above: int
) -> None:
    # Two steps of 100 Elo are 76 % of the points.
    assert points(game, options, f"level:{above}", f"level:{below}", 40) >= 24


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), GAMES, ids=[game for game, _ in GAMES])
def test_the_strongest_levels_beat_one_in_the_middle(game: str, options: dict[str, Any]) -> None:
    assert points(game, options, "level:7", "level:4", 6) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("game", ["filo", "pit_of_pillars"])
def test_whoever_looks_one_move_ahead_wins_half_his_games_against_level_1(game: str) -> None:
    # In the other games looking out for the end alone is worth little: games are long.
    options = dict(GAMES)[game]
    assert points(game, options, "careful", "level:1", 40) >= 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [(game, options) for game, options in GAMES if game != "silo"],
    ids=[game for game, _ in GAMES if game != "silo"],
)
def test_two_moves_of_foresight_and_some_judgement_beat_level_1(
    game: str, options: dict[str, Any]
) -> None:
    assert points(game, options, "alphabeta:depth=2", "level:1", 40) >= 26
