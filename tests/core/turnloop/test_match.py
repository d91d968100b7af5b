from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard.errors import (
    IllegalMoveError,
    NotationError,
    PlayerSpecError,
    PluginError,
    StackyardError,
)
from stackyard.position import DRAW
from stackyard.turnloop.history import Turn
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Result
from stackyard.turnloop.players import RandomPlayer
from stackyard.turnloop.wording import ending

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker, Yard

# Player 0 moves a→b, player 1 twice (b→c→d), then player 0 twice because player 1 sits out.
LONG = ("a 0 b", "b 1 c", "c 1 mid d", "d 0 e", "e 0 f", "f 1 g", "g 0 won 1")


EAGER = """
from stackyard import hookimpl
from stackyard.descriptions import PlayerKind
made = []

class Eager:
    name = "eager"
    def __init__(self, game, seed): made.append(self)
    def choose(self, match): return match.position.legal_moves()[0]

@hookimpl
def stackyard_register_players(register): register(PlayerKind("eager", "Eager."), Eager)
"""


class Scripted:
    """A player who plays a text letter by letter; - is to do nothing."""

    awaited = True

    def __init__(self, text: str) -> None:
        self.name = "scripted"
        self.text = iter(text)

    def choose(self, match: Match) -> int | None:
        letter = next(self.text)
        return None if letter == "-" else match.game.parse_move(letter, match.position)


def told(match: Match) -> list[tuple[int, str]]:
    """Who played what, turn by turn."""
    names = match.game.board.names
    return [(turn.player, "".join(names[move] for move in turn.moves)) for turn in match.turns]


def at(match: Match) -> str:
    return match.game.format_position(match.position)


def test_a_match_runs_to_the_end_that_the_rules_give_it(walk: WalkMaker) -> None:
    match = Match(walk("a 0 b", "b 1 c", "c 0 won 1"), ("random", "random"))
    result = match.run()
    assert result == Result(1, "rules")
    assert ending(match.course) == "black has won"
    assert match.result is result
    assert told(match) == [(0, "b"), (1, "c")]


def test_a_drawn_game_is_a_drawn_match(walk: WalkMaker) -> None:
    match = Match(walk("a 0 b", "b 1 drawn"), ("random", "random"))
    assert match.run() == Result(DRAW, "rules")
    assert ending(match.course) == "a draw"


def test_a_match_that_nobody_ends_is_drawn_after_10000_moves(walk: WalkMaker) -> None:
    match = Match(walk("a 0 b", "b 1 c", "c 0 a"), ("random", "random"), repetition=0)
    assert match.run() == Result(DRAW, "length")
    assert match.ply == 10_000
    assert ending(match.course) == "stopped, since it had not ended after 10,000 moves"


def test_the_players_take_turns_of_one_or_more_moves(walk: WalkMaker) -> None:
    match = Match(walk(*LONG), (Scripted("bef"), Scripted("cdg")))
    match.run()
    assert told(match) == [(0, "b"), (1, "cd"), (0, "e"), (0, "f"), (1, "g")]


def test_a_stuck_player_sits_out(walk: WalkMaker) -> None:
    match = Match(walk(*LONG), position=walk(*LONG).parse_position("d"))
    match.play("e")
    assert match.position.player == 0
    assert match.player is match.players[0]
    match.play("f")
    assert match.player is match.players[1]


def test_a_turn_remembers_its_player_its_moves_and_where_it_began(walk: WalkMaker) -> None:
    match = Match(walk(*LONG))
    for move in "bcd":
        match.play(move)
    turn = match.turns[1]
    assert isinstance(turn, Turn)
    assert (turn.player, turn.moves) == (1, (2, 3))
    assert match.game.format_position(turn.before) == "b"


def test_moves_are_counted_and_the_turn_in_progress_is_seen(walk: WalkMaker) -> None:
    match = Match(walk(*LONG))
    seen = [(match.ply, list(match.course.unfinished))]
    for move in "bcde":
        match.play(move)
        seen.append((match.ply, list(match.course.unfinished)))
    assert seen == [(0, []), (1, []), (2, [2]), (3, []), (4, [])]


def test_a_move_is_an_int_or_its_text(walk: WalkMaker) -> None:
    match = Match(walk(*LONG))
    match.play(1)
    match.play(" C ")
    assert at(match) == "c"


def test_a_refused_move_changes_nothing(walk: WalkMaker) -> None:
    match = Match(walk(*LONG))
    match.play("b")
    for move, error in (("e", IllegalMoveError), (4, IllegalMoveError), ("7", NotationError)):
        with pytest.raises(error):
            match.play(move)
    assert at(match) == "b"
    assert told(match) == [(0, "b")]
    assert not match.course.unfinished
    match.play("c")
    with pytest.raises(IllegalMoveError, match="no way leads from c to e"):
        match.play("e")
    assert match.course.unfinished == (2,)


@pytest.mark.parametrize("move", [-1, 26, 10**30])
def test_an_int_that_is_no_move_at_all_is_refused(walk: WalkMaker, move: int) -> None:
    match = Match(walk(*LONG))
    with pytest.raises(StackyardError):
        match.play(move)
    assert at(match) == "a"


def test_a_match_may_begin_anywhere_and_leaves_that_position_alone(walk: WalkMaker) -> None:
    position = walk(*LONG).parse_position("d")
    match = Match(walk(*LONG), position=position)
    match.play("e")
    assert position.key() == "d"
    assert match.start.key() == "d"
    assert told(match) == [(0, "e")]


def test_the_start_is_remembered(walk: WalkMaker) -> None:
    match = Match(walk(*LONG))
    assert match.start.key() == "a"
    match.play("b")
    match.play("c")
    assert match.start.key() == "a"


