"""Write seeds.json anew: `python tests/plugins/pit_of_pillars/write_seeds.py`.

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
    {"self_elimination": "loses"},
    {"size": 3},
    {"size": 4},
    {"size": 5, "self_elimination": "loses"},
    {"size": 6},
    {"size": 7},
]
SEEDS = [0, 1, 2021, 2**62 - 1]
ANY_INTS = [-1, 2**62, 10**30]


def cases() -> list[dict[str, Any]]:
    """What is played: everything that `outcome` needs to know."""
    matches = [
        {"kind": "match", "options": shape, "players": ["random", "random"], "seed": seed}
        for shape in SHAPES
        for seed in (SEEDS[:1] if shape.get("size", 8) > 5 else SEEDS)
    ]
    matches += [
        {"kind": "match", "options": shape, "players": players, "seed": 7}
        for shape in ({"size": 4}, {"size": 4, "self_elimination": "loses"})
        for players in (["mcts:4", "random"], ["mcts:2", "mcts:2,seed=3"])
    ]
    playouts = [
        {"kind": "playout", "options": shape, "seed": seed, "limit": limit}
        for shape in SHAPES
        for seed in SEEDS
        for limit in ((10**6, 100) if seed < 2 else (100,))
    ]
    streams = [
        {"kind": "random_playout", "options": {"size": 5}, "seed": seed}
        for seed in SEEDS + ANY_INTS
    ]
    searches = [
        {"kind": "search", "options": {"size": size}, "seed": seed, "simulations": number}
        for size, number in ((3, 100), (4, 40), (8, 4))
        for seed in SEEDS[1:3]
    ]
    return [*matches, *playouts, *streams, *searches]


def outcome(case: dict[str, Any]) -> dict[str, Any]:
    """What a case leads to."""
    game = load_game("pit_of_pillars", **case["options"])
    position = game.initial()
    match case["kind"]:
        case "match":
            first, second = case["players"]
            match = Match(game, (first, second), seed=case["seed"])
            result = match.run()
            moves = [move for turn in match.turns for move in turn.moves]
            return {
                "moves": " ".join([game.format_move(move, position) for move in moves]),
                "winner": [*game.colours, "draw"][result.winner],
                "position": game.format_position(match.position),
            }
        case "playout":
            played = game.playout(position, case["seed"], case["limit"])
            return {"moves": int(played), "position": game.format_position(position)}
        case "random_playout":
            number = random_playout(position, Rng(case["seed"]))
            return {"moves": number, "position": game.format_position(position)}
        case "search":
            search = Search(position, game.playout, case["seed"])
            search.run(case["simulations"])
            lines = [
                [game.format_move(line.move, position), line.visits, round(line.value, 9)]
                for line in search.lines()
            ]
            return {"lines": [line for line in lines if line[1]]}
    raise ValueError(case["kind"])


def main() -> None:
    """Write a line for each case."""
    lines = [json.dumps(case | {"outcome": outcome(case)}) for case in cases()]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
