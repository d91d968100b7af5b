"""Measure the steps between the levels: `python docs/researchers/calibrate.py [BOARD …]`.

A board is GAME or GAME:NAME=VALUE,…; without any, all of `BOARDS` are measured.
Every pair of neighbours plays, colours swapped; so does level 1 against random moves, the advised
player. A pair stops after `--games` games or `--seconds` seconds of the processor. Uncompiled
packages take a hundred times as long.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from math import log10
from typing import Any

from click import UsageError

from stackyard import DRAW, ONGOING, Game, Match, make_player
from stackyard.errors import StackyardError
from stackyard.rng import Rng, derive
from stackyard_cli.common import game_of
from stackyard_engine.amateur_player import lets_win
from stackyard_engine.successors import successor

BOARDS = (
    "silo",
    "silo:height=2",
    "silo:size=8",
    "filo",
    "filo:size=6,pieces=8",
    "filo:variant=proposal-1",
    "slicron",
    "slicron:side=4",
    "slicron:side=3",
    "splay",
    "splay:side=5",
    "splay:side=4",
    "pit_of_pillars",
    "pit_of_pillars:size=5",
    "pit_of_pillars:size=4",
)
PAIRS = (
    ("level:1", "random"),
    ("glancing", "random"),
    ("advised", "level:1"),
    *[(f"level:{number + 1}", f"level:{number}") for number in range(1, 8)],
)
TITLES = [f"{one} – {other}".replace("level:", "") for one, other in PAIRS]
ENTER_ONE = 0  # the move of F.I.L.O. that enters one checker
LONGEST = 4000  # plies; a game that goes on counts as a draw


class Glancing:
    """Takes a win that it sees one move ahead, and plays at random otherwise."""

    name = "glancing"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, match: Match) -> int:
        """A winning move, or one of the sensible moves at random."""
        position = match.position
        moves = [int(move) for move in position.legal_moves()]
        wins = [move for move in moves if successor(position, move).winner == position.player]
        left = wins or self.sensible(match, moves)
        return left[Rng(derive(self.seed, match.ply)).below(len(left))]

    def sensible(self, match: Match, moves: list[int]) -> list[int]:
        """The moves to choose from, where none wins."""
        return moves


class Advised(Glancing):
    """Also leaves the opponent no win, and follows a simple advice for each game.

    The advice is to enter one checker a turn in F.I.L.O., to bring up the last checkers and keep
    columns to move from in Silo, and elsewhere to play the move after which `evaluate` is best.
    """

    name = "advised"

    def sensible(self, match: Match, moves: list[int]) -> list[int]:
        """The moves that follow the advice best."""
        if match.game.name == "filo" and ENTER_ONE in moves:
            return [ENTER_ONE]
        safe = [move for move in moves if not lets_win(match.position, move)] or moves
        worth = [self.worth(match, move) for move in safe]
        return [move for move, value in zip(safe, worth, strict=True) if value == max(worth)]

    def worth(self, match: Match, move: int) -> int:
        """The value of a move one move ahead, for its player."""
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


PROGRAMS: dict[str, Callable[[int], Glancing]] = {"glancing": Glancing, "advised": Advised}


def play(game: Game, one: str, other: str, number: int) -> tuple[float, int]:
    """The points of one player in a numbered game against another, and its length in plies.

    The first player of odd games is the other.
    """
    seated: list[Any] = []
    for spec, use in ((one, 1), (other, 2)):
        seed = derive(number, use)
        program = PROGRAMS.get(spec)
        seated.append(program(seed) if program else make_player(spec, game, seed))
    if number % 2:
        seated.reverse()
    match = Match(game, (seated[0], seated[1]))
    while match.result is None and match.ply < LONGEST:
        match.step()
    winner = DRAW if match.result is None else match.result.winner
    return 0.5 if winner == DRAW else float(winner == number % 2), match.ply


def points(game: Game, one: str, other: str, games: int) -> float:
    """The points of one player in a number of games against another, colours swapped."""
    return sum([play(game, one, other, number)[0] for number in range(games)])


def cell(game: Game, one: str, other: str, games: int, seconds: float) -> tuple[str, float]:
    """The lead in Elo, with the number of games if some are missing; the mean length in plies."""
    begin, taken, plies, number = time.process_time(), 0.0, 0, 0
    while number < games and (number % 2 or time.process_time() - begin < seconds):
        gained, length = play(game, one, other, number)
        taken, plies, number = taken + gained, plies + length, number + 1
    share = taken / number
    decided = "all" if share else "none"
    elo = f"{400 * log10(share / (1 - share)):+.0f}" if 0 < share < 1 else decided
    few = "" if number == games else f" ({number})"
    return f"{elo}{few}", plies / number


def game_at(board: str) -> Game:
    """The game of a board, with its options."""
    name, _, rest = board.partition(":")
    return game_of(name, tuple(filter(None, rest.split(","))))


def row(board: str, game: Game, games: int, seconds: float) -> str:
    """The row of a board."""
    cells = [cell(game, one, other, games, seconds) for one, other in PAIRS]
    lengths = [
        f"{length:.0f}"
        for pair, (_, length) in zip(PAIRS, cells, strict=True)
        if pair in {("level:2", "level:1"), ("level:5", "level:4")}
    ]
    return f"| {' | '.join([f'`{board}`', *[words for words, _ in cells], *lengths])} |"


HEAD = f"| board | {' | '.join(TITLES)} | plies 2 – 1 | plies 5 – 4 |"
RULE = f"|---{'|---' * (len(TITLES) + 2)}|"


def main() -> None:
    """Play, and print a row for each board."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("board", nargs="*", default=BOARDS)
    parser.add_argument("--games", type=int, default=200, help="of each pair")
    parser.add_argument("--seconds", type=float, default=120, help="of the processor for each pair")
    chosen = parser.parse_args()
    try:
        boards = {board: game_at(board) for board in chosen.board}
    except (StackyardError, UsageError) as refused:
        parser.error(str(refused))
    print(HEAD)
    print(RULE, flush=True)
    for board, game in boards.items():
        print(row(board, game, chosen.games, chosen.seconds), flush=True)


if __name__ == "__main__":
    main()