def test_a_match_that_begins_at_its_end_is_over_at_once(walk: WalkMaker) -> None:
    game = walk("a 0 won 1")
    match = Match(game, ("random", "random"))
    assert match.result == Result(1, "rules")
    assert ending(match.course) == "black has won"
    assert match.run() is match.result
    assert not match.turns


def test_after_the_end_no_move_is_accepted(walk: WalkMaker) -> None:
    match = Match(walk("a 0 b", "b 1 won 0"))
    match.play("b")
    for move in ("b", "a", 0):
        with pytest.raises(IllegalMoveError, match=r"^the match is over: white has won$") as caught:
            match.play(move)
        assert caught.value.refusal.rule == "match-over"


def test_a_player_may_leave_the_match_as_it_is(walk: WalkMaker) -> None:
    match = Match(walk(*LONG), (Scripted("--b"), Scripted("")))
    for plies in (0, 0, 1):
        match.step()
        assert match.ply == plies


def test_a_computer_without_a_move_ends_the_loop_and_is_named(walk: WalkMaker) -> None:
    class Forgetful:
        name = "forgetful"

        def choose(self, match: Match) -> None:
            match.position.legal_moves()

    match = Match(walk(*LONG), (Scripted("-b"), Forgetful()))
    with pytest.raises(PluginError, match="^player forgetful chose no move"):
        match.run()
    assert match.ply == 1


def test_a_player_who_resigns_while_choosing_ends_the_match(walk: WalkMaker) -> None:
    class Tired:
        name = "tired"

        def choose(self, match: Match) -> int | None:
            match.resign()
            return None

    match = Match(walk(*LONG), (Scripted("b"), Tired()))
    assert match.run() == Result(0, "resignation")
    assert ending(match.course) == "black resigns"
    assert told(match) == [(0, "b")]


def test_a_player_described_in_words_is_seeded_by_the_match(walk: WalkMaker) -> None:
    def seeds(seed: int) -> list[int]:
        players = Match(walk(*LONG), ("random", "random:seed=5"), seed=seed).players
        return [player.seed for player in players if isinstance(player, RandomPlayer)]

    assert seeds(1) == seeds(1)
    assert seeds(1)[0] != seeds(2)[0]
    assert seeds(1)[1] == seeds(2)[1] == 5
    first, second = Match(walk(*LONG), ("random", "random"), seed=1).players
    assert isinstance(first, RandomPlayer)
    assert isinstance(second, RandomPlayer)
    assert first.seed != second.seed


def test_a_description_that_cannot_be_read_is_refused_at_once(walk: WalkMaker) -> None:
    with pytest.raises(PlayerSpecError, match="no player 'nobody'"):
        Match(walk(*LONG), ("human", "nobody"))


def test_the_one_to_act_resigns_unless_another_is_named(walk: WalkMaker) -> None:
    for loser, named in ((0, None), (0, 0), (1, 1)):
        match = Match(walk(*LONG))
        match.resign(named)
        colour = match.game.colours[loser]
        assert match.result == Result(1 - loser, "resignation")
        assert ending(match.course) == f"{colour} resigns"


def test_an_end_from_outside_stays(walk: WalkMaker) -> None:
    match = Match(walk(*LONG), ("random", "random"))
    match.end(Result(1, "time", "white has overstepped the time"))
    match.resign(1)
    match.end(Result(0, "time", "too late"))
    assert match.run() == Result(1, "time", "white has overstepped the time")
    with pytest.raises(IllegalMoveError, match="white has overstepped the time"):
        match.play("b")


def test_a_player_that_cannot_be_closed_does_not_keep_the_other_from_it(walk: WalkMaker) -> None:
    closed = []

    class Stuck(Scripted):
        def close(self) -> None:
            closed.append(self.name)
            raise ZeroDivisionError(self.name)

    first, second = Stuck(""), Stuck("")
    first.name, second.name = "first", "second"
    match = Match(walk(*LONG), (first, second))
    with pytest.raises(ZeroDivisionError):
        match.close()
    assert closed == ["first", "second"]


def test_seating_another_player_changes_the_description_of_that_side_alone(
    walk: WalkMaker,
) -> None:
    match = Match(walk(*LONG), ("random:seed=1", "random:seed=2"))
    match.seat(0, "random", "somebody")
    assert match.specs == ("somebody", "random:seed=2")
    match.seat(1, "random")
    assert match.specs == ("somebody", "random")


@pytest.mark.parametrize("seed", [-(2**63), -1, 0, 2**63 - 1])
def test_a_seed_of_64_bits_is_kept(walk: WalkMaker, seed: int) -> None:
    assert Match(walk(*LONG), ("random", "random"), seed=seed).seed == seed


@pytest.mark.parametrize("seed", [-(2**63) - 1, 2**63, 10**30])
def test_a_seed_that_no_record_holds_is_mapped_to_one(walk: WalkMaker, seed: int) -> None:
    kept = Match(walk(*LONG), ("random", "random"), seed=seed).seed
    assert kept is not None
    assert -(2**63) <= kept < 2**63


@pytest.mark.parametrize("player", [-1, 2])
def test_who_resigns_is_one_of_two(walk: WalkMaker, player: int) -> None:
    match = Match(walk("a 0 b", "b 1 a"))
    with pytest.raises(ValueError, match="a player is 0 to 1, not"):
        match.resign(player)
    assert match.result is None


def test_no_player_is_made_beside_one_that_cannot_be(walk: WalkMaker, yard: Yard) -> None:
    yard.use_file("eager", EAGER)
    with pytest.raises(PlayerSpecError, match="no player 'nobody'"):
        Match(walk("a 0 b", "b 1 a"), ("eager", "nobody"))
    assert yard.module("eager").made == []
