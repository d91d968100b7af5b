"""Variety: whether a player that meets itself plays different games, or needs random openings."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from math import inf

from stackyard.records.archive import Archive
from stackyard.records.format import Record
from stackyard.workforce import Workforce
from stackyard_lab.study.matches import PlayedMatch
from stackyard_lab.study.settings import StudySettings

TRIED = 8  # games from the start
OPENING = 2  # random turns, if the player repeats itself


def known_opening(settings: Sequence[StudySettings], archive: Archive) -> int | None:
    """The random turns before each game of these variants; None if too few games tell.

    They are 0 if more than half of the first games from the start differ in every variant, and
    OPENING otherwise. All variants have the same opening, so that their games can be compared.
    """
    known = [_varies(each, archive) for each in settings]
    if None in known:
        return None
    return 0 if all(known) else OPENING


def try_games(
    settings: Sequence[StudySettings], archive: Archive, workforce: Workforce
) -> Generator[float, None, None]:
    """Play what `known_opening` needs; yield the processor seconds so far after each game."""
    spent = 0.0
    for each in settings:
        begin, match = spent, _match(each, archive)
        for here in match.work(workforce, inf):
            yield (spent := begin + here)


def _varies(settings: StudySettings, archive: Archive) -> bool | None:
    match = _match(settings, archive)
    if not match.arena.finished:
        return None
    names = {match.arena.plan.name_of(outcome.pairing) for outcome in match.first_games}
    numbers = archive.numbers(label=match.arena.label)
    games = [
        record.turns
        for _, record in archive.records(numbers)
        if isinstance(record, Record) and record.id in names
    ]
    different = {tuple([move for turn in turns for move in turn.moves]) for turns in games}
    return 2 * len(different) > len(games)


def _match(settings: StudySettings, archive: Archive) -> PlayedMatch:
    tried = replace(settings, games=min(TRIED, settings.games), opening=0)
    return PlayedMatch(tried.plan(settings.player, settings.player), archive)
