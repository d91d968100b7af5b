from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from tests.thinker import Thinker, Time

from stackyard.errors import IllegalMoveError, NotationError
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from tests.toy_games import WalkGame, WalkMaker, Yard

# Player 0 moves a→b, player 1 twice (b→c→d), then player 0 twice because player 1 sits out.
LONG = ("a 0 b", "b 1 c", "c 1 mid d", "d 0 e", "e 0 f", "f 1 g", "g 0 won 1")


class Notebook:
    """A store that remembers the moves and the result that it was given each time."""

    def __init__(self) -> None:
        self.pages: list[str] = []

    def write(self, match: Match) -> None:
        letters = [
            match.game.board.names[move] for turn in match.course.so_far for move in turn.moves
        ]
        ending = f"!{match.result.reason}" if match.result else ""
        self.pages.append("".join(letters) + ending)


def kept(game: WalkGame) -> tuple[Match, list[str]]:
    """A match and what its store writes."""
    match, notebook = Match(game), Notebook()
    match.store = notebook
    return match, notebook.pages


def told(match: Match) -> list[tuple[int, str]]:
    names = match.game.board.names
    return [
        (turn.player, "".join(names[move] for move in turn.moves)) for turn in match.course.so_far
    ]


def test_what_was_played_so_far_includes_the_turn_in_progress(walk: WalkMaker) -> None:
    match = Match(walk(*LONG))
    seen = [told(match)]
    for move in "bcd":
        match.play(move)
        seen.append(told(match))
    assert seen == [[], [(0, "b")], [(0, "b"), (1, "c")], [(0, "b"), (1, "cd")]]
    match.undo()
    match.play("c")
    turn = match.course.so_far[-1]
    assert (turn.before.key(), turn.moves) == ("b", (2,))
    assert len(match.turns) == 1


def test_each_move_is_timed_from_when_its_player_was_asked(walk: WalkMaker, time: Time) -> None:
    players = Thinker(time, 5.0, 1.0, 0.5), Thinker(time, 2.0, 0.25, 3.0)
    match = Match(walk(*LONG), players)
    for _ in range(6):
        match.step()
        time.now += 60  # what happens between the turns is nobody's time
        if match.course.unfinished:
            time.now -= 60
    assert [turn.seconds for turn in match.turns] == [(5.0,), (2.0, 0.25), (1.0,), (0.5,), (3.0,)]


def test_the_turn_in_progress_is_timed_too(walk: WalkMaker, time: Time) -> None:
    match = Match(walk(*LONG), (Thinker(time, 5.0), Thinker(time, 2.0, 0.25)))
    match.step()
    match.step()
    assert [turn.seconds for turn in match.course.so_far] == [(5.0,), (2.0,)]
    match.undo()
    assert [turn.seconds for turn in match.course.so_far] == [(5.0,)]
    match.step()
    assert [turn.seconds for turn in match.course.so_far] == [(5.0,), (0.25,)]


def test_a_player_who_leaves_the_match_as_it_is_goes_on_thinking(
    walk: WalkMaker, time: Time
) -> None:
    class Hesitant(Thinker):
        awaited = True

        def choose(self, match: Match) -> int | str | None:
            move = super().choose(match)
            return None if time.now < 110 else move

    match = Match(walk(*LONG), (Hesitant(time, 4.0, 4.0, 4.0), "random"))
    for _ in range(3):
        match.step()
    assert match.turns[0].seconds == (12.0,)


def test_the_players_are_remembered_as_they_were_described(walk: WalkMaker) -> None:
    match = Match(walk(*LONG), ("mcts:20", Thinker(Time())), seed=8)
    assert match.specs == ("mcts:20", "thinker")
    assert [player.name for player in match.players] == ["mcts", "thinker"]
    assert match.seed == 8
    assert Match(walk(*LONG)).seed is None


def test_every_match_has_a_name_of_its_own_and_knows_when_it_began(walk: WalkMaker) -> None:
    before = datetime.now(UTC)
    matches = [Match(walk(*LONG)) for _ in range(20)]
    assert len({match.id for match in matches}) == 20
    for match in matches:
        assert before <= match.began <= datetime.now(UTC)
        assert match.began.utcoffset() == timedelta(0)


def test_what_no_record_could_hold_is_refused_at_once(walk: WalkMaker) -> None:
    game = walk(*LONG)
    with pytest.raises(ValueError, match="at a time with its zone"):
        Match(game, began=datetime.now())
    wrong: list[Any] = [{"clock": 300}, {1: "300"}]
    for terms in wrong:
        with pytest.raises(TypeError, match="^terms are texts, such as"):
            Match(game, terms=terms)


def test_what_hooks_say_is_heard_by_whoever_shows_the_match(walk: WalkMaker, yard: Yard) -> None:
    yard.use_file(
        "talker",
        """
        from stackyard import hookimpl
        @hookimpl
        def stackyard_move_played(match, move):
            match.say(f"to {match.game.board.names[move]}")
        """,
    )
    match, heard = Match(walk(*LONG)), list[str]()
    match.play("b")
    match.on_message(heard.append)
    match.play("c")
    assert heard == ["to c"]


