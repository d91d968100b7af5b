from __future__ import annotations

from datetime import UTC, datetime
from itertools import product
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from stackyard.errors import OptionError, PlayerSpecError, RecordError, UnknownGameError
from stackyard.options import Option
from stackyard.position import DRAW
from stackyard.records.format import Ending, PlayedTurn, Plugin, Record, Seat, decode, encode
from stackyard.records.reader import readable_course, restore
from stackyard.records.writer import check_of, record_of
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Result
from stackyard.turnloop.wording import ending

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker, Yard

# Player 0 moves a→b, player 1 twice (b→c→d), then player 0 twice because player 1 sits out.
LONG = ("a 0 b", "b 1 c", "c 1 mid d", "d 0 e", "e 0 f", "f 1 g", "g 0 won 1")
SHUTTLE = ("a 0 bc", "b 1 a", "c 1 a")
FORKS = ("a 0 bcd", "b 1 acd", "c 0 abde", "d 1 abcf", "e 0 won 1", "f 0 won 0")


def played(match: Match, moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def long_record(known_walk: WalkMaker, moves: str = "bcdefg", **fields: Any) -> Record:
    """The record of a match on the long graph, with some fields different."""
    return replace(record_of(played(Match(known_walk(*LONG)), moves)), **fields)


def again(record: Record) -> Record:
    """The record of a match that was restored by the same players."""
    first, second = record.players
    return replace(record_of(restore(record, (first.spec, second.spec))), changed=record.changed)


def refusal(record: Record) -> tuple[str, int | None]:
    """Why a record cannot be restored, and how many of its moves could be played."""
    with pytest.raises(RecordError) as caught:
        restore(record)
    return str(caught.value), caught.value.ply


def test_a_record_tells_everything_about_a_match(
    known_walk: WalkMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(monotonic=lambda: 0.0)
    monkeypatch.setattr("stackyard.turnloop.match.time", clock)
    before = datetime.now(UTC)
    game = known_walk(*LONG, rules_version=4)
    match = Match(game, ("random", "random:seed=3"), seed=8, repetition=5)
    match.run()
    record = record_of(match)
    assert before <= match.began <= (record.changed or before) <= datetime.now(UTC)
    assert record == Record(
        id=match.id,
        game="walk",
        options={},
        plugin=Plugin("walks", "1.2"),
        rules_version=4,
        players=(Seat("white", "random", "random"), Seat("black", "random", "random:seed=3")),
        seed=8,
        repetition=5,
        start=None,
        began=match.began,
        changed=record.changed,
        comment="",
        turns=[
            PlayedTurn("white", ["b"], [0.0], check_of("b")),
            PlayedTurn("black", ["c", "d"], [0.0, 0.0], check_of("d")),
            PlayedTurn("white", ["e"], [0.0], check_of("e")),
            PlayedTurn("white", ["f"], [0.0], check_of("f")),
            PlayedTurn("black", ["g"], [0.0], check_of("g")),
        ],
        position="g",
        result=Ending("black", "rules", "black has won"),
    )


def test_the_check_of_a_turn_is_the_crc_32_of_the_position() -> None:
    assert check_of("123456789") == "cbf43926"  # the check value of CRC-32/ISO-HDLC
    assert check_of("é") == "0e048d3e"  # of its UTF-8


def test_think_times_are_written_to_the_millisecond(known_walk: WalkMaker) -> None:
    game = known_walk(*LONG)
    match = Match(game, course=Course(game).play("b", 1.23456))
    assert record_of(match).turns[0].seconds == [1.235]


def test_a_game_that_no_plugin_registered_is_named_all_the_same(walk: WalkMaker) -> None:
    assert record_of(Match(walk(*LONG))).plugin == Plugin("walk")


def test_a_plugin_of_one_file_has_no_version(known_walk: WalkMaker, yard: Yard) -> None:
    (yard.folder / "walks-1.2.dist-info" / "entry_points.txt").unlink()
    yard.use("walks")
    assert record_of(Match(known_walk(*LONG))).plugin == Plugin("walks", "")


def test_what_players_and_plugins_say_can_be_read_back(known_walk: WalkMaker) -> None:
    class Loud:
        name = "Ann\n\x1b[2J the loud"

        def choose(self, match: Match) -> int:
            return 1

    match = Match(known_walk(*LONG), (Loud(), "mcts:20\t"))
    match.end(Result(0, "time\n", "the flag\r\nhas fallen"))
    record = decode(encode(record_of(match)))
    assert [seat.name for seat in record.players] == ["Ann ?[2J the loud", "mcts"]
    assert record.players[1].spec == "mcts:20 "
    assert record.result == Ending("white", "time ", "the flag has fallen")


@pytest.mark.parametrize("moves", ["", "b", "bc", "bcd", "bcde", "bcdefg"])
def test_a_match_is_restored_wherever_it_was_left(known_walk: WalkMaker, moves: str) -> None:
    match = played(Match(known_walk(*LONG), seed=8), moves)
    record = decode(encode(record_of(match)))
    restored = restore(record)
    assert again(record) == record
    assert (restored.id, restored.began, restored.seed) == (match.id, match.began, 8)
    assert (restored.course.unfinished, restored.result) == (match.course.unfinished, match.result)
    assert restored.position.key() == match.position.key()
    assert restored.course.times_stood == match.course.times_stood


@pytest.mark.parametrize("start", "abcdefg")
def test_a_match_is_restored_from_wherever_it_began(known_walk: WalkMaker, start: str) -> None:
    game = known_walk(*LONG)
    match = Match(game, position=game.parse_position(start))
    if match.result is None:
        match.play(game.format_move(int(match.position.legal_moves()[0]), match.position))
    record = record_of(match)
    assert record.start == (None if start == "a" else start)
    assert again(record) == record


def test_the_restored_match_knows_the_turns_and_their_think_times(known_walk: WalkMaker) -> None:
    record = long_record(known_walk)
    record.turns[1] = replace(record.turns[1], seconds=[2.5, 0.5])
    match = restore(record)
    assert match.turns[1].seconds == (2.5, 0.5)
    assert [turn.before.key() for turn in match.turns] == list("abdef")


def test_missing_think_times_and_checks_are_no_fault(known_walk: WalkMaker) -> None:
    turns = [PlayedTurn("white", ["b"]), PlayedTurn("black", ["c", "d"], [1.5])]
    match = restore(long_record(known_walk, turns=turns, result=None, position=None))
    assert [turn.seconds for turn in match.turns] == [(0.0,), (1.5, 0.0)]


def test_a_record_without_a_name_gets_one(known_walk: WalkMaker) -> None:
    record = long_record(known_walk, id="", began=None)
    assert len({restore(record).id, restore(record).id, ""}) == 3
    assert restore(record).began.tzinfo is UTC


@pytest.mark.parametrize(
    ("result", "written"),
    [
        (
            Result(1, "resignation"),
            Ending("black", "resignation", "white resigns"),
        ),
        (Result(0, "time", "too late"), Ending("white", "time", "too late")),
        (Result(DRAW, "agreement", "both agree"), Ending(None, "agreement", "both agree")),
    ],
)
@pytest.mark.parametrize("moves", ["", "b", "bc"])
def test_a_result_that_the_rules_do_not_tell_is_kept(
    known_walk: WalkMaker, moves: str, result: Result, written: Ending
) -> None:
    match = played(Match(known_walk(*LONG)), moves)
    match.end(result)
    record = record_of(match)
    assert record.result == written
    assert restore(record).result == result
    assert again(record) == record


def test_a_result_from_outside_counts_more_than_that_of_the_last_move(
    known_walk: WalkMaker, yard: Yard
) -> None:
    yard.use_file(
        "flag",
        """
        from stackyard import Result, hookimpl
        @hookimpl
        def stackyard_move_played(match, move):
            if match.ply == 6:
                match.end(Result(0, "time", "too late"))
        """,
    )
    record = long_record(known_walk)
    assert record.result == Ending("white", "time", "too late")
    assert again(record) == record


@pytest.mark.parametrize(("repetition", "moves"), [(2, "ba"), (3, "baca"), (4, "bacaba")])
def test_a_draw_by_repetition_is_restored(
    known_walk: WalkMaker, repetition: int, moves: str
) -> None:
    record = record_of(played(Match(known_walk(*SHUTTLE), repetition=repetition), moves))
    assert record.result is not None
    assert (record.result.winner, record.result.reason) == (None, "repetition")
    assert again(record) == record


def test_repetition_goes_on_being_counted(known_walk: WalkMaker) -> None:
    match = restore(record_of(played(Match(known_walk(*SHUTTLE)), "bab")))
    assert match.result is None
    match.play("a")
    assert match.result == Result(DRAW, "repetition")
    assert ending(match.course) == "the same position has stood 3 times"
    free = restore(record_of(played(Match(known_walk(*SHUTTLE), repetition=0), "baba")))
    assert (free.result, free.course.times_stood) == (None, 3)


def test_the_end_that_the_rules_give_need_not_be_written(known_walk: WalkMaker) -> None:
    # A program was killed between writing the last move and writing the result.
    match = restore(long_record(known_walk, result=None))
    assert match.result == Result(1, "rules")
    assert ending(match.course) == "black has won"


@pytest.mark.parametrize("moves", [0, 1, 2, 3])
def test_computers_go_on_as_they_would_have(known_walk: WalkMaker, moves: int) -> None:
    specs = ("random", "mcts:10")
    match = Match(known_walk(*FORKS), specs, seed=4, repetition=0)
    for _ in range(moves):
        match.step()
    copy = restore(decode(encode(record_of(match))), specs)
    for _ in range(12):
        match.step()
        copy.step()
    assert [turn.moves for turn in copy.turns] == [turn.moves for turn in match.turns]
    assert copy.ply > moves


def test_a_restored_match_can_be_taken_back(known_walk: WalkMaker) -> None:
    match = restore(long_record(known_walk))
    for spot in "fedba":
        match.undo()
        assert match.position.key() == spot
    assert match.result is None


def test_other_players_may_go_on(known_walk: WalkMaker) -> None:
    record = long_record(known_walk, "bcd")
    assert restore(record).specs == ("human", "human")
    assert restore(record, ("random", "mcts:5")).specs == ("random", "mcts:5")
    with pytest.raises(PlayerSpecError, match="there is no player 'nobody'"):
        restore(record, ("nobody", "human"))


def test_no_hook_hears_of_a_match_that_is_restored(known_walk: WalkMaker, yard: Yard) -> None:
    record = long_record(known_walk)
    yard.use_file(
        "eavesdropper",
        """
        from stackyard import hookimpl
        heard = []
        @hookimpl
        def stackyard_match_started(match): heard.append("match_started")
        @hookimpl
        def stackyard_turn_started(match): heard.append("turn_started")
        @hookimpl
        def stackyard_choose_move(match): heard.append("choose_move")
        @hookimpl
        def stackyard_move_played(match, move): heard.append("move_played")
        @hookimpl
        def stackyard_turn_finished(match): heard.append("turn_finished")
        @hookimpl
        def stackyard_match_finished(match): heard.append("match_finished")
        """,
    )
    match = restore(record)
    assert (match.store, yard.module("eavesdropper").heard) == (None, [])
    match.undo()
    match.play("g")
    assert yard.module("eavesdropper").heard == [
        "match_started",
        "turn_started",
        "move_played",
        "turn_finished",
        "match_finished",
    ]


def test_each_ply_can_be_looked_at(known_walk: WalkMaker) -> None:
    match = restore(long_record(known_walk))
    seen = list(match.course.scenes())
    assert ["".join(map("abcdefg".__getitem__, scene.cells)) for scene in seen] == list("abcdefg")
    assert [scene.player for scene in seen] == [0, 1, 1, 0, 0, 1, 0]
    assert [scene.winner for scene in seen] == [-1] * 6 + [1]
    assert seen[0].touched == frozenset()
    assert seen[3].touched == {1, 3}  # since the turn began, not since the move before
    assert len(list(restore(long_record(known_walk, "bc")).course.scenes())) == 3


def test_a_game_that_is_not_installed_is_named(known_walk: WalkMaker) -> None:
    with pytest.raises(UnknownGameError, match="no game 'run' is installed"):
        restore(long_record(known_walk, game="run"))


def test_an_option_that_is_unknown_or_not_allowed_is_named(known_walk: WalkMaker) -> None:
    record = long_record(known_walk, options={"size": 6})
    with pytest.raises(OptionError, match="walk has no option 'size'"):
        restore(record)
    known_walk(*LONG, options=(Option("size", 4, (4, 5), "How large it is."),))
    with pytest.raises(OptionError, match="option size: 6 is not allowed; choose 4 or 5"):
        restore(record)


@pytest.mark.parametrize("name", ["name", "self", "settings", "game", ""])
def test_an_option_of_any_name_is_only_unknown(known_walk: WalkMaker, name: str) -> None:
    with pytest.raises(OptionError, match=f"walk has no option '{name}'"):
        restore(long_record(known_walk, options={name: 6}))


def test_options_are_restored_whatever_their_kind(known_walk: WalkMaker) -> None:
    options = (
        Option("size", 4, range(4, 9), "How large it is."),
        Option("pie", False, (False, True), "Whether there is pie."),
        Option("goal", "any", ("any", "end"), "Where to go."),
        Option("limit", None, range(1, 100), "After how many moves it is over."),
    )
    known_walk(*LONG, options=options)
    settings = {"size": 7, "pie": True, "goal": "end", "limit": None}
    record = long_record(known_walk, options=settings)
    known_walk(*LONG, options=options)
    assert restore(decode(encode(record))).game.settings == settings


def test_newer_rules_are_refused_and_older_ones_tried(known_walk: WalkMaker) -> None:
    record = long_record(known_walk, rules_version=2)
    assert refusal(record) == (
        "the record follows version 2 of the rules of Walk, and those installed are version 1",
        None,
    )
    known_walk(*LONG, rules_version=3)
    assert restore(record).ply == 6


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"start": "z"}, "there is no spot z"),
        ({"repetition": 1}, "repetition is 0 (never) or 2 and more, not 1"),
    ],
)
def test_a_match_that_cannot_begin_is_refused(
    known_walk: WalkMaker, fields: dict[str, Any], words: str
) -> None:
    record = long_record(known_walk, **fields)
    assert refusal(record) == (f"the match cannot begin: {words}", 0)


