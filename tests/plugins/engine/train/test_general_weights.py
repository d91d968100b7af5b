"""General weights: one file for boards of any size."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec
from msgspec.structs import replace
from mypy_extensions import i32

from stackyard import Rng, load_game
from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.eval.lookup import evaluator_words, file_name, problem_with, weights_for
from stackyard_engine.eval.weights import FeatureSet, Weights, numbers_of, write_weights
from stackyard_engine.train import general_weights
from stackyard_engine.train.fit import Fit, OnlineFit
from stackyard_engine.train.general_weights import Board, fit_general_weights

SMALL = ({"size": 4, "height": 1}, {"size": 8, "height": 1})


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path / "weights"))
    monkeypatch.setenv("STACKYARD_TABLES", str(tmp_path / "tables"))
    return tmp_path / "weights"


def general(game: Game[Any], number: int = 7) -> Weights:
    features = FeatureSet(game, general=True)
    numbers = [number] * features.patterns.size
    heading = features.heading(numbers, {})
    heading = replace(heading, options={"goal": game.settings["goal"]}, boards=list(SMALL))
    return Weights(heading, numbers, features)


@pytest.mark.parametrize(
    ("name", "boards"),
    [
        ("silo", [{"size": 4, "height": 1}, {"size": 8}, {"size": 26, "height": 2}]),
        ("filo", [{"size": 5, "pieces": 5}, {"size": 7}, {"size": 9, "pieces": 18}]),
    ],
)
def test_all_boards_have_the_same_tables_and_each_index_lies_in_them(
    name: str, boards: list[dict[str, int]]
) -> None:
    options = {"variant": "proposal-1"} if name == "filo" else {}
    marks = set()
    for board in boards:
        game = load_game(name, **options, **board)
        features, rng = FeatureSet(game, general=True), Rng(3)
        marks.add((features.patterns.mark, features.patterns.size))
        position = game.initial()
        blank = features.evaluator(vec[i32]([0] * features.patterns.size))
        for _ in range(30):
            indices = blank.indices(position)
            assert len(indices) == features.patterns.tuples
            for begin, width, table in zip(
                features.patterns.begins,
                features.patterns.widths,
                features.patterns.tables,
                strict=True,
            ):
                inside = [index for index in indices if begin <= index < begin + width]
                assert len(inside) == len(table)
            if position.winner == ONGOING:
                position.play(position.random_move(rng.bits()))
    assert len(marks) == 1


def test_weights_learned_on_two_boards_serve_a_third_but_no_larger_one(folder: Path) -> None:
    games = [load_game("silo", **board) for board in SMALL]
    results = [fit_general_weights([Board.of(game) for game in games], 40, 5) for _ in range(2)]
    weights = results[0].weights
    assert list(weights.numbers) == list(results[1].weights.numbers)
    assert any(weights.numbers)
    assert weights.heading.boards == [numbers_of(game) for game in games]
    write_weights(folder / "silo-general-any.weights", weights)
    served = load_game("silo", size=6, height=1)
    found = weights_for(served)
    assert found is not None
    assert found.numbers == weights.numbers
    assert "on 2 boards together" in evaluator_words(served, found)
    assert found.calibration.drift > weights.calibration.drift
    assert isinstance(found.evaluator().value(served.initial()), int)
    assert weights_for(load_game("silo", size=12, height=2)) is None


def test_each_board_of_the_training_has_its_calibration_and_others_the_mean(folder: Path) -> None:
    games = [load_game("silo", **board) for board in SMALL]
    weights = general(games[0])
    each = [Calibration(slope=slope) for slope in (2.0, 4.0)]
    write_weights(folder / "silo-general-any.weights", weights.with_calibrations(each))
    for game, slope in (*zip(games, (2, 4), strict=True), (load_game("silo", size=6, height=1), 3)):
        found = weights_for(game)
        assert found is not None
        assert found.calibration.slope == slope


@pytest.mark.parametrize(("unsolved", "fitted"), [(0, "rounds"), (1, "rounds"), (2, "games")])
def test_weights_are_fitted_to_rounds_where_most_boards_are_solved_and_calibrated_on_all(
    unsolved: int, fitted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved = Board.of(load_game("silo", size=4, height=1))
    played = dataclasses.replace(solved, knowledge=None)
    boards = [played] * unsolved + [solved] * (4 - unsolved)
    used: list[str] = []
    calibrated: list[Game] = []

    def calibration(*arguments: Any) -> Calibration:
        calibrated.append(arguments[0])
        return Calibration()

    class Together(Fit):
        def learn(self, *arguments: Any) -> None:
            used.append("together")
            super().learn(*arguments)

    class Games(OnlineFit):
        def learn(self, *arguments: Any) -> float:
            used.append("games")
            return super().learn(*arguments)

    monkeypatch.setattr(general_weights, "deciding_kept", lambda *_: (None, None))  # for speed
    monkeypatch.setattr(general_weights, "calibration", calibration)
    monkeypatch.setattr(general_weights, "Fit", Together)
    monkeypatch.setattr(general_weights, "OnlineFit", Games)
    result = fit_general_weights(boards, 12, 5)
    rounds = fitted == "rounds"
    fits = used.index("together")  # after each game first, where most boards have no results
    assert set(used[:fits]) == (set() if rounds else {"games"})
    assert set(used[fits:]) == {"together"}
    assert {*map(id, calibrated)} == {id(board.game) for board in boards}
    assert result.positions > 0
    assert any(result.weights.numbers)


def test_a_file_of_the_board_itself_comes_first_and_one_of_the_same_goal_second(
    folder: Path,
) -> None:
    game = load_game("silo", size=8, height=1)
    for number, goal in enumerate(("any", "end"), 1):
        of_goal = load_game("silo", size=4, goal=goal)
        write_weights(folder / f"silo-general-{goal}.weights", general(of_goal, number))
    found = weights_for(load_game("silo", size=8, height=1, goal="end"))
    assert found is not None
    assert found.numbers[0] == 2
    features = FeatureSet(game)
    numbers = [3] * features.patterns.size
    own = Weights(features.heading(numbers, {}), numbers, features)
    write_weights(folder / file_name(game), own)
    found = weights_for(game)
    assert found is not None
    assert found.numbers[0] == 3


def test_general_weights_of_other_patterns_are_passed_over(folder: Path) -> None:
    weights = general(load_game("silo", size=4))
    other = replace(weights.heading, patterns="0")
    write_weights(folder / "silo-general-any.weights", weights.with_heading(other))
    game = load_game("silo", size=6, height=1)
    found = weights_for(game)
    assert found is not None
    assert not found.learned_here
    assert "was made for other patterns" in problem_with(game)


def test_the_package_serves_larger_boards_of_silo_by_its_second_file() -> None:
    larger = {"size": 8, "height": 3}
    for board, second in ((larger, True), ({"size": 8, "height": 1}, False)):
        found = weights_for(load_game("silo", **board))
        assert found is not None
        assert (larger in found.heading.boards) == second