def test_the_keeper_writes_each_move_and_the_end(walk: WalkMaker) -> None:
    match, pages = kept(walk(*LONG))
    for move in "bcdefg":
        match.play(move)
    assert pages == ["b", "bc", "bcd", "bcde", "bcdef", "bcdefg!rules"]


def test_the_keeper_writes_what_is_taken_back_and_what_is_given_up(walk: WalkMaker) -> None:
    match, pages = kept(walk(*LONG))
    for move in "bc":
        match.play(move)
    match.undo()
    match.undo()
    match.play("b")
    match.resign()
    match.resign()
    assert pages == ["b", "bc", "b", "", "b", "b!resignation"]


def test_many_turns_are_taken_back_in_one_step(walk: WalkMaker) -> None:
    match, pages = kept(walk(*LONG))
    for move in "bcdefg":
        match.play(move)
    for to in (6, 7):
        with pytest.raises(ValueError, match=f"^there is nothing to take back after move {to}$"):
            match.undo(to)
    match.undo(2)
    assert (match.ply, match.result, pages[-1]) == (2, None, "bc")
    match.play("d")
    match.undo(0)
    assert (match.ply, pages[6:]) == (0, ["bc", "bcd", ""])
    with pytest.raises(ValueError, match="this course has 0 plies"):
        match.undo(-1)


def test_a_refused_move_is_not_written(walk: WalkMaker) -> None:
    match, pages = kept(walk(*LONG))
    for move in ("g", "7", -1, 5):
        with pytest.raises((IllegalMoveError, NotationError)):
            match.play(move)
    assert pages == []


def test_the_keeper_writes_before_any_hook_hears_of_it(walk: WalkMaker, yard: Yard) -> None:
    yard.use_file(
        "listener",
        """
        from stackyard import hookimpl
        heard = []
        @hookimpl
        def stackyard_move_played(match, move):
            heard.append(("move_played", match.store.pages[-1]))
        @hookimpl
        def stackyard_turn_finished(match):
            heard.append(("turn_finished", match.store.pages[-1]))
        @hookimpl
        def stackyard_match_finished(match):
            heard.append(("match_finished", match.store.pages[-1]))
        """,
    )
    match = Match(walk("a 0 b", "b 1 won 0"))
    match.store = Notebook()
    match.play("b")
    assert yard.module("listener").heard == [
        ("move_played", "b!rules"),
        ("turn_finished", "b!rules"),
        ("match_finished", "b!rules"),
    ]


def test_an_end_that_a_hook_gives_is_written(walk: WalkMaker, yard: Yard) -> None:
    yard.use_file(
        "flag",
        """
        from stackyard import Result, hookimpl
        @hookimpl
        def stackyard_move_played(match, move):
            if match.ply == 2:
                match.end(Result(0, "time", "black has overstepped the time"))
        """,
    )
    match, pages = kept(walk(*LONG))
    match.play("b")
    match.play("c")
    assert pages == ["b", "bc", "bc!time"]


def test_a_match_that_goes_on_from_a_course_tells_nobody_of_its_moves(
    walk: WalkMaker, yard: Yard
) -> None:
    yard.use_file(
        "eavesdropper",
        """
        from stackyard import hookimpl
        heard = []
        @hookimpl
        def stackyard_match_started(match):
            heard.append("match_started")
        @hookimpl
        def stackyard_turn_started(match):
            heard.append("turn_started")
        @hookimpl
        def stackyard_move_played(match, move):
            heard.append("move_played")
        """,
    )
    game = walk(*LONG)
    match, notebook = Match(game, course=Course(game).play("b", 2.5).play(2)), Notebook()
    match.store = notebook
    heard = yard.module("eavesdropper").heard
    assert (notebook.pages, heard) == ([], [])
    assert told(match) == [(0, "b"), (1, "c")]
    match.play("d")
    assert notebook.pages == ["bcd"]
    assert heard == ["match_started", "turn_started", "move_played"]


def test_a_course_brings_what_it_began_with_and_is_of_the_game(walk: WalkMaker) -> None:
    game, other = walk(*LONG), walk(*LONG)
    course = Course(game)
    with pytest.raises(ValueError, match="^a course brings its position and repetition"):
        Match(game, course=course, repetition=0)
    with pytest.raises(ValueError, match="^a course brings its position and repetition"):
        Match(game, course=course, position=game.initial())
    assert Match(other, course=course).course is course
    other.settings = {"size": 4}
    with pytest.raises(ValueError, match=r"^the course is of another game: .*\(\), not .*\(size=4"):
        Match(other, course=course)


def test_a_move_played_from_outside_is_timed_from_the_one_before(
    walk: WalkMaker, time: Time
) -> None:
    match = Match(walk(*LONG))
    for seconds, move in ((4, "b"), (2, "c"), (1, "d")):
        time.now += seconds
        match.play(move)
    assert [turn.seconds for turn in match.turns] == [(4.0,), (2.0, 1.0)]
    time.now += 9
    match.undo()
    time.now += 3
    match.play("c")
    assert match.course.so_far[-1].seconds == (3.0,)
