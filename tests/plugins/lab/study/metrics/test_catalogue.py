from __future__ import annotations

from collections.abc import Callable
from math import log10

import pytest
from tests.plugins.lab.study.metrics.random_games import Outcome, distribution, random_trace
from tests.toy_games import Walk, read_spot

from stackyard import load_game
from stackyard.position import DRAW, ONGOING, Position
from stackyard_lab.study.metrics import METRICS, measure
from stackyard_lab.study.report import Figure
from stackyard_lab.study.trace import GameTrace, PlyTrace

MEANS: dict[str, Callable[[Outcome], float]] = {
    "first_seat": lambda game: {0: 1.0, DRAW: 0.5, 1: 0.0}[game.winner],
    "draws": lambda game: game.winner == DRAW,
    "forced": lambda game: game.forced / game.plies,
    "skips": lambda game: game.skips / (game.turns + game.skips),
    "completion": lambda game: game.winner != ONGOING,
}
QUANTILES: dict[str, tuple[float, Callable[[Outcome], float]]] = {
    "length": (0.5, lambda game: game.turns),
    "length_short": (0.1, lambda game: game.turns),
    "length_long": (0.9, lambda game: game.turns),
    "branching": (0.5, lambda game: game.choices / game.plies),
    "tree": (0.5, lambda game: log10(game.product)),
}


def figures(traces: list[GameTrace]) -> dict[str, Figure]:
    return {figure.metric: figure for figure in measure(traces, 3)}


def silo() -> Position:
    """54 positions."""
    return load_game("silo", size=4, height=1).initial()


def walk() -> Position:
    """Skipped turns, turns of two moves, draws."""
    spots = ["a 0 bcf", "b 0 mid de", "c 1 dgh", "d 1 eh", "e 0 drawn", "f 0 de", "g 1 won 1"]
    return Walk(dict(map(read_spot, [*spots, "h 1 won 0"])), "a")


def exact_values(start: Position) -> dict[str, float]:
    """The exact value of each metric that needs no judge."""
    games = distribution(start)
    assert sum(games.values()) == pytest.approx(1)
    exact = {name: sum([of(g) * p for g, p in games.items()]) for name, of in MEANS.items()}
    for name, (share, of) in QUANTILES.items():
        below = 0.0
        for value, chance in sorted([(of(game), chance) for game, chance in games.items()]):
            below += chance
            if below > share:
                exact[name] = value
                break
    exact["balance"] = 1 - abs(2 * exact["first_seat"] - 1)
    return exact


@pytest.mark.parametrize("make", [silo, walk])
def test_intervals_cover_the_exact_values_of_a_solved_board_and_shrink(
    make: Callable[[], Position],
) -> None:
    start = make()
    exact = exact_values(start)
    traces = [random_trace(start, number) for number in range(400)]
    few, many = figures(traces[:60]), figures(traces)
    for name, value in exact.items():
        wide, narrow = few[name], many[name]
        assert narrow.low is not None
        assert narrow.high is not None
        assert wide.low is not None
        assert wide.high is not None
        for found in (wide, narrow):
            assert found.low is not None
            assert found.high is not None
            assert found.low - 1e-9 <= value <= found.high + 1e-9, found
        assert narrow.high - narrow.low <= wide.high - wide.low, name
        if name in MEANS:
            assert narrow.high - narrow.low < 0.18, narrow
    assert exact["first_seat"] != pytest.approx(0.5, abs=0.01)


def test_the_solved_boards_have_draws_skips_forced_moves_and_turns_of_two_moves() -> None:
    assert exact_values(walk())["draws"] > 0.1
    assert exact_values(walk())["skips"] > 0.1
    assert exact_values(silo())["forced"] > 0.1
    assert any(game.plies > game.turns for game in distribution(walk()))


def test_without_games_each_figure_says_why_it_is_missing() -> None:
    for figure in measure([], 1):
        assert (figure.value, figure.low, figure.high, figure.samples) == (None, None, None, 0)
        assert figure.note


def test_games_that_were_all_stopped_give_only_their_share() -> None:
    stopped = [GameTrace(number, ONGOING, 500, (PlyTrace(2),)) for number in range(8)]
    found = figures(stopped)
    assert found["completion"].value == 0
    assert "let the rules end the game" in found["length"].note
    assert found["first_seat"].value is None


def test_a_game_without_choices_has_figures_or_notes() -> None:
    forced = [GameTrace(number, 0, 2, (PlyTrace(1), PlyTrace(1))) for number in range(9)]
    found = figures(forced)
    assert found["forced"].value == 1
    assert found["branching"].value == 1
    assert found["tree"].value == 0
    assert "every move is forced" in found["narrowness"].note


def test_one_game_gives_means_but_no_bound_of_a_median() -> None:
    found = figures([GameTrace(0, 0, 2, (PlyTrace(3),))])
    assert found["first_seat"].value == 1
    assert found["length"].value is None
    assert "give the study more minutes" in found["length"].note


def test_two_games_from_one_random_opening_are_one_sample() -> None:
    games = [GameTrace(number, number % 2, 2, (), opening=4) for number in range(41)]
    found = figures(games)["first_seat"]
    assert found.samples == 20
    assert found.low is not None
    assert found.low > 0.39  # each pair has the same mean
    assert figures(games)["length"].samples == 20


def test_each_metric_has_one_figure_at_most_and_a_whole_description() -> None:
    names = [metric.name for metric in METRICS]
    assert len(names) == len(set(names))
    measured = [figure.metric for figure in measure([], 1)]
    assert [name for name in names if name in measured] == measured
    for metric in METRICS:
        assert metric.title
        assert metric.source
        assert metric.definition
        assert not metric.definition.endswith(".")
