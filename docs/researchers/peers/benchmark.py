"""Play against OpenSpiel's tree search at equal processor time: `python benchmark.py GAME`.

First it measures how many simulations a second the tree search of each side runs at the start of
the game. It needs open_spiel, stackyard-lab and the games beside this file, compiled.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from itertools import count
from statistics import median
from typing import Any

import stackyard
from openspiel import Spent, Spiel, SpielPlayer
from stackyard.game import Game
from stackyard.position import DRAW, ONGOING
from stackyard.rng import Rng, derive
from stackyard_engine.alphabeta import AlphaBeta
from stackyard_engine.betting import elo_of
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.mcts.factory import search_of
from stackyard_engine.selection import plays_selectively, selective_search
from stackyard_engine.train.match_test import Side
from stackyard_lab.rating import share

ROUNDS = 7  # of measuring speed
SAMPLE = 50_000  # simulations, by which each is measured
LOOKS = 12  # at the clock in the time of a move
DEEPEST = 99  # of alpha-beta
SHORT = 3  # moves within which an opening may be decided


class OurPlayer:
    """Stackyard's search of level 8, by weights if there are any; it is kept from move to move.

    STACKYARD_WEIGHTS names the folder of weights and tuned parameters.
    """

    def __init__(self, game: Game, seconds: float, seed: int) -> None:
        self.game = game
        self.seconds = seconds  # for a move
        self.seed = seed
        self.position = game.initial()
        self.followed = 0  # how many moves of the game it has seen
        self.search: Any = None
        self.batch = 8
        self.spent = Spent()

    def choose(self, moves: list[str]) -> str:
        """The move it plays after these."""
        begin = time.process_time()
        for text in moves[self.followed :]:
            move = self.game.parse_move(text, self.position)
            self.position.play(move)
            if self.search is not None:
                self.search.advance(move)
        self.followed = len(moves)
        find = self.alphabeta_move if plays_selectively(self.game) else self.tree_move
        move, done = find(begin + self.seconds)
        self.spent.note(done, time.process_time() - begin)
        return self.game.format_move(move, self.position)

    def alphabeta_move(self, end: float) -> tuple[int, int]:
        """The move by alpha-beta search until a moment of processor time, and the positions."""
        if self.search is None:
            self.search = selective_search(self.game, self.position, self.seed)
        search = self.search
        before = int(search.nodes)
        search.deepen()
        stop = partial(is_over, end)
        while search.proven == ONGOING and search.depth < DEEPEST and search.deepen(stop):
            pass
        return int(search.move), int(search.nodes) - before

    def tree_move(self, end: float) -> tuple[int, int]:
        """The move by tree search until then, or until a proof, and the simulations."""
        if self.search is None:
            self.search = search_of(self.game, self.position, self.seed)
        tree = self.search
        done = tree.simulations
        now = time.process_time()
        while tree.proven == ONGOING and now < end:
            tree.run(self.batch)
            before, now = now, time.process_time()
            if now - before < self.seconds / LOOKS / 2:
                self.batch *= 2
            elif now - before > self.seconds / LOOKS:
                self.batch = max(1, self.batch // 2)
        return int(tree.children()[0].move), tree.simulations - done


def is_over(end: float) -> bool:
    """Tell if a moment of processor time has come."""
    return time.process_time() >= end


Player = OurPlayer | SpielPlayer


def main() -> None:
    """Measure, play, and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=["hex", "breakthrough", "connect_four"])
    parser.add_argument("--games", type=int, default=60, help="half of them with each colour")
    parser.add_argument("--seconds", type=float, default=0.1, help="of processor time for a move")
    parser.add_argument("--opening", type=int, default=2, help="random turns before the first move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--uct", type=float, default=1.0, help="OpenSpiel's constant")
    parser.add_argument("--rollouts", type=int, default=1, help="OpenSpiel's playouts at a leaf")
    parser.add_argument("--lost", type=float, help="stop when this many points are lost")
    chosen = parser.parse_args()
    game = stackyard.load_game(chosen.game)
    spiel = Spiel(game)
    by = "without weights" if weights_for(game) is None else "by weights"
    search = Side.of(game, weights_for(game)).words
    print(f"{game!r}, {game.build}, {search} {by}")
    print(", ".join([f"{name} {value}" for name, value in vars(chosen).items()]), flush=True)

    def their_player(seed: int) -> SpielPlayer:
        return SpielPlayer(spiel, chosen.seconds, seed, chosen.uct, chosen.rollouts)

    here, there = speeds(game, their_player(chosen.seed), chosen.seed)
    print(f"simulations a second at the start: {here:,.0f}, OpenSpiel {there:,.0f}", end="; ")
    print(f"{here / there:.1f} times as many", flush=True)
    scores: list[float] = []
    decided = 0
    ours, theirs = Spent(), Spent()
    for number in range(chosen.games):
        seed = derive(chosen.seed, number)
        moves = opening(game, chosen.opening, derive(chosen.seed, number // 2))
        decided += number % 2 == 0 and is_decided(game, moves)
        we, they = OurPlayer(game, chosen.seconds, seed), their_player(seed)
        winner = play(game, [they, we] if number % 2 else [we, they], moves)
        scores.append(0.5 if winner is None else float(winner is we))
        ours.add(we.spent)
        theirs.add(they.spent)
        won, played = sum(scores), len(scores)
        print(f"\r{won:g} of {played}", end="", file=sys.stderr, flush=True)
        if chosen.lost is not None and played - won >= chosen.lost:
            break
    print("", file=sys.stderr)
    sure = share(won, played)
    print(f"won {won:g} of {played}: {sure.value:.0%}, 95 % interval {sure.low:.0%}", end=" ")
    value, low, high = [
        f"{elo_of(round(end, 9)):+.0f}" for end in (sure.value, sure.low, sure.high)
    ]
    print(f"to {sure.high:.0%}, Elo {value} ({low} to {high})")
    pairs = [*zip(scores[::2], scores[1::2], strict=False)]
    split = sum([{*pair} == {0.0, 1.0} for pair in pairs])
    print(f"openings that one colour won twice: {split} of {len(pairs)};", end=" ")
    print(f"won by force within {SHORT} moves: {decided}")
    print(f"Stackyard: {ours}")
    print(f"OpenSpiel: {theirs}")


def speeds(game: Game, player: SpielPlayer, seed: int) -> tuple[float, float]:
    """The simulations a second of each side from the start of a game; medians, taking turns."""
    ours, theirs = [], []
    for turn in range(ROUNDS):
        begin = time.process_time()
        search_of(game, game.initial(), derive(seed, turn)).run(SAMPLE)
        ours.append(SAMPLE / (time.process_time() - begin))
        done, used, _ = player.search(player.spiel.state([]), SAMPLE, turn)
        theirs.append(done / used)
    return median(ours), median(theirs)


def opening(game: Game, turns: int, seed: int) -> list[str]:
    """Random moves, drawn again where the game ends with them."""
    for attempt in count():
        rng, position = Rng(derive(seed, attempt)), game.initial()
        moves: list[str] = []
        while position.winner == ONGOING and len(moves) < turns:
            move = position.random_move(rng.bits())
            moves.append(game.format_move(move, position))
            position.play(move)
        if position.winner == ONGOING:
            break
    return moves


def is_decided(game: Game, moves: list[str]) -> bool:
    """Tell if a player can force a win within SHORT moves after these."""
    position = game.initial()
    for text in moves:
        position.play(game.parse_move(text, position))
    search = AlphaBeta(position)
    while search.depth < SHORT and search.proven == ONGOING:
        search.deepen()
    return search.proven not in (ONGOING, DRAW)


def play(game: Game, players: list[Player], moves: list[str]) -> Player | None:
    """Play on after these moves to the end; the player who wins, None for a draw."""
    position = game.initial()
    for text in moves:
        position.play(game.parse_move(text, position))
    while position.winner == ONGOING:
        text = players[position.player].choose(moves)
        position.play(game.parse_move(text, position))
        moves.append(text)
    return None if position.winner == DRAW else players[position.winner]


if __name__ == "__main__":
    main()
