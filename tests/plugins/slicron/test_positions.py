"""The positions that catch a hasty implementer, each played as the rules say."""

from __future__ import annotations

import pytest

from stackyard.errors import IllegalMoveError
from stackyard.notation import cell_names
from stackyard_slicron.game import SlicronGame
from stackyard_slicron.rules import Slicron

pytestmark = pytest.mark.builds

B = "5/b5/1b5/2bb4/bb2b4/2bb4/bb5/1b4/1b3 b -"
D = "4/5/b5/1b5/1b4/1b3/1b2 b -"
E = "b3/1b3/2b3/4bbb/2b3/1b3/b3 b -"


def game_of(text: str, rules: str = "2024") -> SlicronGame:
    return SlicronGame(side=text.count("/") // 2 + 1, rules=rules)


def played(text: str, moves: str, rules: str = "2024") -> tuple[SlicronGame, Slicron]:
    game = game_of(text, rules)
    position = game.parse_position(text)
    for move in moves.split():
        position.play(game.parse_move(move, position))
    return game, position


def after(text: str, moves: str, rules: str = "2024") -> str:
    game, position = played(text, moves, rules)
    return game.format_position(position)


def legal(text: str, move: str, rules: str = "2024") -> bool:
    game = game_of(text, rules)
    return game.read_move(move) in game.parse_position(text).legal_moves()


def results(text: str, move: str, rules: str = "2024") -> set[str]:
    """All positions that a turn which begins with `move` may lead to."""
    game, position = played(text, move, rules)
    todo, found = [position], set()
    while todo:
        here = todo.pop()
        if not here.mid_turn:
            found.add(game.format_position(here))
            continue
        for step in here.legal_moves():
            there = here.copy()
            there.play(step)
            todo.append(there)
    return found


def test_two_edge_stones_that_touch_close_what_is_beside_them() -> None:
    text = "4/5/6/7/6/5/bb2 b -"
    assert not legal(text, "b2")
    assert legal(text, "b2", "revised")
    assert not legal(text, "a3")
    assert not legal(text, "a3", "revised")


ROW = "4/5/6/7/2bbbb/1b3/b3 b -"


@pytest.mark.parametrize("rules", ["2024", "revised"])
def test_a_path_as_long_as_before_is_not_shorter(rules: str) -> None:
    assert not legal(ROW, "b3", rules)


def test_a_spur_is_for_the_revised_rules_only() -> None:
    assert not legal(ROW, "b4")
    assert after(ROW, "b4", "revised") == "4/5/6/7/2bbbb/1b1b1/b3 w -"


def test_a_shorter_path_to_another_end_is_for_the_revised_rules_only() -> None:
    assert not legal(ROW, "b5")
    assert after(ROW, "b5", "revised") == "4/5/6/7/5b/4b/4 w -"


def test_a_third_edge_stone_between_two_stays_or_is_chosen_away() -> None:
    text = "4/5/6/7/6/5/b1b1 b -"
    assert after(text, "a2") == "4/5/6/7/6/5/bbb1 w -"
    game, position = played(text, "a2", "revised")
    assert game.legal_texts(position) == ["xa1", "xa3"]
    assert after(text, "a2 xa1", "revised") == "4/5/6/7/6/5/1bb1 w -"
    assert after(text, "a2 xa3", "revised") == "4/5/6/7/6/5/bb2 w -"


def test_a_tripod_keeps_all_three_pairs() -> None:
    assert after(E, "d4") == "b3/1b3/2b3/3bbbb/2b3/1b3/b3 w -"


def test_of_a_tripod_the_revised_rules_keep_one_path() -> None:
    assert len(results(E, "d4", "revised")) == 3


@pytest.mark.parametrize("rules", ["2024", "revised"])
def test_one_edge_stone_is_no_path(rules: str) -> None:
    text = "4/5/2b3/2bb3/1bbb2/1bb2/1b2 b -"
    assert after(text, "d5", rules) == "4/5/2b3/2bbb2/1bbb2/1bb2/1b2 w -"


def test_a_stone_must_shorten_each_path_it_touches() -> None:
    assert not legal(B, "d2")
    assert after(B, "e3") == "5/b5/1b5/2b5/bbb6/2b5/bb5/1b4/1b3 w -"


WIDE = "4/1b3/2b3/2bb3/1bbb2/1bb2/1b2 b -"


def test_what_the_choice_makes_useless_comes_off_by_itself() -> None:
    assert len(results(WIDE, "g4")) == 6
    assert after(WIDE, "g4") == f"{WIDE} +g4"
    assert after(WIDE, "g4 xb2") == f"{WIDE} +g4-b2-c2"


def test_every_final_set_can_be_reached_in_any_order() -> None:
    game, position = played(WIDE, "g4")
    reached: dict[str, set[str]] = {}
    todo = [(position, "")]
    while todo:
        here, steps = todo.pop()
        if not here.mid_turn:
            reached.setdefault(game.format_position(here), set()).add(steps.split()[0])
            continue
        for move in here.legal_moves():
            there = here.copy()
            there.play(move)
            todo.append((there, f"{steps} {game.format_move(int(move), here)}"))
    start = {text[1:] for text in game.legal_texts(position)}
    for final, first_steps in reached.items():
        left = set(cell_names(game.board, game.pieces(game.parse_position(final))))
        assert first_steps == {f"x{name}" for name in start - left}


def test_the_revised_rules_leave_the_choice_between_paths_of_different_lengths() -> None:
    assert not legal(D, "b1")
    found = results(D, "b1", "revised")
    assert sorted(text.count("b") - text.endswith("b -") for text in found) == [3, 4]


def test_swap_is_for_whites_first_decision_only() -> None:
    start = "4/5/6/7/6/5/4 b s"
    assert not legal(start, "swap")
    assert legal("4/5/6/3b3/6/5/4 w s", "swap")
    assert after("4/5/6/3b3/6/5/4 w s", "swap") == "4/5/6/3w3/6/5/4 b -"
    assert not legal(after(start, "d4 d5"), "swap")
    assert not legal(after(start, "d4 swap"), "swap")
    assert not legal(after(start, "d4 swap d5"), "swap")
    with pytest.raises(IllegalMoveError):
        played(start, "swap")


def test_a_player_without_a_placement_has_lost_though_cells_are_empty() -> None:
    game = SlicronGame(side=4)
    text = "wwbb/5/wwwwww/b1bbb1b/bwbwww/b3b/1wwb {} -"
    position = game.parse_position(text.format("w"))
    assert position.winner == 0
    assert game.legal_texts(position) == []
    assert len(game.legal_texts(game.parse_position(text.format("b")))) == 4
    assert len(game.decisive(position)) == 11


def test_the_placed_stone_may_come_off_where_its_group_held_surplus_stones() -> None:
    text = "1b1/1bb1/3b1/1bbb/1bb b -"  # made by hand: no game leads there
    assert after(text, "c2") == f"{text} +c2"
    assert after(text, "c2 xc2") == "1b1/2b1/3b1/2bb/1bb w -"
