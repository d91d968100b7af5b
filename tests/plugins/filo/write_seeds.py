"""Write seeds.json anew: `python tests/plugins/filo/write_seeds.py`.

What a seed leads to is compared exactly in every build; write the file anew only where a change
of moves is meant.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from stackyard import Match, Rng, Search, load_game, random_playout

FILE = Path(__file__).with_name("seeds.json")

SHAPES: list[dict[str, Any]] = [
    {},
    {"empty_reserve": "skip"},
    {"variant": "proposal-1"},
    {"variant": "proposal-2"},
    {"variant": "proposal-1+2", "size": 5, "pieces": 5},
    {"size": 6, "pieces": 9, "empty_reserve": "skip"},
    {"size": 9, "pieces": 18, "variant": "proposal-1"},
    {"size": 5, "variant": "proposal-2", "empty_reserve": "skip"},
]
SEEDS = [0, 1, 2021, 2**62 - 1]
ANY_INTS = [-1, 2**62, 10**30]


def cases() -> list[dict[str, Any]]:
    """What is played: everything that `outcome` needs to know."""
    matches = [
        {"kind": "match", "options": shape, "players": ["random", "random"], "seed": seed}
        for shape in SHAPES
        for seed in (SEEDS if shape == {} else SEEDS[1:3])
    ]
    matches += [
        {"kind": "match", "options": shape, "players": players, "seed": 7}
        for shape in ({"size": 5}, {"size": 5, "pieces": 5, "variant": "proposal-1"}, {})
        for players in (["mcts:40", "random"], ["mcts:25", "mcts:25,seed=3"])
    ]
    playouts = [
        {"kind": "playout", "options": shape, "seed": seed, "limit": limit}
        for shape in SHAPES
        for seed in SEEDS
        for limit in (5000, 20)
    ]
    streams = [{"kind": "random_playout", "options": {}, "seed": seed} for seed in SEEDS + ANY_INTS]
    searches = [
        {"kind": "search", "options": shape, "seed": seed, "simulations": 200}
        for shape in SHAPES[:5]
        for seed in SEEDS[1:]
    ]
    return [*matches, *playouts, *streams, *searches]


def outcome(case: dict[str, Any]) -> dict[str, Any]:
    """What a case leads to."""
    game = load_game("filo", **case["options"])
    position = game.initial()
    match case["kind"]:
        case "match":
            first, second = case["players"]
            played = Match(game, (first, second), seed=case["seed"])
            result = played.run()
            return {
                "moves": " ".join(
                    [
                        game.format_move(move, turn.before)
                        for turn in played.turns
                        for move in turn.moves
                    ]
                ),
                "winner": [*game.colours, "draw"][result.winner],
                "position": game.format_position(played.position),
            }
        case "playout":
            moves = game.playout(position, case["seed"], case["limit"])
            return {"moves": int(moves), "position": game.format_position(position)}
        case "random_playout":
            moves = random_playout(position, Rng(case["seed"]))
            return {"moves": int(moves), "position": game.format_position(position)}
        case "search":
            search = Search(position, game.playout, case["seed"])
            search.run(case["simulations"])
            lines = [
                (game.format_move(line.move, position), line.visits, line.value)
                for line in search.lines()
            ]
            return {"lines": [[move, visits, round(value, 9)] for move, visits, value in lines]}
    raise ValueError(case["kind"])


def main() -> None:
    """Write a line for each case."""
    lines = [json.dumps(case | {"outcome": outcome(case)}) for case in cases()]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