@pytest.mark.parametrize(
    ("turns", "sentence", "ply"),
    [
        (["white g"], "move 1, g by white: no way leads from a to g", 0),
        (["white b", "black c ?"], "move 3, ? by black: '?' is no letter", 2),
        (["black b"], "move 1, b by black: a turn of white begins here", 0),
        (["red b"], "move 1, b by red: a turn of white begins here", 0),
        (["white b", "white c d"], "move 2, c by white: a turn of black begins here", 1),
        (["white b c"], "move 2, c by white: a turn of black begins here", 1),
        (["white b", "black c d", "white e f"], "move 5, f by white: a turn of white begins", 4),
        (["white b", "black c", "black d"], "move 2, c by black: the turn does not end", 2),
        (["white b", "black c", "white e"], "move 2, c by black: the turn does not end", 2),
        (
            ["white b", "black c d", "white e", "white f", "black g", "white a"],
            "move 7, a by white: the match is over: black has won",
            6,
        ),
    ],
)
def test_turns_that_the_rules_do_not_allow_are_refused(
    known_walk: WalkMaker, turns: list[str], sentence: str, ply: int
) -> None:
    made = [PlayedTurn(colour, moves) for colour, *moves in map(str.split, turns)]
    found, where = refusal(long_record(known_walk, turns=made, result=None, position=None))
    assert found.startswith(sentence)
    assert where == ply


