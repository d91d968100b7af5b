"""A thousand damaged files of each kind: refused by name, or as good as the undamaged file."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.damaged_files import REPLACEMENTS, damaged, replace
from tests.plain_solver import reachable

from stackyard import Course, Limit, analyse, load_game, make_player
from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard_engine.errors import TableError, WeightsError
from stackyard_engine.eval.lookup import file_name, problem_with, weights_for
from stackyard_engine.eval.weights import FeatureSet, Weights, read_weights, write_weights
from stackyard_engine.solver.checkpoints import read_checkpoint, write_checkpoint
from stackyard_engine.solver.codes import KeyCodes
from stackyard_engine.solver.solvers import ExhaustiveSolver, ProofSolver
from stackyard_engine.solver.tables import Table, kept_for, kept_path, write_table

FILES = 1000  # damaged ones of each kind
SEED = 25
GAME: Game[Any] = load_game("silo", size=4, height=1)
PLACES = list(reachable(GAME.initial()).values())


@dataclass(frozen=True)
class Kind:
    """A kind of file: one to damage, how it is read, and the answers that it then gives."""

    path: Path
    error: type[StackyardError]
    answers: Callable[[], object]


def _table() -> Kind:
    path = kept_path(GAME, GAME.initial())
    solver = ExhaustiveSolver(GAME.initial())
    solver.run(10_000)
    write_table(path, GAME, GAME.initial(), solver)

    def answers() -> object:
        table = Table(path, GAME)
        return [table.known(place) for place in PLACES]

    return Kind(path, TableError, answers)


def _weights() -> Kind:
    path = Path(os.environ["STACKYARD_WEIGHTS"]) / file_name(GAME)
    features, rng = FeatureSet(GAME), Random(SEED)
    numbers = [rng.randrange(-2000, 2001) for _ in range(features.patterns.size)]
    heading = features.heading(numbers, {"games": 30, "error": 0.25})
    write_weights(path, Weights(heading, numbers, features))

    def answers() -> object:
        found = read_weights(path, GAME)
        return found.numbers, found.calibration, found.evaluator().value(GAME.initial())

    return Kind(path, WeightsError, answers)


def _checkpoint(solver: ExhaustiveSolver | ProofSolver, keyed: bool = False) -> Kind:
    path = Path(os.environ["STACKYARD_TABLES"]) / "checkpoint"
    if keyed:
        solver._begin(KeyCodes())  # as on a board without codes
    solver.run(8)
    assert not solver.done
    assert write_checkpoint(path, GAME, GAME.initial(), solver)

    def answers() -> object:
        again = read_checkpoint(path, GAME, GAME.initial())
        while not again.done:
            again.run(1000)
        return again.positions, [again.known(place) for place in PLACES]

    return Kind(path, TableError, answers)


KINDS: dict[str, Callable[[], Kind]] = {
    "table": _table,
    "weights": _weights,
    "checkpoint": lambda: _checkpoint(ExhaustiveSolver(GAME.initial())),
    "proof": lambda: _checkpoint(ProofSolver(GAME.initial())),
    "checkpoint with keys": lambda: _checkpoint(ExhaustiveSolver(GAME.initial()), True),
    "proof with keys": lambda: _checkpoint(ProofSolver(GAME.initial()), True),
}


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKYARD_TABLES", str(tmp_path / "tables"))
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path / "weights"))


@pytest.mark.parametrize("name", KINDS)
def test_a_damaged_file_is_refused_by_its_name_or_answers_as_before(name: str) -> None:
    print(f"seed {SEED}")
    kind, rng = KINDS[name](), Random(SEED)
    whole, right = kind.path.read_bytes(), kind.answers()
    refusals = []
    for number in range(FILES):
        kind.path.write_bytes(content := damaged(whole, number, rng))
        try:
            found = kind.answers()
        except kind.error as error:
            refusals.append(str(error))
        else:
            assert found == right, content[:2000]
    assert [words for words in refusals if not words.startswith(f"{kind.path} ")] == []
    assert len(refusals) > 0.95 * FILES


@pytest.mark.parametrize("way", REPLACEMENTS)
@pytest.mark.parametrize("name", KINDS)
def test_something_else_in_the_place_of_a_file_is_refused(name: str, way: str) -> None:
    kind = KINDS[name]()
    replace(kind.path, way)
    with pytest.raises(kind.error) as refused:
        kind.answers()
    assert str(refused.value).startswith(f"{kind.path} ")


@pytest.mark.parametrize("way", REPLACEMENTS)
def test_everything_goes_on_without_the_files_after_one_sentence(way: str) -> None:
    table, weights = _table().path, _weights().path
    for path in (table, weights):
        replace(path, way)
    found = kept_for(GAME)
    assert found.tables == []
    assert found.problem.startswith(f"a kept table is not used: {table} ")
    assert weights_for(GAME) is None
    assert problem_with(GAME).startswith(f"{weights} ")
    for spec in ("perfect", "level:8", "mcts:10"):
        warning = make_player(spec, GAME).warning  # type: ignore[attr-defined]
        assert (str(table) in warning) == (spec == "perfect")
        assert str(weights) in warning
    analysis = analyse(Course(GAME), Limit(simulations=10))
    assert str(table) in analysis.warning


def test_a_file_in_the_place_of_a_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("STACKYARD_TABLES", str(file))
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(file))
    assert kept_for(GAME).problem.startswith(f"no kept tables are used: {file} is no folder; ")
    assert problem_with(GAME).startswith(f"{file} is no folder; STACKYARD_WEIGHTS ")


def test_names_that_are_too_long_name_no_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKYARD_TABLES", "/" + 5000 * "x")
    monkeypatch.setenv("STACKYARD_WEIGHTS", "/" + 5000 * "x")
    assert kept_for(GAME) == ([], "")
    assert problem_with(GAME) == ""
