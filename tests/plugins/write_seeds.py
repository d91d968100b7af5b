"""What seeds lead to: each game's seeds.json holds cases and their outcomes.

The tests compare them exactly in every build. `python tests/plugins/write_seeds.py` writes all
outcomes anew, which is right only where a change of moves is meant; to add a case, add a line
without its outcome first.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from stackyard import Match, Rng, Search, load_game, random_playout

FILES = {path.parent.name: path for path in sorted(Path(__file__).parent.glob("*/seeds.json"))}


def cases(game: str) -> list[dict[str, Any]]:
    """The cases of a game."""
    known: list[dict[str, Any]] = json.loads(FILES[game].read_text("utf-8"))
    return known


def outcome(name: str, case: dict[str, Any]) -> dict[str, Any]:
    """What a case of a game leads to."""
    game = load_game(name, **case["options"])
    position = game.initial()
    match case["kind"]:
        case "match":
            first, second = case["players"]
            played = Match(game, (first, second), seed=case["seed"])
            result, moves = played.run(), []
            for turn in played.turns:
                before = turn.before.copy()
                for move in turn.moves:
                    moves.append(game.format_move(move, before))
                    before.play(move)
            return {
                "moves": " ".join(moves),
                "winner": [*game.colours, "draw"][result.winner],
                "position": game.format_position(played.position),
            }
        case "playout":
            number = game.playout(position, case["seed"], case["limit"])
            return {"moves": int(number), "position": game.format_position(position)}
        case "random_playout":
            number = random_playout(position, Rng(case["seed"]))
            return {"moves": int(number), "position": game.format_position(position)}
        case "search":
            search = Search(position, game.playout, case["seed"])
            search.run(case["simulations"])
            return {
                "lines": [
                    [game.format_move(line.move, position), line.visits, round(line.value, 9)]
                    for line in search.children()
                    if line.visits
                ]
            }
    raise ValueError(case["kind"])


def main() -> None:
    """Write a line for each case."""
    for game, path in FILES.items():
        lines = [json.dumps(case | {"outcome": outcome(game, case)}) for case in cases(game)]
        path.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
