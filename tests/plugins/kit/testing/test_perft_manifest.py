from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stackyard_kit.testing import GameConformance

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]
Count = Callable[..., str]


@pytest.fixture
def count(conformance: Made, told: Told, tmp_path: Path) -> Count:
    """The words of the check of node counts about a manifest, a text or what is written as JSON."""

    class Request:
        path = tmp_path / "test_share.py"

    def count(manifest: Any, game: dict[str, Any] | None = None, **attributes: Any) -> str:
        text = manifest if isinstance(manifest, str) else json.dumps(manifest)
        (tmp_path / "counts.json").write_text(text, "utf-8")
        tests = conformance({}, game, **{"perft": "counts.json", **attributes})()
        return told(lambda: tests.test_perft(Request()))  # type: ignore[arg-type]

    return count


def takes_two_at_most(position: Any) -> list[int]:
    return list(range(min(2, position.left)))


@pytest.fixture
def other(share: Any) -> Callable[..., Any]:
    """A game of the same notation whose positions differ."""

    def other(**position: Any) -> Any:
        kind = type("Other", (share.Share,), position)
        return type("OtherGame", (share.ShareGame,), {"kind": kind})

    return other


def test_counts_that_are_right_pass(count: Count) -> None:
    assert not count(
        [
            {"counts": [3, 9, 27, 81]},
            {"options": {"counters": 4}, "counts": [3, 6, 4, 1, 0]},
            {"position": "3 5,4 w", "counts": [3, 3, 1, 0]},
            {"options": {"counters": 4, "few": True}, "position": "1 3,0 w+", "counts": [1, 0]},
        ]
    )


def test_a_wrong_count_is_told_with_its_depth_and_the_parts_of_the_moves(count: Count) -> None:
    said = count([{"counts": [3, 9]}, {"options": {"counters": 4}, "counts": [3, 6, 5, 1]}])
    assert "perft(3) from 4 0,0 w is 4, the manifest says 5" in said
    assert "by moves: one 3, two 1, three 0" in said
    assert "in entry 2" in said


def test_a_second_source_leads_to_the_first_move_that_one_of_them_forbids(
    count: Count, other: Callable[..., Any]
) -> None:
    known = [{"options": {"counters": 4}, "counts": [2, 4]}]
    said = count(known, reference=other(takes=takes_two_at_most))
    assert "first difference: at 4 0,0 w the second source does not allow three" in said
    said = count(
        [{"counts": [3, 9]}], {"kind": other(takes=takes_two_at_most).kind}, reference=other()
    )
    assert "first difference: at 12 0,0 w the game does not allow three" in said


def test_the_search_goes_down_to_where_the_two_part(
    count: Count, other: Callable[..., Any]
) -> None:
    def takes(position: Any) -> list[int]:
        return [0, 1] if position.taken == [2, 2] else list(range(min(3, position.left)))

    said = count([{"counts": [3, 9, 27, 80]}], reference=other(takes=takes))
    assert "perft(4) from 12 0,0 w is 81, the manifest says 80" in said
    assert "first difference: at 8 2,2 b+ the second source does not allow three" in said


def test_a_move_that_leads_elsewhere_is_told_with_both_positions(
    count: Count, other: Callable[..., Any], share: Any
) -> None:
    def play(position: Any, move: int) -> None:
        share.Share.play(position, 0 if position.taken[0] == 5 else move)

    said = count([{"position": "3 5,4 w+", "counts": [3, 4]}], reference=other(play=play))
    assert "perft(2) from 3 5,4 w+ is 3, the manifest says 4" in said
    assert "at 3 5,4 w+, two leads to 1 7,4 b and 1 nodes, in the second source to 2" in said
    assert said.count("2 6,4 b") == 1


