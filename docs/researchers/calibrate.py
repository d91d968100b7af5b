"""Measure the Elo of the levels: `python docs/researchers/calibrate.py [GAME[:NAME=VALUE,…] …]`.

Neighbours meet, colours swapped over random openings; the tables are printed as Markdown. The games
go to the archive as they end: the same command goes on where it was interrupted. It needs
stackyard-lab, and compiled packages if it is not to take days.
"""

from __future__ import annotations

import argparse

from stackyard.records.archive import Archive
from stackyard_engine.plugin import LEVELS
from stackyard_lab.arena import Arena
from stackyard_lab.plan import Plan
from stackyard_lab.rating import Estimate, rate

# The standard board of Pit of Pillars takes minutes a game.
GAMES = ("filo", "silo", "splay", "pit_of_pillars:size=5", "slicron")
OPENING = 4  # random turns
OPENINGS = {"filo": 0}  # four random turns decide most of its games
PLAYERS = ("random", *[f"level:{number}" for number in range(1, LEVELS + 1)])


def main() -> None:
    """Play, and print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="*", default=GAMES)
    parser.add_argument("--games", type=int, default=200, help="of each pair of neighbours")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--top", type=int, default=LEVELS, help="the highest level to be measured")
    chosen = parser.parse_args()
    for described in chosen.game:
        calibrate(described, chosen.games, chosen.workers, chosen.top)


def calibrate(described: str, games: int, workers: int, top: int) -> None:
    """Let the neighbours of one game meet and print what came out."""
    name, _, rest = described.partition(":")
    options = dict(part.split("=") for part in rest.split(",") if part)
    opening = OPENINGS.get(name, OPENING)
    print(f"\n{described}, {games} games a pair, openings of {opening} random turns\n")
    print("| level | against the one below | Elo ahead of it (95 %) | plies |")
    print("|---|---|---|---|", flush=True)
    results = []
    for number in range(1, top + 1):
        pair = PLAYERS[number], PLAYERS[number - 1]
        arena = Arena(Plan(name, pair, options, games, opening=opening), Archive())
        arena.run(f"processes:{workers}")
        outcomes = [outcome for outcome in arena.counted if outcome.winner is not None]
        points = sum(o.points if o.pairing.seats[0] == 0 else 1 - o.points for o in outcomes)
        met = [(o.pairing.seats[0], o.pairing.seats[1], o.points) for o in outcomes]
        results += [(number - first, number - second, share) for first, second, share in met]
        ahead = rate(2, met, anchor=(1, 0.0)).players[0]
        plies = sum(o.plies for o in outcomes) / len(outcomes)
        print(f"| {number} | {points:g} of {len(outcomes)} | {words(ahead)} | {plies:.0f} |")
    whole = rate(top + 1, results, anchor=(1, 0.0))
    print(
        "\nElo, level 1 being 0: "
        + "; ".join(
            f"{player} {words(elo)}" for player, elo in zip(PLAYERS, whole.players, strict=False)
        )
    )
    print(f"To move first is worth {words(whole.first_seat)}.", flush=True)


def words(elo: Estimate) -> str:
    """A figure with half the width of its interval."""
    return f"{elo.value:.0f} ± {(elo.high - elo.low) / 2:.0f}"


if __name__ == "__main__":
    main()
