"""Trees of moves, in the walk of tests: from each spot to every other, in turns."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from stackyard.errors import IllegalMoveError, RecordError
from stackyard.records.format import Record, Variation, decode, encode
from stackyard.records.move_tree import MoveTree, Path, readable_tree, tree_of
from stackyard.records.writer import record_of
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason, Result

if TYPE_CHECKING:
    from tests.toy_games import WalkGame


def tree(game: WalkGame, moves: str = "babab") -> MoveTree:
    course = Course(game, repetition=0)
    for move in moves:
        course = course.play(move)
    return MoveTree(course)


def lines(tree: MoveTree, path: Path = ()) -> dict[Path, str]:
    """The moves of every line from the start, by its path."""
    course = tree.line(path)
    found = {path: "".join([ply.text for ply in course.plies()])}
    for index in range(len(tree.variation(path).variations if path else tree.variations)):
        found |= lines(tree, (*path, index))
    return found


def test_moves_that_the_match_has_are_followed_before_a_variation_leaves_it(
    game: WalkGame,
) -> None:
    grown, path = tree(game).add("bacd", 0, comments=["", "", "better", "so"])
    assert path == (0,)
    assert grown.variations == (Variation(2, ("c", "d"), ("better", "so")),)
    again, same = grown.add("cd", 2, comments=["best"])
    assert same == (0,)
    assert again.variations == (Variation(2, ("c", "d"), ("best", "so")),)
    assert again.add("ba", 0) == (again, ())


def test_a_variation_is_prolonged_where_it_ends_and_left_within(game: WalkGame) -> None:
    grown, path = tree(game).add("cd", 2)
    longer, same = grown.add("ab", 4, path)
    assert (same, longer.variations) == ((0,), (Variation(2, tuple("cdab")),))
    left, inner = longer.add("b", 3, path)
    assert inner == (0, 0)
    assert lines(left) == {(): "babab", (0,): "bacdab", (0, 0): "bacb"}
    assert left.alternatives((), 2) == left.alternatives((0, 0), 2) == [(0,)]
    assert left.owner((0, 0), 3) == (0,)
    assert left.owner((0, 0), 2) == ()


def test_the_first_tree_is_the_same_after_another_was_made_of_it(game: WalkGame) -> None:
    first = tree(game)
    grown, path = first.add("cd", 2)
    grown.annotate(path, 3, "a comment")
    grown.delete(path)
    assert first.variations == ()
    assert grown.variations == (Variation(2, ("c", "d")),)


def test_a_variation_may_go_on_after_the_end_of_a_match_that_was_given_up(game: WalkGame) -> None:
    course = tree(game, "ba").course.end(Result(0, Reason.RESIGNATION))
    grown, path = MoveTree(course).add("cd", 2)
    assert lines(grown) == {(): "ba", (0,): "bacd"}
    assert grown.line(path).result is None
    assert grown.course.result is not None


def test_promoting_moves_a_variation_forward_and_then_into_its_line(game: WalkGame) -> None:
    grown, first = tree(game).add("cdab", 2)
    grown, second = grown.add("db", 2)
    grown, inner = grown.add("bd", 3, first, ["good"])
    grown, _ = grown.add("c", 4, first)
    assert lines(grown)[inner] == "bacbd"
    promoted, path = grown.promote(inner)
    assert path == first
    assert lines(promoted) == {
        (): "babab",
        (0,): "bacbd",
        (0, 0): "bacdab",
        (0, 0, 0): "bacdc",
        (1,): "badb",
    }
    assert promoted.comment(path, 4) == "good"
    promoted, path = promoted.promote(second)
    assert path == (0,)
    assert promoted.variations[0].moves == ("d", "b")
    with pytest.raises(RecordError, match="stay as played"):
        promoted.promote(path)


def test_deleting_moves_makes_place_for_the_first_variation_there(game: WalkGame) -> None:
    grown, path = tree(game).add("cdab", 2)
    grown, _ = grown.add("bd", 3, path)
    grown, _ = grown.add("c", 4, path)
    shorter, left = grown.delete(path, 3)
    assert (left, shorter.variations) == ((0,), (Variation(2, tuple("cbd")),))
    shorter, left = grown.delete(path, 5)
    assert lines(shorter)[left] == "bacda"
    gone, left = shorter.delete(left)
    assert (left, gone.variations) == ((), ())


def test_a_move_that_the_rules_forbid_is_refused_with_its_place(game: WalkGame) -> None:
    grown, path = tree(game).add("cd", 2)
    with pytest.raises(IllegalMoveError, match="no way leads from d to d"):
        grown.add("d", 4, path)
    wrong = Variation(2, ("c", "d"), (), (Variation(3, ("c",)),))
    with pytest.raises(RecordError) as caught:
        MoveTree(grown.course, [wrong])
    assert str(caught.value) == (
        "move 4, c, of the variation that leaves after move 3: no way leads from c to c"
    )


@pytest.mark.parametrize(
    ("variations", "words"),
    [
        ([Variation(6, ("c",))], "after move 6, and can only after moves 0 to 5"),
        ([Variation(2, ("c",), (), (Variation(2, ("d",)),))], "can only after moves 3 to 2"),
        ([Variation(2, ("c", "d"), (), (Variation(4, ("b",)),))], "can only after moves 3 to 3"),
        ([Variation(2, ("c",)), Variation(1, ("c",))], "stands behind one that leaves after"),
        ([Variation(2, ("c",), ("", "why"))], "more comments than moves"),
        ([Variation(2, ("c",))] * 1001, "at most 1,000 variations"),
        ([Variation(2, ("c", "d") * 5001)] * 2, "and 20,000 moves"),
    ],
)
def test_variations_out_of_place_or_too_many_are_refused(
    variations: list[Variation], words: str, game: WalkGame
) -> None:
    with pytest.raises(RecordError, match=words):
        MoveTree(tree(game).course, variations)


def test_variations_within_one_another_have_a_limit_in_trees_and_in_files(game: WalkGame) -> None:
    grown, path = tree(game).add("cd", 2)
    for ply in range(3, 22):  # leave after the first move of the variation before
        last, left = [each.text for each in grown.line(path).plies(ply - 1)]
        first, second = sorted({*"abcd"} - {last, left})
        grown, path = grown.add([first, second], ply, path)
    assert path == (0,) * 20
    record = varied(grown)
    assert decode(encode(record)) == record
    last, left = [each.text for each in grown.line(path).plies(21)]
    with pytest.raises(RecordError, match="at most 20 deep"):
        grown.add(sorted({*"abcd"} - {last, left}), 22, path)
    for deep in (300, 100_000):
        document = '{"ply":1,"moves":["b","a"],"variations":[' * deep + "]}" * deep
        with pytest.raises(RecordError):
            decode(encode(record)[:-1] + f',"variations":[{document}]}}'.encode())


def test_a_record_of_older_rules_is_shown_without_variations_that_those_of_today_forbid(
    game: WalkGame,
) -> None:
    record = replace(varied(tree(game)), variations=(Variation(1, ("b",)),))
    with pytest.raises(RecordError, match="leaves after move 1"):
        readable_tree(record, lambda name, **options: game)
    old = replace(record, rules_version=0)
    shown, difference = readable_tree(old, lambda name, **options: game)
    assert (shown.course.ply, shown.variations) == (5, ())
    assert "leaves after move 1" in str(difference)


def varied(tree: MoveTree) -> Record:
    """A record of a tree."""
    match = Match(tree.course.game, course=tree.course)
    return replace(record_of(match), variations=tree.variations)


@pytest.mark.parametrize("seed", range(30))
def test_whatever_is_done_to_a_tree_its_record_is_read_as_it_was_written(
    game: WalkGame, seed: int
) -> None:
    choose = random.Random(seed)
    grown = tree(game)
    for _ in range(12):
        paths = list(lines(grown))
        path = choose.choice(paths)
        ply = choose.randint(0, grown.line(path).ply)
        match choose.choice(["add", "add", "add", "promote", "delete", "annotate"]):
            case "add":
                course, moves = grown.line(grown.owner(path, ply)).at(ply), []
                for _ in range(choose.randint(1, 4)):
                    move = choose.choice(list(course.position.legal_moves()))
                    moves.append(course.game.format_move(move, course.position))
                    course = course.play(move)
                grown, added = grown.add(moves, ply, path)
                assert lines(grown)[added].startswith(lines(grown)[added][:ply] + "".join(moves))
            case "promote" if path:
                before = sorted(lines(grown).values())
                try:
                    grown, _ = grown.promote(path)
                except RecordError:
                    continue
                assert sorted(lines(grown).values()) == before
            case "delete" if path:
                grown, left = grown.delete(path, ply)
                assert left in lines(grown)
            case "annotate" if path and grown.owner(path, ply):
                grown = grown.annotate(path, ply, f"comment {choose.random()}")
                assert grown.comment(path, ply).startswith("comment")
    record = varied(grown)
    assert decode(encode(record)) == record
    assert tree_of(record, lambda name, **options: game).variations == grown.variations
