"""Let the searches of two builds of Stackyard play each other, at equal processor time.

`python docs/researchers/duel.py [-o NAME=VALUE] GAME PYTHON PYTHON`, each PYTHON being the
interpreter of an environment in which one of the builds is installed. Every opening is played
twice, colours swapped; Ctrl-C ends the match with the result so far. The environment in which this
is started keeps the rules. With `--weights FOLDER FOLDER` each side judges by the learned weights
of a folder; `none` leaves out those of the package as well. With `--milliseconds 1000,100` the
sides think for different times; `--nodes` makes trees small, so that they are soon full. `--search
selective tree` lets the first side search by alpha-beta, and `selective:late=2,margin=500` with
these parameters in place of the game's; so does `tree:exploration=0.02`. With `--search workers=2
workers=1` the sides search in two processes and in one. Times are then wall times, so nothing else
may run on the machine. On a busy machine give numbers of simulations in place of times: `--search
workers=2:800 workers=1:400`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TextIO

from click import UsageError

from stackyard import DRAW, ONGOING, Course, Game, Rng, load_game
from stackyard.analysis import Limit
from stackyard.errors import StackyardError
from stackyard.rng import derive
from stackyard_engine import Search
from stackyard_engine.mcts.search import NODES

TREE = "tree"
WORKERS = "workers="
LONGEST = 4000  # plies; a game that goes on counts as a draw
DEEPEST = 60  # of alpha-beta


class Side:
    """One of the builds, in a process of its own."""

    def __init__(
        self,
        python: str,
        game: str,
        options: dict[str, str],
        milliseconds: float,
        nodes: int,
        weights: str | None = None,
        kind: str = TREE,
    ) -> None:
        told = json.dumps([game, options, milliseconds, nodes, kind])
        words = [python, __file__, "--side", told]
        self._process = subprocess.Popen(  # noqa: S603
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C reaches the match, which ends its sides
            env=os.environ if weights is None else os.environ | {"STACKYARD_WEIGHTS": weights},
        )
        self.simulations = self.moves = 0

    def choose(self, course: Course, seed: int, new: bool) -> int:
        """The move of this side; `new` says that it has not moved in this game."""
        sent, answered = self._process.stdin, self._process.stdout
        assert sent is not None
        assert answered is not None
        print(json.dumps([new, seed, [int(move) for move in course.moves]]), file=sent, flush=True)
        move, simulations = json.loads(answered.readline())
        self.simulations += simulations
        self.moves += 1
        return int(move)

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()


def questions(game: Game, asked: TextIO) -> Iterator[tuple[Course, Course | None, list[int], int]]:
    """For each question: the course, the one before in the game, the moves since, and a seed."""
    course = Course(game)
    for line in asked:
        new, seed, moves = json.loads(line)
        earlier = None if new else course
        course = Course(game) if new else course
        since = moves[course.ply :]
        for move in since:
            course = course.play(move)
        yield course, earlier, since, seed


def answer(game: Game, milliseconds: float, nodes: int, asked: TextIO) -> None:
    """Be a side: for each question print a move, and how many simulations chose it."""
    search: Any = None
    for course, earlier, moves, seed in questions(game, asked):
        for move in moves if earlier else ():
            search.advance(move)
        if earlier is None or course.drawn != earlier.drawn:
            search = search_of(game, course, seed, nodes)
        search.reseed(seed)
        begun, end, step = search.simulations, time.process_time() + milliseconds / 1000, 8
        while search.proven == ONGOING and (before := time.process_time()) < end:
            search.run(step)
            taken = time.process_time() - before
            if taken < milliseconds / 12_000:
                step *= 2
            elif taken > milliseconds / 5_000:
                step = max(1, step // 2)
        print(json.dumps([search.children()[0].move, search.simulations - begun]), flush=True)


def answer_selectively(game: Game, milliseconds: float, asked: TextIO) -> None:
    """Be a side that searches by selective alpha-beta."""
    from stackyard_engine.selection import selective_search

    search: Any = None
    for course, earlier, moves, seed in questions(game, asked):
        for move in moves if earlier else ():
            search.advance(move)
        if earlier is None or course.drawn != earlier.drawn:
            search = selective_search(game, course.position, seed, course.drawn)
        begun, end = int(search.nodes), time.process_time() + milliseconds / 1000
        stop = partial(is_over, end)
        search.deepen()
        while search.proven == ONGOING and search.depth < DEEPEST and search.deepen(stop):
            pass
        print(json.dumps([search.move, int(search.nodes) - begun]), flush=True)


def answer_together(game: Game, limit: Limit, nodes: int, number: int, asked: TextIO) -> None:
    """Be a side that searches by several processes."""
    from stackyard_engine.engine import MctsEngine

    engine = MctsEngine(0, nodes, number, merges_images=False)
    engine.analyse(Course(game), limit)  # starts the processes
    for course, earlier, _, seed in questions(game, asked):
        if earlier is None:
            engine.seed = seed
        found = engine.analyse(course, limit)
        print(json.dumps([found.move, found.simulations]), flush=True)
    engine.close()


def adopt(game: Game, words: str, selective: bool) -> None:
    """Search a game with other parameters: NAME=VALUE, several with commas between."""
    from stackyard_engine.knowledge import knowledge_of  # which older builds lack

    own: Any = knowledge_of(game)
    pairs = [one.split("=") for one in words.split(",")]
    given = {name: json.loads(value) for name, value in pairs}
    if selective:
        from stackyard_engine import AlphaBetaParams

        own.alphabeta_params = replace(own.alphabeta_params or AlphaBetaParams(), **given)
    else:
        own.mcts_params = replace(own.mcts_params, **given)
        own.mcts_params_with_weights = replace(own.mcts_params_with_weights, **given)


def is_over(end: float) -> bool:
    """Tell if a time of the processor has come."""
    return time.process_time() >= end


def search_of(game: Game, course: Course, seed: int, nodes: int) -> Search:
    """A new search, by whatever the build has: weights, a manner of the game, neither."""
    try:
        from stackyard_engine.mcts import factory
    except ImportError:
        more: dict[str, Any] = {"drawn": course.drawn, "nodes": nodes}
        if hasattr(game, "mcts_params"):
            more["params"] = game.mcts_params
        return Search(course.position, game.playout, seed, **more)
    return factory.search_of(game, course.position, seed, nodes, course.drawn)


def opening(game: Game, turns: int, seed: int) -> Course:
    """A number of random turns, after which the game goes on."""
    number = 0
    while True:
        course, rng, played = Course(game), Rng(derive(seed, number)), 0
        while played < turns and course.result is None:
            course = course.play(course.position.random_move(rng.bits()))
            played += not course.position.mid_turn
        if course.result is None:
            return course
        number += 1


def play(sides: list[Side], course: Course, seed: int) -> float:
    """The points of the first side, which moves first in the game."""
    met = [False, False]
    while course.result is None and course.ply < LONGEST:
        mover = course.player
        move = sides[mover].choose(course, derive(seed, mover), not met[mover])
        met[mover] = True
        course = course.play(move)
    winner = DRAW if course.result is None else course.result.winner
    return 0.5 if winner == DRAW else float(winner == 0)


@dataclass
class Score:
    """The points of the first side, from pairs of games that begin with one opening."""

    points: float = 0.0
    pairs: int = 0
    draws: int = 0
    split: int = 0  # pairs in which one colour won both games

    def add(self, first: float, second: float) -> None:
        """Add a pair: the points of the game in which this side moved first, and of the other."""
        self.points += first + second
        self.pairs += 1
        self.draws += (first, second).count(0.5)
        self.split += abs(first - second) == 1

    def __str__(self) -> str:
        from stackyard_engine.betting import elo_of  # which older builds lack
        from stackyard_lab.rating import share

        games = 2 * self.pairs
        if not games:
            return "no pair of games was finished"
        found = share(self.points, games)
        ends = [f"{elo_of(round(end, 9)):+.0f}" for end in (found.value, found.low, found.high)]
        return (
            f"{self.points:g} of {games} points, {self.draws} draws: {ends[0]} Elo "
            f"({ends[1]} to {ends[2]}); "
            f"one colour won both games of {self.split} of {self.pairs} openings"
        )


def times(text: str) -> list[float]:
    """The thinking times of the sides: one number, or two with a comma between."""
    return [float(part) for part in text.split(",")]


def main() -> None:
    """Play, and print the points of the first build."""
    if sys.argv[1:2] == ["--side"]:
        name, options, milliseconds, nodes, kind = json.loads(sys.argv[2])
        game = load_game(name, **options)
        if kind.startswith(WORKERS):
            number, _, simulations = kind.removeprefix(WORKERS).partition(":")
            limit = Limit(seconds=milliseconds / 1000)
            if simulations:
                limit = Limit(simulations=int(simulations))
            answer_together(game, limit, nodes, int(number), sys.stdin)
            return
        kind, _, words = kind.partition(":")
        if words:
            adopt(game, words, kind != TREE)
        if kind == TREE:
            answer(game, milliseconds, nodes, sys.stdin)
        else:
            answer_selectively(game, milliseconds, sys.stdin)
        return
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game")
    parser.add_argument("python", nargs=2, help="the interpreters of two environments")
    parser.add_argument("-o", dest="options", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=200, help="an even number")
    parser.add_argument(
        "--milliseconds",
        type=times,
        default=[10.0],
        metavar="N[,N]",
        help="of the processor, a move; two numbers, if the sides differ",
    )
    parser.add_argument("--nodes", type=int, default=NODES, help="of a tree")
    parser.add_argument("--opening", type=int, default=4, help="random turns")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--weights",
        nargs=2,
        default=(None, None),
        metavar="FOLDER",
        help="of each; none leaves out",
    )
    parser.add_argument(
        "--search",
        nargs=2,
        default=(TREE, TREE),
        metavar="KIND",
        help="of each; tree or selective, with parameters after a colon, or workers=N",
    )
    chosen = parser.parse_args()
    from stackyard_cli.common import read_options  # which older builds lack

    try:
        options = read_options(tuple(chosen.options))
        game = load_game(chosen.game, **options)
    except (StackyardError, UsageError) as refused:
        parser.error(str(refused))
    score = Score()
    sides: list[Side] = []
    with suppress(KeyboardInterrupt):
        for path, time_of_side, weights, kind in zip(
            chosen.python,
            (2 * chosen.milliseconds)[:2],
            chosen.weights,
            chosen.search,
            strict=True,
        ):
            side = Side(path, chosen.game, options, time_of_side, chosen.nodes, weights, kind)
            sides.append(side)
        new, old = sides
        for number in range(chosen.games // 2):
            course = opening(game, chosen.opening, derive(chosen.seed, number))
            seeds = [derive(chosen.seed, 2 * number + swapped, 1) for swapped in range(2)]
            score.add(play([new, old], course, seeds[0]), 1 - play([old, new], course, seeds[1]))
    for side in sides:
        side.end()
    simulations = [f"{side.simulations / max(1, side.moves):.0f}" for side in sides]
    print(f"{score}; simulations a move {' and '.join(simulations)}")


if __name__ == "__main__":
    main()
