"""The player that mirrors: it wins as White whatever Black does."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from stackyard import Match
from stackyard.position import ONGOING
from stackyard_engine.mirror_player import MirrorPlayer
from stackyard_splay.game import SplayGame, SplayPosition
from stackyard_splay.rules import WHITE

pytestmark = pytest.mark.builds


def beaten(side: int, fill: bool, seed: int) -> int:
    """The winner of a match between mirror and a random Black."""
    game = SplayGame(side=side, fill=fill)
    match = Match(game, ("mirror", "random"), seed=seed)
    result = match.run()
    assert match.turns[0].moves == (game.read_move(game.board.names[game.board.centre[0]]),)
    return result.winner


@pytest.mark.parametrize("side", range(2, 9))
@pytest.mark.parametrize("fill", [False, True])
def test_mirror_wins_as_white_against_random_moves(side: int, fill: bool) -> None:
    for seed in range(20 if side < 5 else 1):
        assert beaten(side, fill, seed) == WHITE, f"seed {seed}"


@pytest.mark.nightly
@pytest.mark.parametrize("side", [3, 4, 5, 6])
def test_mirror_wins_a_thousand_random_games(side: int) -> None:
    for seed in range(1000):
        assert beaten(side, False, seed) == WHITE, f"seed {seed}"


def test_mirror_wins_against_search() -> None:
    for seed in range(3):
        match = Match(SplayGame(side=4), ("mirror", "mcts:60"), seed=seed)
        assert match.run().winner == WHITE, f"seed {seed}"


def test_no_reply_whatever_beats_mirror_on_side_3() -> None:
    game = SplayGame(side=3)
    mirror = MirrorPlayer(game, 0, 1)
    seen: set[Hashable] = set()

    def follow(position: SplayPosition) -> None:
        if position.winner != ONGOING:
            assert position.winner == WHITE
            return
        if position.key() in seen:
            return
        seen.add(position.key())
        moves = list(position.legal_moves())
        if position.player == WHITE:
            moves = [mirror.choose(Match(game, (mirror, "random"), position=position))]
        for move in moves:
            after = position.copy()
            after.play(move)
            follow(after)

    follow(game.initial())
    assert len(seen) > 400


def test_mirror_answers_with_the_opposite_cell() -> None:
    game = SplayGame(side=3)
    match = Match(game, (MirrorPlayer(game, 0, 1), "random"))
    played = []
    for reply in ("b2", "c4", "b2"):
        match.step()
        played.append(match.game.format_move(match.turns[-1].moves[0], match.position))
        match.play(reply)
    assert played == ["c3", "d4", "c2"]


def test_mirror_raises_the_centre_where_the_opposite_cell_is_barred() -> None:
    game = SplayGame(side=3)
    position = game.parse_position("1,W,W/3,W/1,B,w1,W,1/B,3/B,B,1 b")
    match = Match(game, ("mirror", "random"), position=position)
    match.play("b2")
    assert match.game.format_position(match.position) == "1,W,W/3,W/1,B,w1,W,1/B,B,B,1/B,B,1 w"
    assert "d4" not in match.game.legal_texts(match.position)
    match.step()
    assert match.game.format_position(match.position) == "1,W,W/1,W,W,W/1,B,W,W,1/B,B,B,1/B,B,1 b"


def test_mirror_raises_the_centre_while_black_sits_out() -> None:
    game = SplayGame(side=2)
    match = Match(game, ("mirror", "random"))
    match.run()
    assert [turn.player for turn in match.turns] == [WHITE] * 6


@pytest.mark.parametrize("pie", [False, True])
def test_mirror_plays_on_where_there_is_nothing_to_mirror(pie: bool) -> None:
    game = SplayGame(side=4, pie=pie)
    for seed in range(5):
        match = Match(game, ("random", "mirror"), seed=seed)
        assert match.run().reason == "rules", f"seed {seed}"


def test_mirror_repeats_its_choices_for_a_seed() -> None:
    game = SplayGame(side=4)
    position = game.parse_position("4/1,b1,3/2,w1,3/7/6/5/4 w")
    moves = set()
    for _ in range(3):
        match = Match(game, ("mirror:seed=5", "random"), position=position)
        match.step()
        moves.add(match.turns[0].moves)
    assert len(moves) == 1
