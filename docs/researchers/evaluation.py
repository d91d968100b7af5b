"""Try what searches play and promise against what is known for certain of a game.

`python docs/researchers/evaluation.py [-o NAME=VALUE] GAME` draws random positions of random games,
one of each, and prints in which share of those where only some moves keep the result the chosen
move does. With `--chances N` it draws N positions of games played well and badly, tells a chance
for one move of each, and prints how often such moves won when searches for both sides played on
(`--playing` simulations a move). Where results are known, from a kept table (`stackyard solve
--keep`) or since the game is solved first, it also compares all that is said to be proven. Ctrl-C
ends it with the table so far.

With `--intervals N` it searches N positions of any board, and again with another seed and four
times the simulations, and prints how many of the later chances lie in the intervals told before.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Hashable, Iterator
from math import exp, fsum
from operator import mul
from signal import SIGINT, signal

from click import UsageError

from stackyard import ONGOING, Course, Game, Rng
from stackyard.errors import StackyardError
from stackyard.position import Position
from stackyard.rng import derive
from stackyard_cli.common import game_of
from stackyard_engine import Search
from stackyard_engine.alphabeta import AlphaBeta
from stackyard_engine.eval.calibration import Told, falling, odds_of, told
from stackyard_engine.eval.lookup import calibration_for, weights_for
from stackyard_engine.eval.weights import Evaluator, Weights
from stackyard_engine.mcts.factory import search_of
from stackyard_engine.solver.game_solver import ResultLookup
from stackyard_engine.successors import points_of, successor
from stackyard_engine.train.chances import SIMULATIONS
from stackyard_engine.train.exact_results import exact_results_for
from stackyard_engine.train.examples import best_next
from stackyard_engine.train.validation import (
    SelfPlayer,
    drawn_from,
    random_line,
    seen_again,
    varied_line,
)
from stackyard_lab.rating import share

BANDS = 10
FROM_EACH = 4  # positions of a game of which chances are told
TRIED = 20_000  # random games in which positions are looked for
EDGE = 0.01  # a chance nearer to 0 or 1 is told without its interval
ROUNDED = 0.005  # what is told is whole percents
STEPS = 20  # of Newton's method
TRIALS = 200  # of honest chances
MILLION = 1_000_000


def main() -> None:
    """Draw the positions, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game")
    parser.add_argument("-o", dest="options", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--positions", type=int, default=100, help="in which the move decides")
    parser.add_argument("--milliseconds", type=float, default=100, help="of the processor, a move")
    parser.add_argument("--chances", type=int, metavar="N", help="try chances and proofs instead")
    parser.add_argument("--simulations", type=int, default=200, help="by which they are told")
    parser.add_argument("--playing", type=int, default=SIMULATIONS, help="of a move played on")
    parser.add_argument("--intervals", type=int, metavar="N", help="try intervals instead")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    try:
        game = game_of(chosen.game, tuple(chosen.options))
    except (StackyardError, UsageError) as refused:
        parser.error(str(refused))
    if chosen.intervals is not None:
        varying = varied(game, chosen.intervals, chosen.seed, weights_for(game), 1)
        tell_intervals(game, varying, chosen.simulations, chosen.seed)
        return
    knowledge = exact_results_for(game)
    weights = weights_for(game)
    if chosen.chances is None and knowledge is not None:
        tell(game, knowledge, chosen.positions, chosen.milliseconds / 1000, chosen.seed)
        return
    if knowledge is None and chosen.chances is None:
        parser.exit(1, f"Nothing is known of {game.name} for certain: the board is too large.\n")
    drawn = game, chosen.chances, chosen.seed, weights
    efforts = chosen.simulations, chosen.playing
    tell_played_on(game, weights, varied(*drawn, 1), efforts, chosen.seed)
    if knowledge is not None and tell_proofs(
        game, knowledge, varied(*drawn), chosen.simulations, chosen.seed
    ):
        parser.exit(1)


def tell(game: Game, knowledge: ResultLookup, wanted: int, seconds: float, seed: int) -> None:
    """Print in how many positions that matter a choice keeps the result.

    Searches, by playouts and by the weights, think for `seconds` of the processor.
    """
    weights = weights_for(game)
    ways = {"search by playouts": False}
    if weights is not None:
        ways["search by the weights"] = True
    kept = dict.fromkeys(ways, 0)
    ahead, by_chance, deciding = 0, 0.0, 0
    for number in range(TRIED):
        if deciding == wanted:
            break
        own = derive(seed, number)
        line = random_line(game, own)
        position = line[Rng(derive(own, 1)).below(len(line))]
        known = knowledge.known(position)
        if known is None:
            continue
        good = keeping(position, known.winner, knowledge)
        if not 0 < len(good) < len(position.legal_moves()):
            continue
        deciding += 1
        by_chance += len(good) / len(position.legal_moves())
        for name, use_weights in ways.items():
            search = search_of(game, position, seed, use_weights=use_weights)
            kept[name] += thought(search, seconds).children()[0].move in good
        if weights is not None:
            evaluator: Evaluator = weights.evaluator()
            ahead += best_next(evaluator.value, position) in good
    if not deciding:
        print(f"In {TRIED:,} positions every move kept the result.")
        return
    print(f"{deciding} positions in which only some moves keep the result\n\n| choice | kept |")
    print(f"|---|---|\n| by chance | {by_chance / deciding:.2f} |")
    if weights is not None:
        print(f"| one move ahead by the weights | {ahead / deciding:.2f} |")
    for name, times in kept.items():
        print(f"| {name} | {times / deciding:.2f} |")


def varied(
    game: Game, wanted: int, seed: int, weights: Weights | None, each: int = FROM_EACH
) -> Iterator[Position]:
    """Positions of games, none twice, `each` of a game; without weights of random games alone."""
    met: set[Hashable] = set()
    evaluator = None if weights is None else weights.evaluator()
    for number in range(max(TRIED, wanted)):
        own = derive(seed, number)
        line = random_line(game, own) if evaluator is None else varied_line(game, evaluator, own)
        for position in drawn_from(line, own, each):
            if len(met) == wanted:
                return
            if position.key() not in met:
                met.add(position.key())
                yield position


def tell_proofs(
    game: Game, knowledge: ResultLookup, positions: Iterator[Position], simulations: int, seed: int
) -> bool:
    """Print what searches say is proven; return whether any of it is false."""
    weights = weights_for(game)
    tried, proven = 0, {"tree": [0, 0], "alphabeta": [0, 0]}  # how many, and how many are false
    for position in uninterrupted(positions):
        known = knowledge.known(position)
        if known is None:
            continue
        tried += 1
        search = search_of(game, position, derive(seed, tried))
        search.run(simulations)
        claims = [(position, search.proven)]
        claims += [(successor(position, child.move), child.proven) for child in search.children()]
        check(claims, knowledge, proven["tree"])
        near = AlphaBeta(position, evaluator=None if weights is None else weights.evaluator().value)
        while near.nodes < simulations and near.proven == ONGOING:
            near.deepen()
        check([(position, near.proven)], knowledge, proven["alphabeta"])
    print(f"\n{tried:,} positions whose result is known")
    for name, (number, false) in proven.items():
        print(f"{name}: {number:,} results proven, {false or 'none'} of them false")
    return any(false for _, false in proven.values())


def tell_played_on(
    game: Game,
    weights: Weights | None,
    positions: Iterator[Position],
    efforts: tuple[int, int],
    seed: int,
) -> None:
    """Print how often chances came true when a move with a chance was played on.

    `efforts` are the simulations that tell the chance, and those of each move after it.
    """
    chances = calibration_for(game)
    said: list[tuple[float, float]] = []
    tried = 0
    for position in uninterrupted(positions):
        tried += 1
        own = derive(seed, tried)
        player = SelfPlayer(game, weights, Course(game, position), own)
        search = player.search(efforts[0])
        moves = told(search.children(), chances)
        moves = [one for one in moves if one.interval is not None]
        if search.proven == ONGOING and moves:
            one = moves[Rng(derive(own, 6)).below(len(moves))]
            mover = player.course.player
            player.play(one.child.move)
            said.append((one.chance, points_of(player.winner(efforts[1]), mover)))
    print(f"{tried:,} positions, {len(said):,} played on")
    tell_bands(said)


def uninterrupted(positions: Iterator[Position]) -> Iterator[Position]:
    """The positions until Ctrl-C."""
    stopped: list[int] = []
    before = signal(SIGINT, lambda number, frame: stopped.append(number))
    try:
        for position in positions:
            yield position
            if stopped:
                print("Stopped.")
                return
    finally:
        signal(SIGINT, before)


def tell_bands(said: list[tuple[float, float]]) -> None:
    """Print the points won of moves by the chance told, and the errors of all chances."""
    print("\n| chance told | moves | won | 95 % interval | |\n|---|---|---|---|---|")
    for band in range(BANDS):
        shares = [won for chance, won in said if min(int(BANDS * chance), BANDS - 1) == band]
        if shares:
            won = share(sum(shares), len(shares))
            lies = won.low <= (band + 1) / BANDS and won.high >= band / BANDS
            print(
                f"| {band / BANDS:.0%} to {(band + 1) / BANDS:.0%} | {len(shares):,}"
                f" | {won.value:.0%} | {won.low:.0%} to {won.high:.0%}"
                f" | {'' if lies else 'missed'} |"
            )
    if said:
        chances = sorted([chance for chance, _ in said], reverse=True)
        mean, least = errors([won for _, won in sorted(said, reverse=True)], chances)
        print(f"\nMean squared error (Brier): {mean:.4f}; of the best monotone map {least:.4f}")
        usual, highest = honest_differences(chances)
        print(
            f"The difference is {mean - least:.4f}. As many honest chances would differ by "
            f"{usual:.4f} on average, and by up to {highest:.4f} in 19 of 20 trials."
        )
        print(f"Slope of the outcomes on the logarithmic odds of the chances: {slope(said):.2f}")


def slope(said: list[tuple[float, float]]) -> float:
    """The slope of the most likely line from the odds of chances to the outcomes; 1 is honest."""
    steepness, shift = 1.0, 0.0
    odds = [odds_of(chance) for chance, _ in said]
    for _ in range(STEPS):
        ahead = [1 / (1 + exp(-steepness * one - shift)) for one in odds]
        bends = [one * (1 - one) for one in ahead]
        miss = [won - one for one, (_, won) in zip(ahead, said, strict=True)]
        a, b = sum(bends), fsum(map(mul, bends, odds))
        c = fsum([bend * one * one for bend, one in zip(bends, odds, strict=True)])
        down, along = sum(miss), fsum(map(mul, miss, odds))
        space = max(a * c - b * b, 1e-9)
        shift += (c * down - b * along) / space
        steepness += (a * along - b * down) / space
    return steepness


def errors(points: list[float], chances: list[float]) -> tuple[float, float]:
    """The mean squared errors of chances, the highest first, and of their best monotone map."""
    best = falling(points, [1.0] * len(points))
    sums = [
        sum([(told - won) ** 2 for told, won in zip(maps, points, strict=True)])
        for maps in (chances, best)
    ]
    return sums[0] / len(points), sums[1] / len(points)


def honest_differences(chances: list[float]) -> tuple[float, float]:
    """The gain of the best monotone map over chances that come true exactly as often as they say.

    The map is chosen with hindsight, so there always is one. Returns the mean of simulated trials
    and the 95 % quantile.
    """
    rng, differences = Rng(1), []
    for _ in range(TRIALS):
        points = [float(int(rng.below(MILLION)) < chance * MILLION) for chance in chances]
        mean, least = errors(points, chances)
        differences.append(mean - least)
    differences.sort()
    return sum(differences) / TRIALS, differences[int(0.95 * TRIALS)]


def tell_intervals(game: Game, positions: Iterator[Position], simulations: int, seed: int) -> None:
    """Print how often a longer search puts chances into the intervals told, and how wide they are.

    Moves that the longer search proves are counted apart.
    """
    chances = calibration_for(game)

    def search(position: Position, own: int, number: int) -> Search:
        found = search_of(game, position, own)
        found.run(number)
        return found

    best: list[tuple[Told, Told]] = []
    others: list[tuple[Told, Told]] = []
    for number, position in enumerate(positions):
        pairs = seen_again(search, position, derive(seed, number), simulations, chances)
        best += pairs[:1]
        others += pairs[1:]
    print("| moves | shown | proven later | in the interval | mean width | median |")
    print("|---|---|---|---|---|---|")
    for name, pairs in (("best", best), ("others", others), ("all", best + others)):
        seen = [(one, later) for one, later in pairs if EDGE <= one.chance <= 1 - EDGE]
        still = [(one, later) for one, later in seen if later.child.proven == ONGOING]
        bounds = [one.interval or (0.0, 1.0) for one, _ in still]
        within = [
            low - ROUNDED <= later.chance <= high + ROUNDED
            for (low, high), (_, later) in zip(bounds, still, strict=True)
        ]
        widths = sorted([high - low for low, high in bounds])
        if widths:
            print(
                f"| {name} | {len(seen):,} | {len(seen) - len(still)}"
                f" | {sum(within) / len(within):.0%} | {sum(widths) / len(widths):.0%}"
                f" | {widths[len(widths) // 2]:.0%} |"
            )


def check(claims: list[tuple[Position, int]], knowledge: ResultLookup, count: list[int]) -> None:
    """Count the claims of results, and those that are false."""
    for position, winner in claims:
        known = knowledge.known(position)
        if winner != ONGOING and known is not None:
            count[0] += 1
            count[1] += known.winner != winner


def keeping(position: Position, winner: int, knowledge: ResultLookup) -> list[int]:
    """The moves after which the result is still the same."""
    good = []
    for move in position.legal_moves():
        result = knowledge.known(successor(position, move))
        if result is not None and result.winner == winner:
            good.append(int(move))
    return good


def thought(search: Search, seconds: float) -> Search:
    """The search after so much time of the processor."""
    end = time.process_time() + seconds
    while search.proven == ONGOING and time.process_time() < end:
        search.run(32)
    return search


if __name__ == "__main__":
    main()
