"""The rules of Domineering, one by one."""

from __future__ import annotations

import pytest
from stackyard import ONGOING, Game, IllegalMoveError, NotationError, Position, PositionError

from stackyard_domineering.game import DomineeringGame


@pytest.fixture
def game() -> Game:
    return DomineeringGame(width=3)


def test_blue_stands_dominoes_up(game: Game) -> None:
    position = game.initial()
    assert game.legal_texts(position) == ["a1", "b1", "c1", "a2", "b2", "c2"]
    position.play(game.parse_move("b2", position))
    assert game.format_position(position) == ".b./.b./... r"


def test_red_lays_dominoes_flat(game: Game) -> None:
    position = game.parse_position("..b/..b/... r")
    assert game.legal_texts(position) == ["a1", "b1", "a2", "a3"]
    position.play(game.parse_move("b1", position))
    assert game.format_position(position) == "..b/..b/.rr b"


@pytest.mark.parametrize(
    ("position", "move", "rule"),
    [
        (".b./.b./... r", "b2", "occupied"),
        (".b./.b./... r", "a2", "half"),
        (".b./.b./... r", "c1", "edge"),
        ("rr./.b./.b. b", "a3", "occupied"),
        ("rr./.b./.b. b", "a2", "half"),
        ("rr./.b./.b. b", "c3", "edge"),
    ],
)
def test_a_domino_without_room_is_refused(game: Game, position: str, move: str, rule: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move(move, game.parse_position(position))
    assert caught.value.refusal.rule == rule


def test_who_has_no_room_has_lost(game: Game) -> None:
    position = game.parse_position("rr./b.b/b.b r")
    assert position.winner == 0
    assert game.ending(position) == "red has no room for a domino"


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".../... b",
        ".../..../... b",
        ".../.x./... b",
        ".../.../... w",
        "r.r/.../... b",
        "b../.../b.. b",
    ],
)
def test_a_text_that_is_no_position_is_refused(game: Game, text: str) -> None:
    with pytest.raises(PositionError):
        game.parse_position(text)


def test_a_text_that_is_no_move_is_refused(game: Game) -> None:
    with pytest.raises(NotationError):
        game.parse_move("d1", game.initial())


# Who wins on 2 to 5 columns, row by row: V the upright player, H the flat one, whoever begins;
# 1 the first player, 2 the second. From G. C. Drummond-Cole, "An update on domineering on
# rectangular boards", Integers 14 (2014).
KNOWN = {2: "11HV", 3: "11HH", 4: "VV1V", 5: "HVH2"}


@pytest.mark.parametrize(
    ("height", "width", "known"),
    [(height, width, row[width - 2]) for height, row in KNOWN.items() for width in range(2, 6)],
)
def test_the_winner_is_the_one_that_mathematicians_found(
    height: int, width: int, known: str
) -> None:
    upright_begins = winner(DomineeringGame(width=width, height=height).initial(), {})
    flat_begins = 1 - winner(DomineeringGame(width=height, height=width).initial(), {})
    assert {"00": "V", "11": "H", "01": "1", "10": "2"}[f"{upright_begins}{flat_begins}"] == known


def winner(position: Position, known: dict[object, int]) -> int:
    """Who wins when both play as well as can be."""
    if position.winner != ONGOING:
        return int(position.winner)
    player, key = int(position.player), position.key()
    if key not in known:
        known[key] = 1 - player
        for move in position.legal_moves():
            after = position.copy()
            after.play(move)
            if winner(after, known) == player:
                known[key] = player
                break
    return known[key]