def test_a_function_may_be_the_second_source(count: Count, share: Any) -> None:
    def source(text: str, depth: int, **options: Any) -> dict[str, int]:
        game = share.ShareGame(**options)
        parts = {}
        for move in game.legal_texts(game.parse_position(text)):
            if (text, move) != ("10 2,0 w+", "two"):
                position = game.parse_position(text)
                position.play(game.parse_move(move, position))
                after = source(game.format_position(position), depth - 1) if depth > 1 else {"": 1}
                parts[move] = sum(after.values())
        return parts

    said = count([{"counts": [3, 8]}], reference=source)
    assert "first difference: at 10 2,0 w+ the second source does not allow two" in said
    few = {"options": {"few": True}, "position": "2 9,1 w"}
    said = count([{**few, "counts": [3]}], reference=source)
    assert "perft(1) from 2 9,1 w is 2, the manifest says 3" in said
    assert "the second source counts 2 too" in said


def test_a_function_that_counts_less_after_a_move_names_the_move(count: Count) -> None:
    def source(text: str, depth: int) -> dict[str, int]:
        return {"one": 3**depth // 3, "two": 3**depth // 3, "three": 3**depth // 3 - (depth == 2)}

    said = count([{"counts": [3, 8]}], reference=source)
    assert "at 12 0,0 w, three leads to 9 3,0 w+ and 3 nodes, in the second source to 2" in said


def test_a_function_that_counts_more_than_one_node_for_a_move_is_told(count: Count) -> None:
    def source(text: str, depth: int) -> dict[str, int]:
        return {"one": 2, "two": 1, "three": 1}

    said = count([{"counts": [4]}], reference=source)
    assert "at 12 0,0 w, one leads to 11 1,0 w+ and 1 nodes, in the second source to 2" in said


@pytest.mark.parametrize(
    "manifest",
    [
        "",
        "{}",
        "[]",
        '[{"counts": []}]',
        '[{"position": "12 0,0 w"}]',
        '[{"counts": [3, "9"]}]',
        '[{"counts": [3, -9]}]',
        '[{"depths": [3, 9]}]',
        '[{"counts": [3], "nodes": [3]}]',
    ],
)
def test_what_is_no_manifest_is_told_so(manifest: str, count: Count) -> None:
    assert "the perft manifest cannot be read: " in count(manifest)


def test_an_option_that_there_is_not_is_told_in_a_sentence(count: Count) -> None:
    said = count([{"options": {"sise": 4}, "counts": [3]}])
    assert said.startswith(
        "Failed: share has no option 'sise'; its options: counters, few\nin entry 1"
    )


def test_a_manifest_that_is_not_there_is_told_so(count: Count) -> None:
    said = count([{"counts": [3]}], perft="nodes.json")
    assert "the perft manifest cannot be read: " in said
    assert "nodes.json" in said


def test_a_manifest_is_asked_for(count: Count) -> None:
    assert 'name a perft manifest beside the test file, as in perft = "perft.json"' in count(
        [{"counts": [3]}], perft=""
    )


def test_a_judge_of_positions_counts_by_its_moves(count: Count, share: Any) -> None:
    class Judge:
        def legal_moves(self, text: str, **options: Any) -> list[str]:
            game = share.ShareGame(**options)
            moves = game.legal_texts(game.parse_position(text))
            return [move for move in moves if (text, move) != ("10 2,0 w+", "two")]

        def winner(self, text: str, **options: Any) -> int:
            return int(share.ShareGame(**options).parse_position(text).winner)

    said = count([{"counts": [3, 8]}], reference=Judge())
    assert "by moves: one 3, two 3, three 3 (with a `reference` that counts, or has" in said

    class Counting(Judge):
        def after(self, text: str, move: str, **options: Any) -> str:
            game = share.ShareGame(**options)
            position = game.parse_position(text)
            position.play(game.parse_move(move, position))
            return str(game.format_position(position))

    said = count([{"counts": [3, 8]}], reference=Counting())
    assert "first difference: at 10 2,0 w+ the second source does not allow two" in said
