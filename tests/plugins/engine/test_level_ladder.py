from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from stackyard import DRAW, ONGOING, Match, load_game, make_player
from stackyard.rng import Rng, derive
from stackyard_engine.levels import lets_win, wins_at_once

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("silo", {}),
    ("filo", {}),
    ("slicron", {"side": 4}),
    ("pit_of_pillars", {"size": 4}),
    ("splay", {"side": 4}),
]


class Glancing:
    """Takes a win that it sees one move ahead, and plays at random otherwise."""

    name = "glancing"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, match: Match) -> int:
        moves = [int(move) for move in match.position.legal_moves()]
        wins = [move for move in moves if wins_at_once(match.position, move)]
        return self.one_of(wins or self.sensible(match, moves), match)

    def sensible(self, match: Match, moves: list[int]) -> list[int]:
        return moves

    def one_of(self, moves: list[int], match: Match) -> int:
        return moves[Rng(derive(self.seed, match.ply)).below(len(moves))]


class Advised(Glancing):
    """Follows the advice of docs/researchers/levels.md, a few lines for each game."""

    name = "advised"

    def sensible(self, match: Match, moves: list[int]) -> list[int]:
        if match.game.name == "filo" and ENTER_ONE in moves:
            return [ENTER_ONE]
        safe = [move for move in moves if not lets_win(match.position, move)] or moves
        worth = [self.worth(match, move) for move in safe]
        return [move for move, value in zip(safe, worth, strict=True) if value == max(worth)]

    def worth(self, match: Match, move: int) -> int:
        """How good it looks one move ahead, for the player who moves."""
        player = match.position.player
        after: Any = match.position.copy()
        after.play(move)
        if after.winner != ONGOING:
            return -1000
        if match.game.name == "silo":
            return held_back(after, player) - held_back(after, 1 - player)
        return int(after.evaluate()) * (1 if after.player == player else -1)


def held_back(silo: Any, colour: int) -> int:
    """The steps that a colour has left, and three for each column that it can move from."""
    words = silo.words()[colour * len(silo.words()) // 2 :][: len(silo.words()) // 2]
    ways = range(len(words)) if colour else range(len(words))[::-1]
    steps = sum(way * word.bit_count() for way, word in zip(ways, words, strict=True))
    return int(steps) + 3 * int(silo.movable(colour)).bit_count()


PROGRAMS = {"glancing": Glancing, "advised": Advised}
ENTER_ONE = 0  # the move of F.I.L.O. that enters one checker


def points(game: str, options: Mapping[str, Any], one: str, other: str, games: int) -> float:
    """What one player takes from another, colours swapped."""
    loaded, taken = load_game(game, **options), 0.0
    for number in range(games):
        seated: list[Any] = []
        for spec, use in ((one, 1), (other, 2)):
            seed = derive(number, use)
            program = PROGRAMS.get(spec)
            seated.append(program(seed) if program else make_player(spec, loaded, seed))
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
@pytest.mark.parametrize(("game", "options"), GAMES, ids=[game for game, _ in GAMES])
def test_level_2_beats_level_1(game: str, options: dict[str, Any]) -> None:
    # A step of 100 Elo is 64 % of the points.
    assert points(game, options, "level:2", "level:1", 60) >= 34


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), GAMES, ids=[game for game, _ in GAMES])
def test_one_who_looks_a_move_ahead_for_a_win_beats_level_1(
    game: str, options: dict[str, Any]
) -> None:
    assert points(game, options, "glancing", "level:1", 60) >= 36


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game, _ in GAMES])
def test_one_who_follows_a_short_advice_beats_the_default_level(game: str) -> None:
    options = load_game(game).first_game  # of Pit of Pillars a smaller board, else nothing
    assert points(game, options, "advised", "level", 60) >= 36


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game, _ in GAMES])
def test_the_highest_level_moves_within_a_second(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path))  # those of the packages serve
    loaded = load_game(game)
    if loaded.build != "compiled":
        pytest.skip("the compiled game is meant")
    player = make_player("level:8", loaded, 1)
    match = Match(loaded, (player, make_player("level:2", loaded, 1)))
    longest = 0.0
    while match.course.result is None and match.course.ply < 60:
        begin = time.process_time()
        match.step()
        longest = max(longest, time.process_time() - begin)
    assert longest <= 1
