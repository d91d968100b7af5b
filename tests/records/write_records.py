"""The corpus: NAME.jsonl holds records of each game, a record a line.

The tests replay them by the rules of today. `python tests/records/write_records.py NAME…` writes
those of the games named anew, of all games without a name. That is right only after a rule was
changed on purpose and the game's `rules_version` raised, or where an option was added.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from stackyard import Game, Match, OptionError, Record, load_game, record_of
from stackyard.options import Option, Settings, Span
from stackyard.records.format import encode
from stackyard.rng import derive

HERE = Path(__file__).parent
GAMES = sorted(path.parts[-4] for path in HERE.parents[1].glob("plugins/*/src/*/game.py"))
WHEN = datetime(2026, 1, 1, 12, tzinfo=UTC)
LONGEST = 120  # moves; a longer game is left unfinished
PLAYERS = (("random", "random"), ("mcts:20", "random"), ("random", "mcts:20"))
TURNS_TO_THE_END = 12
CIRCLES = {  # a position and moves that lead back to it
    "filo": ("b/-/w/-/-/-/b/w 0,0 10,10 b", "a c h d f g e a h b g c d e b f"),
    "pit_of_pillars": ("6/8/8/3,w,4/8/8/2,r,5/6 w 0,0 move", "d5-e5 c2-c3 e5-d5 c3-c2"),
}


def sampled(option: Option) -> list[Any]:
    """All values of an option, of a long range its ends and its middle."""
    if isinstance(option.values, Span):
        return [option.values.low, option.values.high]
    values = list(option.values)
    if isinstance(option.values, range) and len(values) > 6:
        return [values[0], values[len(values) // 2], values[-1]]
    return values


def settings(game: type[Game]) -> Iterator[dict[str, Any]]:
    """Options such that each sampled value of each occurs, the others by default if they can be."""
    yield {}
    for option in game.options:
        others = [other for other in game.options if other is not option]
        for value in sampled(option):
            for choice in product(*([None, *sampled(other)] for other in others)):
                chosen = zip(others, choice, strict=True)
                given = {other.name: picked for other, picked in chosen if picked is not None}
                try:
                    game(**given, **{option.name: value})
                except OptionError:
                    continue
                yield {option.name: value, **given}
                break


def played(game: Game, seed: int, longest: int = LONGEST, repetition: int = 3) -> Match:
    """A match by players that the seed chooses, left unfinished after `longest` moves."""
    match = Match(game, PLAYERS[seed % 3], seed=derive(seed), repetition=repetition)
    while match.result is None and match.ply < longest:
        match.step()
    return match


def end_of(match: Match) -> Match:
    """The last turns of a match, at most half of them, as a match of their own."""
    match.run()
    turns = match.turns[len(match.turns) // 2 :][-TURNS_TO_THE_END:]
    end = Match(match.game, match.specs, position=turns[0].before, seed=match.seed)
    for turn in turns:
        for move in turn.moves:
            end.play(move)
    return end


def matches(name: str) -> Iterator[Match]:
    """The matches of a game: with all its options, and left, begun and ended in many ways."""
    known: list[Settings] = []
    for seed, given in enumerate(settings(type(load_game(name)))):
        game = load_game(name, **given)
        if game.settings not in known:
            known.append(game.settings)
            yield played(game, seed)
    game = load_game(name)
    for seed, longest in enumerate((1, 2, 3, 10, 15), 100):
        yield played(game, seed, longest)
    for seed in (200, 201):
        given_up = played(game, seed, 20 + seed % 2)
        given_up.resign(seed % 2)
        yield given_up
    for seed in (300, 301, 302):
        yield end_of(Match(game, ("random", "random"), seed=seed))
    yield played(game, 400, repetition=0)
    if name in CIRCLES:
        position, moves = CIRCLES[name]
        drawn = Match(game, position=game.parse_position(position))
        for move in moves.split() * 2:
            drawn.play(move)
        yield drawn


def records(name: str) -> Iterator[Record]:
    """The records of these matches, the same whenever they are made."""
    for number, match in enumerate(matches(name), 1):
        record = record_of(match)
        turns = [replace(turn, seconds=[]) for turn in record.turns]
        yield replace(record, id=f"{name}-{number}", began=WHEN, changed=WHEN, turns=turns)


def main() -> None:
    """Write a file for each game."""
    for name in sys.argv[1:] or GAMES:
        lines = [encode(record) + b"\n" for record in records(name)]
        (HERE / f"{name}.jsonl").write_bytes(b"".join(lines))


if __name__ == "__main__":
    main()
