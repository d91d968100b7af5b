from __future__ import annotations

import pytest

from stackyard import load_game
from stackyard.errors import PlayerSpecError
from stackyard.turnloop.match import Match
from stackyard_engine.mirror_player import image_move, mirror_words, mirrors


def test_the_mirrors_of_a_board_have_names() -> None:
    hexagon, row = load_game("splay", side=3).board, load_game("silo").board
    named = [mirror_words(hexagon, images) for images in mirrors(hexagon)]
    assert len(named) == len({*named}) == 7
    assert named[0] == "half turn"
    assert "reflection through c1 and c5" in named
    assert [mirror_words(row, images) for images in mirrors(row)] == ["half turn"]


def test_a_move_makes_the_board_the_opposite_of_its_image() -> None:
    game = load_game("silo")
    position = game.initial()
    position.play(game.parse_move("a", position))
    move = image_move(game, mirrors(game.board)[0], position)
    assert move == game.parse_move("f", position)


def test_where_nothing_mirrors_there_is_no_such_move() -> None:
    game = load_game("silo")
    assert image_move(game, mirrors(game.board)[0], game.initial()) is None


def test_another_mirror_is_another_player() -> None:
    game = load_game("splay", side=3)
    played = set()
    for spec in ("mirror", "mirror:2", "mirror:3"):
        match = Match(game, ("random", spec), seed=1)
        match.step()
        match.step()
        played.add((match.players[1].name, match.turns[1].moves))
    assert {name for name, _ in played} == {"mirror", "mirror:2", "mirror:3"}


def test_a_mirror_that_the_board_does_not_have_is_refused() -> None:
    with pytest.raises(PlayerSpecError, match="the board of Silo has 1 mirror, so there is no"):
        Match(load_game("silo"), ("mirror:2", "random"))
