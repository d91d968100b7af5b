"""The corpus: NAME.jsonl holds records of each game, a record a line.

`decided.jsonl` holds short matches of all games in which a rule decides that random play seldom
meets, and `choices.json` how many moves the rules allow in each position of all these records: a
rule that allows more need not show in the moves that were played.

The tests replay them by the rules of today. `python tests/records/write_records.py NAME…` writes
those of the games named anew, or `decided`, of all without a name. That is right only after a rule
was changed on purpose and the game's `rules_version` raised, or where an option was added.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from json import dumps
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from stackyard import (
    Course,
    Game,
    Match,
    OptionError,
    Record,
    course_of,
    load_game,
    record_of,
)
from stackyard.options import Option, Settings, Span
from stackyard.records.format import decode, encode
from stackyard.rng import derive

HERE = Path(__file__).parent
GAMES = sorted(path.parts[-4] for path in HERE.parents[1].glob("plugins/*/src/*/game.py"))
LAST = "decided"
FILES = [*GAMES, LAST]
WHEN = datetime(2026, 1, 1, 12, tzinfo=UTC)
LONGEST = 120  # moves; a longer game is left unfinished
PLAYERS = (("random", "random"), ("mcts:20", "random"), ("random", "mcts:20"))
TURNS_TO_THE_END = 12
CIRCLES = {  # a position and moves that lead back to it
    "filo": ("b/-/w/-/-/-/b/w 0,0 10,10 b", "a c h d f g e a h b g c d e b f"),
    "pit_of_pillars": ("6/8/8/3,w,4/8/8/2,r,5/6 w 0,0 move", "d5-e5 c2-c3 e5-d5 c3-c2"),
}

# Options, the position that the match begins with, moves.
DECIDED: dict[str, list[tuple[dict[str, Any], str, str]]] = {
    "filo": [
        # stuck with as many checkers off the board
        ({"variant": "proposal-2"}, "-/-/-/wbwb/wbwb/wbw/w/bbbb 0,0 5,3 b", "h"),
        # no escape after a loss that wins
        ({"size": 5, "pieces": 5}, "b/w/w/bbbb/- 0,0 3,0 w", "c"),
        # an escape after an entry, and none where the stack is not the only one
        ({"variant": "proposal-1"}, "w/-/-/-/-/-/b/b 1,0 10,10 w", "1*"),
        ({"variant": "proposal-1"}, "-/w/w/-/-/-/b/b 1,0 9,10 w", "b"),
        # skipped, with an empty reserve
        ({"empty_reserve": "skip"}, "wwww/wwww/www/w/-/-/b/bb 0,9 0,0 b", "1 1"),
        # reduced by the opponent
        ({}, "bw/wbww/w/-/-/-/-/- 0,0 7,10 w", "a"),
    ],
    "pit_of_pillars": [
        # a reserve does not save a player without a stack, but one whose stacks cannot move
        ({}, "6/8/8/3,wrw,4/3,r,4/8/8/6 r 1,0 move", "d4-d5"),
        ({}, "6/8/8/8/8/W,7/r,2,W,1,w,2/6 w 0,0 pillar", "pd2-b2"),
        ({}, "6/8/8/8/8/W,7/r,2,W,1,w,2/6 w 0,1 pillar", "pd2-b2 b3"),
        # a capture with the last stack of the player
        ({}, "6/8/8/8/8/w,7/rr,7/5,r w 0,0 move", "a3-a2 -"),
        ({"self_elimination": "loses"}, "6/8/8/8/8/w,7/rr,7/5,r w 0,0 move", "a3-a2"),
    ],
    "silo": [
        # a run in another column than the far-right one
        ({"goal": "end"}, "bbb/bb/rb/bbrrrrrrrr/-/b r", "c f"),
        # everything in the far-right column, though not in a run
        ({"goal": "end"}, "bbb/-/-/b/rb/rrrrrrrbbrbb r", "e f f"),
        ({"goal": "home"}, "bbb/-/-/b/rb/rrrrrrrbbrbb r", "e"),
    ],
    "slicron": [
        # cells that are closed as soon as two edge stones are joined by a stone beside them
        ({"side": 3, "rules": "revised", "pie": False}, "3/4/5/4/3 b -", "e4 a1 e3 c4 d5 c3"),
        # a choice between the two paths that an edge stone makes
        ({"side": 4, "rules": "revised"}, "4/5/6/7/6/5/b1b1 b -", "a2 xa1"),
    ],
    "splay": [
        # a closed cell
        ({"side": 3}, "3/1,b1,w1,1/1,w1,1,w1,1/1,b2,w1,1/3 b", "b2"),
        ({"side": 3, "fill": True}, "3/1,b1,w1,1/1,w1,1,w1,1/1,b2,w1,1/3 b", "c3"),
    ],
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


def decided() -> Iterator[Match]:
    """The matches of all games in which a certain rule decides."""
    for name, lines in DECIDED.items():
        for options, position, moves in lines:
            game = load_game(name, **options)
            match = Match(game, position=game.parse_position(position))
            for move in moves.split():
                match.play(move)
            yield match


def records(name: str) -> Iterator[Record]:
    """The records of a file, the same whenever they are made."""
    for number, match in enumerate(decided() if name == LAST else matches(name), 1):
        record = record_of(match)
        turns = [replace(turn, seconds=[]) for turn in record.turns]
        yield replace(record, id=f"{name}-{number}", began=WHEN, changed=WHEN, turns=turns)


def choices(course: Course) -> list[int]:
    """How many moves the rules allow at the start and after each move."""
    positions = [course.start, *[ply.after for ply in course.plies()]]
    return [len(position.legal_moves()) for position in positions]


def main() -> None:
    """Write a file for each name, and the choices in all files."""
    for name in sys.argv[1:] or FILES:
        lines = [encode(record) + b"\n" for record in records(name)]
        (HERE / f"{name}.jsonl").write_bytes(b"".join(lines))
    counted = []
    for name in FILES:
        for line in (HERE / f"{name}.jsonl").read_bytes().splitlines():
            record = decode(line)
            if record.rules_version == load_game(record.game).rules_version:
                counted.append(f"{dumps(record.id)}: {dumps(choices(course_of(record)))}")
    (HERE / "choices.json").write_text("{\n" + ",\n".join(counted) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
