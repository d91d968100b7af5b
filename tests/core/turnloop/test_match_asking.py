from __future__ import annotations

from typing import TYPE_CHECKING

from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker, Yard

RECORDER = """
from stackyard import hookimpl
told = []
@hookimpl
def stackyard_turn_started(match):
    told.append("turn_started")
@hookimpl
def stackyard_choose_move(match):
    told.append("choose_move")
"""


class Watched:
    """A player that tells how far it is and hears whether it is to move at once."""

    name = "watched"

    def __init__(self) -> None:
        self.hurried: list[bool] = []

    def choose(self, match: Match) -> str:
        self.hurried += [match.watch(0.5), match.watch(1.0)]
        return "b"


def test_a_player_that_is_asked_is_watched_and_neither_plays_nor_calls_hooks(
    walk: WalkMaker, yard: Yard
) -> None:
    yard.use_file("recorder", RECORDER)
    player = Watched()
    match = Match(walk("a 0 b", "b 1 won 0"), (player, "human"))
    shares: list[float] = []

    def watch(share: float) -> bool:
        shares.append(share)
        return share >= 1

    assert match.ask(watch) == "b"
    assert (shares, player.hurried) == ([0.5, 1.0], [False, True])
    assert (match.ply, yard.module("recorder").told) == (0, [])
    assert not match.watch(1.0)
    match.step()
    assert (match.ply, yard.module("recorder").told) == (1, ["turn_started", "choose_move"])


def test_a_course_tells_its_moves_and_how_long_each_was_thought_about(walk: WalkMaker) -> None:
    course = Course(walk("a 0 b", "b 1 c", "c 0 b"))
    longer = course.play("b", 0.5).play("c", 1.25)
    assert (longer.moves, longer.seconds) == ((1, 2), (0.5, 1.25))
    assert (longer.back().seconds, course.seconds) == ((0.5,), ())
