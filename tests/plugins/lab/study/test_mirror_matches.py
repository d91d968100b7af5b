from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from stackyard.position import ONGOING
from stackyard.records.archive import Archive
from stackyard.workforce import Workforce
from stackyard_lab.study import mirror_matches
from stackyard_lab.study.matches import shared_work
from stackyard_lab.study.mirror_matches import MirrorMatches
from stackyard_lab.study.settings import StudySettings


def work(mirrors: MirrorMatches, seconds: float) -> float:
    """Work until nothing is left to do or the time is up, and return the time."""
    with Workforce(lambda: ThreadPoolExecutor(1)) as workforce:
        steps = [*shared_work([mirrors], workforce, seconds)]
    return steps[-1][1] if steps else 0.0


def test_checks_that_find_too_many_positions_do_not_begin_again(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mirror_matches, "FEW_POSITIONS", 1)
    monkeypatch.setattr(mirror_matches, "MOST_POSITIONS", 2)
    settings = StudySettings("silo", {"size": 4, "height": 2}, player="random", games=2)
    game = settings.load()
    mirrors = MirrorMatches(settings, archive, game)
    assert 0 < work(mirrors, 5) < 4
    assert work(mirrors, 5) == 0
    figure = mirrors.figure()
    assert (mirrors.winner, figure.proven, figure.samples) == (ONGOING, False, 1)


@pytest.mark.parametrize(
    ("game", "options", "winner"),
    [
        ("splay", {"side": 3}, 0),
        ("splay", {"side": 3, "fill": True}, 0),
        ("silo", {"size": 4, "height": 2}, ONGOING),
        ("filo", {}, ONGOING),
        ("slicron", {"side": 2}, ONGOING),
        ("pit_of_pillars", {"size": 4}, ONGOING),
    ],
)
def test_a_win_by_mirroring_is_proven_where_there_is_one(
    game: str, options: dict[str, Any], winner: int, archive: Archive
) -> None:
    settings = StudySettings(game, options, player="random", games=2)
    mirrors = MirrorMatches(settings, archive, settings.load())
    work(mirrors, 20)
    figure = mirrors.figure()
    assert (mirrors.winner, figure.proven) == (winner, winner == 0)
    if winner == 0:
        assert figure.note == "half turn, moving first, wins against every answer"
