"""The solvers on small boards of the five games, compared with a plain one."""

from __future__ import annotations

from typing import Any

import pytest
from tests.plain_solver import reachable, solve_plainly

from stackyard.builds import nearest
from stackyard.game import Game
from stackyard.plugins.registry import load_game
from stackyard.position import DRAW, ONGOING
from stackyard_engine.solver.components import DRAWN
from stackyard_engine.solver.solvers import table_code

MUCH = 4 * 10**9  # bytes

LOSES = {"size": "3", "self_elimination": "loses"}
FIVE = {"size": "5", "pieces": "5"}
SMALL: list[tuple[str, dict[str, str], str]] = [
    *[("silo", {"size": "4", "height": "1", "goal": goal}, "") for goal in ("any", "end", "home")],
    ("silo", {"size": "4", "height": "2"}, "-/rr/bb/rbbr r"),
    *[
        ("slicron", {"side": "2", "rules": rules, "pie": "off"}, "")
        for rules in ("2024", "revised")
    ],
    ("slicron", {"side": "2", "rules": "2024", "pie": "on"}, ""),
    ("slicron", {"side": "3", "rules": "2024", "pie": "off"}, "wwb/bw2/1bwb1/w1bb/b1w b -"),
    ("splay", {"side": "2"}, ""),
    ("splay", {"side": "3"}, "3/2,b1,1/1,w1,3/1,b1,2/3 w"),
    ("splay", {"side": "3", "fill": "on"}, "3/1,b1,w1,1/1,w1,1,w1,1/1,b2,w1,1/3 b"),
    ("filo", FIVE, "b/-/bb/w/w 0,0 3,2 b"),
    ("filo", FIVE | {"variant": "proposal-1+2"}, "w/-/b/-/b 1,1 3,2 w"),
    ("filo", FIVE | {"empty_reserve": "skip"}, "wwww/-/-/-/bbb 1,2 0,0 w"),
    ("pit_of_pillars", {"size": "3"}, ""),
    ("pit_of_pillars", {"size": "3"}, "1/w,1,r/R w 2,1 move"),
    ("pit_of_pillars", LOSES, "1/w,1,r/R w 2,1 move"),
    ("pit_of_pillars", {"size": "4"}, "2/w,2,r/4/2 w 0,0 move"),
]


def start(name: str, options: dict[str, str], text: str) -> tuple[Game[Any], Any]:
    game = load_game(name, **options)
    return game, game.parse_position(text) if text else game.initial()


def solver_of(position: Any, most: int = MUCH) -> Any:
    solver = nearest(type(position), "stackyard_engine.solver.exhaustive").Exhaustive(
        position, most
    )
    while not (solver.done or solver.full or solver.failed):
        solver.run(100_000)
    return solver


def found(solver: Any, position: Any) -> tuple[int, int]:
    number = solver.number(position)
    result = number & 3
    return DRAW if result == DRAWN else abs(int(position.player) - result), number >> 2


@pytest.mark.parametrize(("name", "options", "text"), SMALL)
def test_every_position_is_solved_as_by_a_plain_solver(
    name: str, options: dict[str, str], text: str
) -> None:
    _, position = start(name, options, text)
    solver, right = solver_of(position), solve_plainly(position)
    unfinished = {
        key: place for key, place in reachable(position).items() if place.winner == ONGOING
    }
    assert solver.table.used == len({table_code(place) for place in unfinished.values()})
    for key, place in unfinished.items():
        assert found(solver, place) == right[key]


@pytest.mark.parametrize(
    ("name", "options", "text", "result", "positions"),
    [
        ("silo", {"size": "4", "height": "2"}, "", (0, 31), 10_956),
        ("splay", {"side": "2"}, "", (0, 6), 6),
        ("slicron", {"side": "2", "rules": "2024", "pie": "off"}, "", (1, 6), 70),
        ("slicron", {"side": "2", "rules": "revised", "pie": "off"}, "", (0, 7), 91),
        ("slicron", {"side": "2", "rules": "2024", "pie": "on"}, "", (1, 6), 0),
        ("pit_of_pillars", {"size": "3"}, "", (0, 3), 7),
    ],
)
def test_small_boards_have_their_known_results(
    name: str, options: dict[str, str], text: str, result: tuple[int, int], positions: int
) -> None:
    _, position = start(name, options, text)
    solver = solver_of(position)
    assert found(solver, position) == result
    assert solver.table.used == positions or not positions


@pytest.mark.parametrize(
    ("variant", "reserve", "result"),
    [
        ("standard", "skip", (1, 14)),
        ("proposal-1", "loses", (1, 36)),
        ("proposal-2", "skip", (0, 47)),
        ("proposal-1+2", "loses", (1, 72)),
    ],
)
@pytest.mark.nightly
def test_filo_on_five_cells_has_its_known_results(
    variant: str, reserve: str, result: tuple[int, int]
) -> None:
    options = {"size": "5", "pieces": "5", "variant": variant, "empty_reserve": reserve}
    _, position = start("filo", options, "")
    assert found(solver_of(position), position) == result


def test_a_code_is_below_two_to_the_62_or_there_is_none() -> None:
    for name, options in [
        ("silo", {"size": "8"}),
        ("slicron", {"side": "4"}),
        ("splay", {"side": "4"}),
        ("pit_of_pillars", {"size": "6"}),
    ]:
        _, position = start(name, options, "")
        codes = []
        for number in range(40):
            if position.winner == ONGOING:
                codes.append(int(position.code()))
                position.play(position.random_move(1 + 99_991 * number))
        assert codes[-1] == -1
        assert max(codes) < 2**62


def test_gering_was_right() -> None:
    """White, who was the last to enter singly, loses at the start of the moving phase."""
    _, position = start("filo", {}, "wwww/wwww/wwww/-/-/bbbb/bbbb/bbbb 0,0 0,0 w")
    kind = nearest(type(position), "stackyard_engine.solver.dfpn").Attack
    results = []
    for attacker in (0, 1):
        proof = kind(position, attacker, MUCH)
        proof.run(10_000)
        results.append(proof.result)
    assert results == [0, 1]
