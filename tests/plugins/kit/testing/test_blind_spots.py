"""Faults of a stranger's game that only a second look finds: each passes a plainer check."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.plugins.kit.testing.faults import code_by_colours, code_by_players, sound
from tests.plugins.kit.testing.test_knowledge import knowing
from tests.plugins.kit.testing.test_sources import Judge

from stackyard import Piece
from stackyard.boards import Row
from stackyard.position import uniform
from stackyard_kit.testing import GameConformance

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]
Contribute = Callable[[str, object], None]

# A game with a reserve, from which each move of three counters takes a token.


def spare(position: Any) -> int:
    return int(getattr(position, "spare", 60))


def play_with_a_token(position: Any, move: int) -> None:
    position.spare = spare(position) - (move == 2)
    sound(position).play(position, move)


def copy_with_tokens(position: Any) -> Any:
    again = sound(position).copy(position)
    again.spare = spare(position)
    return again


def takes_with_tokens(position: Any) -> list[int]:
    return [take for take in sound(position).takes(position) if take < 2 or spare(position) > 0]


def parse_with_tokens(game: Any, text: str) -> Any:
    before, _, tokens = text.rpartition(" ")
    position = sound(game).parse_position(game, before)
    position.spare = int(tokens)
    return position


RESERVE: dict[str, Any] = {
    "play": play_with_a_token,
    "copy": copy_with_tokens,
    "takes": takes_with_tokens,
    "key": lambda p: (*sound(p).key(p), spare(p)),
    "code": lambda p: code_by_colours(p) * 64 + spare(p),
}
WRITTEN: dict[str, Any] = {
    "parse_position": parse_with_tokens,
    "format_position": lambda game, p: f"{sound(game).format_position(game, p)} {spare(p)}",
}


def test_a_symmetric_code_without_the_reserves_is_found(conformance: Made, told: Told) -> None:
    codes = {**RESERVE, "symmetric_code": code_by_players}
    failure = told(conformance(codes, WRITTEN)().test_symmetries)
    assert "but their moves do not lead to the same: " in failure


def test_a_symmetric_code_with_the_reserves_passes(conformance: Made) -> None:
    codes = {**RESERVE, "symmetric_code": lambda p: code_by_players(p) * 64 + spare(p)}
    conformance(codes, WRITTEN)().test_symmetries()


def test_a_code_that_no_position_has_is_told(conformance: Made, told: Told) -> None:
    failure = told(conformance({"code": lambda p: -1})().test_keys)
    assert "`code` is -1 in every position of " in failure
    conformance({"code": lambda p: code_by_colours(p) if p.few else -1})().test_keys()


class Playing(Judge):
    """Plays moves, too."""

    def after(self, position: str, move: str, **options: Any) -> str:
        left, taken, acts = position.split()
        piles, number = [*map(int, taken.split(","))], ("one", "two", "three").index(move) + 1
        piles["wb".index(acts[0])] += number
        goes_on = int(left) > number and not acts[1:]
        whose = f"{acts}+" if goes_on else "bw"["wb".index(acts[0])]
        if int(left) == number:
            whose = "bw"["wb".index(acts[0])]
        return f"{int(left) - number} {piles[0]},{piles[1]} {whose}"


def play_for_the_other(position: Any, move: int) -> None:
    mover = position.player
    sound(position).play(position, move)
    if move == 2:
        position.taken[mover] -= 3
        position.taken[1 - mover] += 3
        again = type(position)(position.left, position.taken, 0, False, position.few)
        position.winner = again.winner


def test_a_move_that_is_played_wrongly_is_found_by_a_judge_that_plays(
    conformance: Made, told: Told, share: Any
) -> None:
    conformance(reference=Playing())().test_reference()
    conformance({"play": play_for_the_other}, reference=Judge())().test_reference()
    for source in (Playing(), share.ShareGame):
        failure = told(conformance({"play": play_for_the_other}, reference=source)().test_reference)
        assert "and the second source to " in failure


def with_six_moves(game: Any) -> None:
    sound(game).prepare(game)
    game.move_space = 6


def test_a_move_that_is_a_third_likelier_is_found(conformance: Made, told: Told) -> None:
    def random_move(position: Any, bits: int) -> int:
        takes = position.takes()
        return uniform([*takes * 3, *takes[:1]], bits)

    many = {"takes": lambda position: list(range(min(6, position.left)))}
    broken = conformance({**many, "random_move": random_move}, {"prepare": with_six_moves})
    failure = told(broken().test_random_moves)
    assert "random_move is biased" in failure


def on_three_cells(game: Any) -> None:
    sound(game).prepare(game)
    game.board = Row(3)


@pytest.mark.parametrize(
    ("image", "why"),
    [
        ((2, 1, 0), ""),
        ((1, 0, 2), "takes a to b, and not the neighbours of one to those of the other"),
    ],
)
def test_an_image_that_tears_neighbours_apart_is_found(
    image: tuple[int, ...], why: str, conformance: Made, told: Told, contribute: Contribute
) -> None:
    contribute("knowledge", knowing(symmetries=lambda: [image]))
    failure = told(conformance({}, {"prepare": on_three_cells})().test_knowledge)
    assert why in failure if why else not failure


def test_an_image_by_which_moves_are_others_is_found(
    conformance: Made, told: Told, contribute: Contribute
) -> None:
    def pieces(game: Any, position: Any) -> dict[int, tuple[Piece, ...]]:
        taken = sum(position.taken)
        return {0: (Piece(0, "o"),) * taken} if taken else {}

    contribute("knowledge", knowing(symmetries=lambda: [(2, 1, 0)]))
    game = {"prepare": on_three_cells, "pieces": pieces}
    assert "by which the game is not played alike: " in told(conformance({}, game)().test_knowledge)


def ahead(position: Any) -> int:
    lead = position.taken[position.player] - position.taken[1 - position.player]
    return int(-lead if position.few else lead)


def test_an_evaluation_for_the_other_player_is_found(conformance: Made, told: Told) -> None:
    conformance({"evaluate": ahead})().test_evaluate()
    for wrong in (lambda p: -ahead(p), lambda p: -ahead(p) if p.player else ahead(p)):
        failure = told(conformance({"evaluate": wrong})().test_evaluate)
        assert "evaluate favours the loser near the end of " in failure


TABLE = [0]


def play_by_a_table(position: Any, move: int) -> None:
    TABLE[0] = position.left
    position.left = 0
    position.left = TABLE[0]
    sound(position).play(position, move)


def test_a_table_that_threads_share_is_found_where_nothing_is_called(
    conformance: Made, told: Told
) -> None:
    failure = told(conformance({"play": play_by_a_table})().test_threads)
    assert "while other threads played other positions" in failure