def test_a_position_that_comes_out_differently_is_noticed_at_its_turn(
    known_walk: WalkMaker,
) -> None:
    record = long_record(known_walk)
    for (number, ply), check in product(enumerate([0, 2, 3, 4, 5]), ["00000000", "ffffffff"]):
        turns = record.turns[:]
        turns[number] = replace(turns[number], check=check)
        sentence, where = refusal(replace(record, turns=turns))
        assert sentence.endswith("it leads to another position now")
        assert where == ply


def test_a_last_position_that_comes_out_differently_is_noticed(known_walk: WalkMaker) -> None:
    record = long_record(known_walk, position="f")
    assert refusal(record) == ("after move 6 the position is not the one given", 6)


@pytest.mark.parametrize(
    ("moves", "ending", "sentence"),
    [
        ("bcdefg", Ending("white", "rules", ""), "after move 6 the game is not won by white"),
        ("bcdefg", Ending(None, "rules", ""), "after move 6 the game is not a draw"),
        ("bcd", Ending("black", "rules", ""), "after move 3 the game is not won by black"),
        ("bc", Ending(None, "repetition", ""), "after move 2 the game is not a draw"),
    ],
)
def test_a_result_that_the_rules_do_not_give_is_refused(
    known_walk: WalkMaker, moves: str, ending: Ending, sentence: str
) -> None:
    assert refusal(long_record(known_walk, moves, result=ending)) == (sentence, len(moves))


