"""The symmetries under which a game plays alike, and weights that are shared by them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from tests.conftest import ROOT

from stackyard import Rng, load_game
from stackyard_engine.errors import WeightsError
from stackyard_engine.eval.scene_features import FIRST_CELL
from stackyard_engine.eval.symmetries import symmetries_of
from stackyard_engine.eval.weights import FeatureSet, Weights, read_weights, write_weights

SEED = 5


@pytest.fixture
def hexapawn(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "docs/authors"))
    return import_module("hexapawn").HexapawnGame(size=4)


def left_and_right(game: Any) -> int:
    """The number of the reflection that exchanges left and right."""
    columns = [column for _, column in game.board.coordinates]
    for number, turn in enumerate(game.board.symmetries):
        rows = [game.board.coordinates[image][0] for image in turn]
        if rows == [row for row, _ in game.board.coordinates] and turn[0] == max(columns):
            return number
    raise AssertionError("no reflection")


def random_weights(features: FeatureSet) -> Weights:
    rng = Rng(SEED)
    numbers = [int(rng.below(2001)) - 1000 for _ in range(features.patterns.size)]
    return Weights(features.heading(numbers, {}), numbers, features)


def test_pawns_that_move_up_know_left_and_right_alone_as_images(hexapawn: Any) -> None:
    assert symmetries_of(hexapawn) == [left_and_right(hexapawn)]


@pytest.mark.parametrize(
    ("name", "options", "number"),
    [("pit_of_pillars", {"size": 4}, 7), ("slicron", {"side": 2}, 11), ("silo", {}, 0)],
)
def test_all_images_of_a_board_count_where_the_rules_know_no_direction(
    name: str, options: dict[str, Any], number: int
) -> None:
    assert len(symmetries_of(load_game(name, **options))) == number


def test_a_shape_and_its_image_share_one_table(hexapawn: Any) -> None:
    features = FeatureSet(hexapawn)
    patterns, apart = features.patterns, FeatureSet(hexapawn, features.looks).patterns
    turn = hexapawn.board.symmetries[features.turns[0]]
    shared = [table for table in patterns.tables if len(table) > 1]
    assert shared
    for (_, *shape), (_, *image) in shared:
        assert image == [FIRST_CELL + turn[trait - FIRST_CELL] for trait in shape]
    assert {frozenset(traits) for table in patterns.tables for traits in table} == {
        frozenset(traits) for (traits,) in apart.tables
    }


def test_files_without_symmetries_keep_their_patterns(hexapawn: Any, tmp_path: Path) -> None:
    looks = FeatureSet(hexapawn).looks
    for number, features in enumerate((FeatureSet(hexapawn, looks), FeatureSet(hexapawn))):
        before, path = random_weights(features), tmp_path / f"{number}.weights"
        write_weights(path, before)
        after = read_weights(path, hexapawn)
        start = hexapawn.initial()
        assert after.patterns == features.patterns
        assert after.evaluator().value(start) == before.evaluator().value(start)


def test_a_symmetry_that_the_board_lacks_is_refused(hexapawn: Any, tmp_path: Path) -> None:
    weights, path = random_weights(FeatureSet(hexapawn)), tmp_path / "bent.weights"
    write_weights(path, weights.with_heading(structs.replace(weights.heading, turns=[8])))
    with pytest.raises(WeightsError, match="symmetries"):
        read_weights(path, hexapawn)
