from __future__ import annotations

from typing import Any

import pytest

from stackyard import load_game
from stackyard.errors import PlayerSpecError
from stackyard.turnloop.match import Match
from stackyard_lab.study.copycat import Check, mirror_words, mirrors


def proven(game: str, **options: Any) -> set[tuple[str, int]]:
    """The mirrors and seats that win against every answer, by name."""
    loaded = load_game(game, **options)
    found = set()
    for images in mirrors(loaded.board):
        for seat in (0, 1):
            check = Check(loaded, images, seat, most=2000)
            list(check.steps())
            if check.wins:
                found.add((mirror_words(loaded.board, images), seat))
    return found


def test_it_finds_the_win_of_the_first_player_of_splay_and_no_other() -> None:
    assert proven("splay", side=3) == {("half turn", 0)}
    assert proven("splay", side=3, fill=True) == {("half turn", 0)}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("silo", {"size": 4, "height": 2}),
        ("filo", {}),
        ("slicron", {"side": 2}),
        ("pit_of_pillars", {"size": 4}),
    ],
)
def test_it_claims_no_win_where_mirroring_loses(game: str, options: dict[str, Any]) -> None:
    assert proven(game, **options) == set()


def test_a_check_that_is_too_long_claims_nothing() -> None:
    game = load_game("splay", side=3)
    check = Check(game, mirrors(game.board)[0], 0, most=20)
    list(check.steps())
    assert check.wins is None


def test_a_check_goes_on_where_it_was_left() -> None:
    game = load_game("splay", side=2)
    half_turn = next(one for one in mirrors(game.board) if mirror_words(game.board, one)[0] == "h")
    whole, parts = [Check(game, half_turn, 0, most=100) for _ in range(2)]
    visited = [*whole.steps()]
    assert [number for end in range(1, 101) for number in parts.steps(end)] == visited
    assert len(visited) > 1
    assert (parts.wins, parts.over) == (whole.wins, whole.over) == (True, True)


def test_the_player_begins_in_the_centre_and_answers_with_the_half_turn() -> None:
    match = Match(load_game("splay", side=3), ("copycat:1", "random"), seed=1)
    result = match.run()
    assert result.winner == 0
    assert match.turns[0].plies[0].text == "c3"


def test_a_mirror_that_the_board_does_not_have_is_refused() -> None:
    with pytest.raises(PlayerSpecError, match="the board of Silo has 1 mirror, so there is no"):
        Match(load_game("silo"), ("copycat:2", "random"))