@pytest.mark.parametrize("reason", ["rules", "time"])
def test_a_winner_who_does_not_play_is_refused(known_walk: WalkMaker, reason: str) -> None:
    sentence, _ = refusal(long_record(known_walk, result=Ending("red", reason, "")))
    assert sentence == "the winner is 'red', not white or black"


def test_a_change_of_the_rules_is_noticed_at_the_first_ply_that_differs(
    known_walk: WalkMaker,
) -> None:
    record = long_record(known_walk)
    for ply, spots in (
        (1, ("a 0 b", "b 1 d", "d 0 e")),  # c may not be entered any more
        (2, ("a 0 b", "b 1 c", "c 0 d", "d 0 e")),  # no second move there
        (3, ("a 0 b", "b 1 c", "c 1 mid d", "d 1 e", "e 0 f")),  # another player's turn
        (5, ("a 0 b", "b 1 c", "c 1 mid d", "d 0 e", "e 0 f", "f 1 won 0")),  # an earlier end
    ):
        known_walk(*spots)
        assert refusal(record)[1] == ply
    known_walk(*LONG[:-1], "g 0 won 0")  # another winner
    assert refusal(record) == ("after move 6 the game is not won by black", 6)
    known_walk(*LONG[:-1], "g 0 a", "a 0 b")  # no end
    assert refusal(record) == ("after move 6 the game is not won by black", 6)


