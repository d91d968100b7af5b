"""Matches that an archive keeps, and what it says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from stackyard.records.archive import Archive
from stackyard.records.format import Plugin, Record, Seat
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from tests.toy_games import WalkGame

# Player 0 moves a→b, player 1 twice (b→c→d), then player 0 twice because player 1 sits out.
LONG = ("a 0 b", "b 1 c", "c 1 mid d", "d 0 e", "e 0 f", "f 1 g", "g 0 won 1")


def keep(
    archive: Archive,
    told: list[str],
    game: WalkGame,
    moves: str,
    *players: str,
    seed: int = 1,
    repetition: int = 3,
) -> Match:
    """A match that is kept, played so far."""
    first, second = players or ("human", "human")
    match = Match(game, (first, second), seed=seed, repetition=repetition)
    archive.keep(match, told.append)
    for move in moves:
        match.play(move)
    return match


def timeless(record: Record) -> Record:
    """Without the date that each writing changes."""
    return replace(record, changed=None)


def moves(archive: Archive, number: int) -> str:
    return " ".join("".join(turn.moves) for turn in archive.record(number).turns)


def imported(**fields: Any) -> Record:
    """A record that somebody else made."""
    known: dict[str, Any] = {
        "id": "9f2c",
        "game": "walk",
        "options": {},
        "plugin": Plugin("walks"),
        "rules_version": 1,
        "players": (Seat("white", "Ann", "human"), Seat("black", "mcts", "mcts:20")),
        "turns": [],
    }
    return Record(**{**known, **fields})
