"""Outcomes of seeds: two files of cases and their outcomes for each game.

`seeds.json` proves the rules: matches by random players, and playouts. `search_seeds.json` holds
what searches find and what players choose by them. The tests compare both exactly in every build.

`python tests/plugins/write_seeds.py search_seeds` writes all outcomes of these files anew, which is
right where a search was changed; `seeds` only where a change of moves is meant. To add a case, add
a line without its outcome first.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from stackyard import Match, Rng, load_game, random_playout
from stackyard_engine import Search
from stackyard_engine.knowledge import knowledge_of

HERE = Path(__file__).parent
GAMES = sorted(path.parts[-4] for path in HERE.parents[1].glob("plugins/*/src/*/game.py"))
FILES = {"seeds": {"match", "playout", "random_playout"}, "search_seeds": {"match", "search"}}


def path_of(file: str, game: str) -> Path:
    return HERE / game / f"{file}.json"


def cases(file: str, game: str) -> list[dict[str, Any]]:
    """The cases of a game in its file of that name."""
    known: list[dict[str, Any]] = json.loads(path_of(file, game).read_text("utf-8"))
    return known


def outcome(name: str, case: dict[str, Any]) -> dict[str, Any]:
    """The outcome of a case of a game."""
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
            params = knowledge_of(game).mcts_params
            search = Search(position, game.playout, case["seed"], params)
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
    if not sys.argv[1:] or not set(sys.argv[1:]) <= set(FILES):
        sys.exit(f"say which files: {' or '.join(FILES)}")
    os.environ["STACKYARD_WEIGHTS"] = "none"  # as in the tests
    for file in sys.argv[1:]:
        for game in GAMES:
            known = cases(file, game)
            lines = [json.dumps(case | {"outcome": outcome(game, case)}) for case in known]
            path_of(file, game).write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
