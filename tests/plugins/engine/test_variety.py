"""A computer does not play the same game twice."""

from __future__ import annotations

from typing import Any

import pytest

from stackyard import Course, Match, load_game
from stackyard.analysis import Limit
from stackyard_engine.engine import AlphaBetaEngine, MctsEngine
from stackyard_engine.players import EnginePlayer

PLIES = 30


def opening(game: Any, player: Any) -> tuple[int, ...]:
    """The moves of the beginning of a match against somebody who always plays the first move."""
    match = Match(game, (player, "random"), seed=1)
    while match.result is None and match.ply < PLIES:
        if match.course.player == 0:
            match.step()
        else:
            match.play(int(match.position.legal_moves()[0]))
    return match.course.moves


@pytest.mark.parametrize("game", ["filo", "slicron", "splay"])
@pytest.mark.parametrize("kind", [MctsEngine, AlphaBetaEngine])
def test_another_seed_leads_to_another_game(game: str, kind: Any) -> None:
    loaded = load_game(game, **({"side": 4} if game in {"slicron", "splay"} else {}))
    if loaded.name == "filo" and kind is AlphaBetaEngine:
        pytest.skip("alpha-beta sees no two moves of equal value there")
    limit = Limit(simulations=200) if kind is MctsEngine else Limit(depth=2)
    games = [opening(loaded, EnginePlayer("any", kind(seed), limit, loaded)) for seed in range(3)]
    assert len(set(games)) > 1
    assert games[0] == opening(loaded, EnginePlayer("any", kind(0), limit, loaded))


def test_no_move_that_the_search_has_seen_to_lose_is_chosen_for_variety(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """g is worth 0.86; f looks as good two moves ahead, and loses."""
    monkeypatch.delenv("STACKYARD_WEIGHTS", raising=False)
    game = load_game("filo")
    course = Course(game, game.parse_position("wwww/bwww/bw/-/bwbb/bwbb/bwbb/- 0,0 1,1 b"))
    for seed in (2, 4, 6):
        player = EnginePlayer("any", AlphaBetaEngine(seed), Limit(depth=4), game)
        move = player.choose(Match(game, (player, player), course=course))
        assert game.format_move(move, course.position) == "g", seed
