"""Weights learned of games: what they are learned from, how they are kept, and who uses them."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from tests.conftest import ROOT
from tests.damaged_files import rewrite

from stackyard import Course, Match, Rng, load_game, make_player
from stackyard.analysis import Analysis, Limit, basis_words, value_words
from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard.rng import derive
from stackyard_engine.engine import AlphaBetaEngine, MctsEngine
from stackyard_engine.errors import WeightsError
from stackyard_engine.eval.lookup import file_name, problem_with, weights_for
from stackyard_engine.eval.transfer import transferred
from stackyard_engine.eval.weights import (
    FeatureSet,
    MatchResult,
    Weights,
    heading_of,
    read_weights,
    write_weights,
)
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.solver.estimates import Estimate
from stackyard_engine.train import exact_results
from stackyard_engine.train.exact_results import deciding_kept, exact_results_for
from stackyard_engine.train.examples import best_next
from stackyard_engine.train.trainer import Trainer

GAMES = ["filo", "pit_of_pillars", "silo", "slicron", "splay"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path / "weights"))
    monkeypatch.setenv("STACKYARD_TABLES", str(tmp_path / "tables"))
    return tmp_path / "weights"


def silo() -> Game[Any]:
    return load_game("silo", size=4, height=1)


def some_weights(game: Game[Any], seed: int = 1) -> Weights:
    """Weights drawn at random."""
    features, rng = FeatureSet(game), Rng(seed)
    numbers = [int(rng.below(2001)) - 1000 for _ in range(features.patterns.size)]
    return Weights(features.heading(numbers, {}), numbers, features)


def keep(game: Game[Any], folder: Path) -> Path:
    path = folder / file_name(game)
    write_weights(path, some_weights(game))
    return path


@pytest.mark.parametrize("name", GAMES)
def test_a_value_is_the_sum_of_the_weights_that_a_position_shows(name: str) -> None:
    game = load_game(name)
    weights = some_weights(game)
    evaluator, tuples = weights.evaluator(), FeatureSet(game).patterns.tuples
    rng = Rng(seed := derive(1, GAMES.index(name)))
    position, tried = game.initial(), 0
    while position.winner == ONGOING and tried < 6:
        places = evaluator.indices(position)
        assert len(places) == tuples, f"seed {seed}"
        assert 0 <= min(places) <= max(places) < len(weights.numbers), f"seed {seed}"
        assert evaluator.value(position) == sum(weights.numbers[at] for at in places), (
            f"seed {seed}"
        )
        position.play(position.random_move(rng.bits()))
        tried += 1


def test_what_is_known_for_certain_is_learned(tmp_path: Path) -> None:
    game = load_game("silo", size=4, height=2)
    knowledge = exact_results_for(game)
    assert knowledge is not None
    result = Trainer(game, 100, tmp_path / "run", knowledge=knowledge).train()
    assert result.kept is not None
    assert result.by_chance is not None
    assert result.kept > result.by_chance + 0.25


def test_a_game_that_is_larger_than_estimated_is_not_solved_in_vain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exact_results, "SOLVED", dict.fromkeys(exact_results.SOLVED, 4000))
    monkeypatch.setattr(exact_results, "estimate", lambda position: Estimate(1, 15))
    monkeypatch.setattr(exact_results, "SOLVING_SECONDS", 0.01)  # short steps
    game = load_game("slicron", side=3, pie=False)
    visited = [0]
    assert exact_results_for(game, tell=lambda done, total: visited.append(done)) is None
    assert 100 <= visited[-1] < 6000  # half of what fills the memory
    small = load_game("slicron", side=2, pie=False)
    assert exact_results_for(small) is not None


def test_the_weights_after_each_round_are_handed_over(tmp_path: Path) -> None:
    kept: list[Weights] = []
    Trainer(silo(), 100, tmp_path / "run").train(checkpoint=kept.append)
    assert [weights.heading.report["games"] for weights in kept] == [*range(10, 101, 10)]


def test_weights_come_back_from_their_file(folder: Path) -> None:
    game = silo()
    path = keep(game, folder)
    found = read_weights(path, game)
    assert list(found.numbers) == list(some_weights(game).numbers)
    again = weights_for(game)
    assert again is not None
    assert again.heading == found.heading


@pytest.mark.parametrize("height", [3, 4])
def test_weights_that_lost_their_match_are_not_used(folder: Path, height: int) -> None:
    game = load_game("silo", size=4, height=height)
    lost = MatchResult("playouts", 20, 4.0, False)
    own = some_weights(game)
    path = folder / file_name(game)
    write_weights(path, own.with_heading(structs.replace(own.heading, matches=[lost])))
    found = weights_for(game)
    assert found is not None
    assert found.heading.report  # those of the package; its own have none
    assert found.learned_here == ""
    assert problem_with(game).startswith(f"{path} took 4 of 20 points from playouts, and so ")


def test_a_game_without_weights_is_searched_by_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STACKYARD_WEIGHTS", "none")
    game = load_game("splay", side=8)
    assert weights_for(game) is None
    assert problem_with(game) == ""
    assert MctsEngine(1).analyse(Course(game), Limit(simulations=50)).lines


def test_a_board_without_weights_takes_those_of_the_nearest(folder: Path) -> None:
    keep(load_game("slicron", side=3), folder)
    for side, nearest in ((2, 3), (3, 3)):
        game = load_game("slicron", side=side)
        found = weights_for(game)
        assert found is not None
        assert found.heading.options == {"side": nearest, "rules": "2024", "pie": True}
        assert found.patterns == FeatureSet(game).patterns
    assert weights_for(load_game("slicron", side=2, rules="revised")) is not None


def test_weights_of_a_smaller_board_serve_where_counts_mean_the_same(folder: Path) -> None:
    keep(load_game("splay", side=6, fill=True), folder)
    found = weights_for(load_game("splay", side=7, fill=True))
    assert found is not None
    assert found.heading.options == {"side": 6, "fill": True, "pie": False}
    keep(load_game("pit_of_pillars", size=3, self_elimination="loses"), folder)
    other = weights_for(load_game("pit_of_pillars", size=4, self_elimination="loses"))
    assert other is not None
    assert other.heading.options == {"size": 4, "self_elimination": "plays-on"}
    assert weights_for(load_game("splay", side=8, fill=True)) is None


def test_files_that_serve_no_game_are_passed_over(folder: Path) -> None:
    path = keep(load_game("silo", size=4, height=2), folder)
    path.write_bytes(path.read_bytes()[:-9])
    (folder / "silo-4-0-any.weights").write_bytes(b"")
    found = weights_for(silo())
    assert found is not None
    assert found.heading.boards
    assert problem_with(silo()).startswith(f"{folder / 'silo-4-0-any.weights'} is no file of")


def test_weights_taken_over_know_which_moves_keep_the_result() -> None:
    game = load_game("silo", size=4, height=2)
    knowledge, weights = exact_results_for(game), weights_for(game)
    assert knowledge is not None
    assert weights is not None
    evaluator = weights.evaluator()
    kept, chance = deciding_kept(
        game, knowledge, lambda position: best_next(evaluator.value, position), wanted=100
    )
    assert kept is not None
    assert chance is not None
    assert kept > chance + 0.1


def test_a_game_that_is_known_by_its_scenes_takes_over_too(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(knowledge_of(load_game("splay"))), "patterns", lambda self: None)
    keep(load_game("splay", side=3), folder)
    found = weights_for(load_game("splay", side=2))
    assert found is not None
    assert found.heading.looks
    assert any(found.numbers)


@pytest.mark.parametrize("name", GAMES)
def test_a_board_takes_over_its_own_weights_unchanged(name: str) -> None:
    options = {"variant": "proposal-1"} if name == "filo" else {}
    patterns = FeatureSet(load_game(name, **options)).patterns
    numbers = list(range(patterns.size))
    assert transferred(patterns, patterns, numbers) == numbers


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "splay"}, "is a file of weights of splay, not of silo"),
        ({"options": {"size": 6}}, "was made for other options of silo: size=6"),
        ({"rules_version": 99}, "version 99 of the rules of silo, which are now at version 1"),
        (
            {"patterns": "0"},
            "today; `stackyard train silo -o size=4 -o height=1` makes new weights",
        ),
        ({"checksum": "0"}, "is damaged: its checksum is wrong"),
        ({"more": 1}, "is damaged: its heading cannot be read"),
    ],
)
def test_weights_that_do_not_serve_are_refused_and_play_goes_on(
    folder: Path, change: dict[str, Any], sentence: str
) -> None:
    game = silo()
    path = keep(game, folder)
    rewrite(path, lambda heading: heading.update(change))
    with pytest.raises(WeightsError) as refused:
        read_weights(path, game)
    assert sentence in str(refused.value)
    assert str(path) in problem_with(game)
    assert weights_for(game) is None
    match = Match(game, (make_player("mcts:20,seed=1", game), make_player("alphabeta:2", game)))
    match.step()
    assert match.course.ply == 1


@pytest.mark.parametrize("end", [0, 5, 40, -1])
def test_a_file_that_was_cut_off_is_refused(folder: Path, end: int) -> None:
    game = silo()
    path = keep(game, folder)
    path.write_bytes(path.read_bytes()[:end])
    with pytest.raises(WeightsError):
        read_weights(path, game)


def test_a_game_whose_scenes_show_nothing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("splay", side=2)
    monkeypatch.setattr(type(knowledge_of(game)), "patterns", lambda self: None)
    monkeypatch.setattr(type(game), "pieces", lambda self, position: {})
    with pytest.raises(WeightsError, match="splay cannot be trained: its scenes show no"):
        FeatureSet(game)


def test_the_engines_judge_by_weights_that_are_kept(folder: Path) -> None:
    game = load_game("silo")
    course = Course(game)

    def found() -> tuple[list[float], float]:
        tree = MctsEngine(1).analyse(course, Limit(simulations=200))
        near = AlphaBetaEngine(1).analyse(course, Limit(depth=3))
        return [line.value for line in tree.lines], near.lines[0].value

    before = found()
    path = folder / file_name(game)
    features = FeatureSet(game)
    numbers = [3000 if place % 2 else -3000 for place in range(features.patterns.size)]
    write_weights(path, Weights(features.heading(numbers, {}), numbers, features))
    game = load_game("silo")
    course = Course(game)
    assert found() != before


def test_an_estimate_says_what_is_judged_and_what_is_proven(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found() -> Analysis:
        return MctsEngine(1).analyse(Course(load_game("silo", size=4)), Limit(simulations=9))

    monkeypatch.setenv("STACKYARD_WEIGHTS", "none")
    assert basis_words(found()) == "An estimate: shares of 9 games, not chances"
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(folder))
    taken = "chances by weights learned on 9 boards together, 9 positions evaluated"
    assert basis_words(found()) == f"An estimate: {taken}"
    path = keep(load_game("silo", size=4), folder)
    os.utime(path, (86_400 * 366,) * 2)
    judged = found()
    learned = "untested weights learned here on 1971-01-02"
    words = f"An estimate: chances by {learned}, 9 positions evaluated"
    assert basis_words(judged) == words
    best, other = judged.lines
    near = [
        value_words(replace(best, value=share, visits=12, interval=None))
        for share in (0.004, 0.37, 0.998)
    ]
    doubted = replace(best, value=0.37, visits=12, interval=(0.3, 0.444), images=(1, 2))
    assert value_words(doubted) == (
        "win chance 37% (30-44), 12 positions; the same for 2 mirror images"
    )
    assert near == [f"win chance {told}, 12 positions" for told in ("below 1%", "37%", "above 99%")]
    once = value_words(replace(best, visits=1))  # its value is that of a coin that fell once
    assert once == "unclear after 1 position"
    known = replace(judged, lines=(best, replace(other, proven=1)))
    assert basis_words(known) == f"{words}; 1 of 2 moves proven"


def shipped() -> list[tuple[str, Path]]:
    return [
        (path.parts[-5], path) for path in sorted(ROOT.glob("plugins/*/src/*/weights/*.weights"))
    ]


@pytest.mark.parametrize(("name", "path"), shipped(), ids=lambda value: getattr(value, "name", ""))
def test_a_file_in_a_package_serves_its_game(
    name: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heading = heading_of(path)
    games = [
        load_game(heading.game, **heading.options, **board) for board in heading.boards or ({},)
    ]
    assert {game.name for game in games} == {name}
    found = [weights for game in games if (weights := weights_for(game)) is not None]
    assert len(found) == len(games)
    # A board in several files is served by the first of them.
    assert heading.checksum in {weights.heading.checksum for weights in found}
    assert path.stat().st_size <= 1_000_000
    monkeypatch.setenv("STACKYARD_WEIGHTS", "none")
    assert not [game for game in games if weights_for(game) is not None]


def test_intervals_are_wider_by_weights_of_another_board() -> None:
    own = weights_for(load_game("slicron", side=4))
    taken = weights_for(load_game("slicron", side=3))
    assert own is not None
    assert taken is not None
    assert taken.heading == own.heading
    one, other = [weights.calibration.interval(0.1, 400) for weights in (own, taken)]
    assert other[1] > one[1]
    assert taken.calibration.slope == own.calibration.slope