@pytest.mark.parametrize(
    ("spots", "ply"),
    [
        (("a 0 b", "b 1 c", "c 1 mid e", "e 0 f"), 2),  # in the middle of a turn
        ((*LONG[:2], "c 0 d", "d 0 e"), 2),
        ((*LONG[:-1], "g 0 won 0"), 6),
    ],
)
def test_a_record_of_earlier_rules_is_read_up_to_the_difference(
    known_walk: WalkMaker, spots: tuple[str, ...], ply: int
) -> None:
    record = long_record(known_walk)
    known_walk(*spots, rules_version=3)
    course, difference = readable_course(record)
    sentence, where = refusal(record)
    assert (course.ply, str(difference), where) == (ply, sentence, ply)
    assert sentence.endswith(
        "; the record follows version 1 of the rules of Walk, those installed are version 3"
    )
    known_walk(*spots)  # the same version: the record is wrong
    with pytest.raises(RecordError) as caught:
        readable_course(record)
    assert "version" not in str(caught.value)


def test_a_record_of_earlier_rules_that_does_not_differ_is_read_as_a_whole(
    known_walk: WalkMaker,
) -> None:
    record = long_record(known_walk)
    known_walk(*LONG, rules_version=2)
    course, difference = readable_course(record)
    assert (course.ply, course.result, difference) == (6, Result(1, "rules"), None)
