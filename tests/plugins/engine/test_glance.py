from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard import Match
from stackyard.turnloop.history import Course
from stackyard_engine.amateur_player import AmateurPlayer
from stackyard_engine.glance import shortfalls
from stackyard_engine.levels import Amateur

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker

B, C = 1, 2  # moves of a Walk: the spots they lead to


def test_the_more_replies_a_move_leaves_the_worse_it_looks(walk: WalkMaker) -> None:
    # After b black has one reply, after c two, after d three; e ends the game.
    game = walk(
        *("a 0 bcde", "b 1 f", "c 1 fg", "d 1 fgh", "e 1 won 0"),
        *("f 0 e", "g 0 e", "h 0 e"),
    )
    position = game.initial()
    moves = [int(move) for move in position.legal_moves()]
    assert shortfalls(position, moves) == [0, 0.5, 1, 0]


def test_a_move_that_looks_worse_is_played_less_often(walk: WalkMaker) -> None:
    # b and c lead to the same end; c leaves black one reply more.
    game = walk("a 0 bc", "b 1 d", "c 1 de", "d 0 f", "e 0 f", "f 1 won 0")
    for glance, least, most in ((0.0, 30, 70), (1.0, 88, 100)):
        amateur = Amateur(4, 0.3, wins=0, threats=0, endures=0, glance=glance)
        players = [AmateurPlayer("amateur", game, seed, amateur) for seed in range(100)]
        match = Match(game, ("random", "random"))
        assert least <= [player.choose(match) for player in players].count(B) <= most


@pytest.mark.parametrize(("presses", "least", "most"), [(False, 60, 130), (True, 140, 190)])
def test_who_is_ahead_in_a_long_match_chooses_with_less_noise(
    walk: WalkMaker, presses: bool, least: int, most: int
) -> None:
    # b leads back to the start, c to a win, d to a defeat.
    game = walk("a 0 bcd", "b 1 a", "c 1 e", "d 1 f", "e 0 won 0", "f 0 won 1")
    course = Course(game, repetition=0)
    for _ in range(60):
        course = course.play(0 if course.ply % 2 else B)
    amateur = Amateur(8, 1.0, wins=0, threats=0, endures=0, presses=presses)
    match = Match(game, ("random", "random"), course=course)
    players = [AmateurPlayer("amateur", game, seed, amateur) for seed in range(200)]
    assert least <= [player.choose(match) for player in players].count(C) <= most
