"""Try what searches play and promise against what is known for certain of a game.

`python docs/researchers/judging.py [-o NAME=VALUE] GAME`. Positions are random ones of random
games, one of each. In those where only some moves keep the result, the share in which the chosen
move does is printed; of all of them, how often positions were won that a chance was given. What is
known comes from a kept table (`stackyard solve --keep`), or the game is solved first.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from stackyard import DRAW, ONGOING, Game, Rng, Search, load_game
from stackyard.learning.examples import best_next
from stackyard.learning.finding import weights_for
from stackyard.learning.teaching import knowledge_for
from stackyard.learning.trying import random_line
from stackyard.learning.weights import Judging
from stackyard.position import Position
from stackyard.rng import derive
from stackyard.search.judged import search_of
from stackyard.search.solving import Knowledge

BINS = ((0.0, 0.1), (0.1, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01))
TRIED = 20_000  # random games in which positions are looked for


def main() -> None:
    """Draw the positions, and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game")
    parser.add_argument("-o", dest="options", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--positions", type=int, default=100, help="in which the move decides")
    parser.add_argument("--milliseconds", type=float, default=100, help="of the processor, a move")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game = load_game(chosen.game, **dict(option.split("=", 1) for option in chosen.options))
    knowledge = knowledge_for(game)
    if knowledge is None:
        parser.exit(1, f"Nothing is known of {game.name} for certain: the board is too large.\n")
    tell(game, knowledge, chosen.positions, chosen.milliseconds / 1000, chosen.seed)


def tell(game: Game, knowledge: Knowledge, wanted: int, seconds: float, seed: int) -> None:
    """Print both tables."""
    weights = weights_for(game)
    ways: dict[str, Callable[[Position], Search]] = {
        "search by playouts": lambda position: search_of(game, position, seed, learned=False)
    }
    if weights is not None:
        ways["search by the weights"] = lambda position: search_of(game, position, seed)
    kept = dict.fromkeys(ways, 0)
    ahead, by_chance, deciding = 0, 0.0, 0
    said: list[tuple[float, float]] = []
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
        decides = 0 < len(good) < len(position.legal_moves())
        for name, way in ways.items():
            if not decides and name != list(ways)[-1]:
                continue
            search = thought(way(position), seconds)
            best = search.children()[0]
            kept[name] += decides and best.move in good
            if name == list(ways)[-1] and search.proven == ONGOING:
                value = best.value if weights is None else weights.chances.of(best.value)
                won = float(known.winner == position.player)
                said.append((value, 0.5 if known.winner == DRAW else won))
        if decides:
            deciding += 1
            by_chance += len(good) / len(position.legal_moves())
            if weights is not None:
                judge: Judging = weights.judge()
                ahead += best_next(judge.value, position) in good
    if not deciding:
        print(f"In {TRIED:,} positions every move kept the result.")
        return
    print(f"{deciding} positions in which only some moves keep the result\n\n| choice | kept |")
    print(f"|---|---|\n| by chance | {by_chance / deciding:.2f} |")
    if weights is not None:
        print(f"| one move ahead by the weights | {ahead / deciding:.2f} |")
    for name, times in kept.items():
        print(f"| {name} | {times / deciding:.2f} |")
    print(f"\n{len(said)} positions, not proven in that time\n\n| chance told | positions | won |")
    print("|---|---|---|")
    for low, high in BINS:
        shares = [share for value, share in said if low <= value < high]
        if shares:
            part = f"{sum(shares) / len(shares):.0%}"
            print(f"| {low:.0%} to {min(high, 1):.0%} | {len(shares)} | {part} |")


def keeping(position: Position, winner: int, knowledge: Knowledge) -> list[int]:
    """The moves after which the result is still the same."""
    good = []
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        result = knowledge.known(after)
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
