from __future__ import annotations

import os
import pickle
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from stackyard.errors import StackyardError
from stackyard.plugins.registry import registry
from stackyard_engine.eval.lookup import file_name
from stackyard_engine.eval.tuning_file import Tuning, encoded, tuning_name
from stackyard_engine.eval.weights import FeatureSet, Weights, write_weights
from stackyard_lab.arena import Arena
from stackyard_lab.plan import Pairing, Plan

Make = Callable[..., Plan]
MANY = ("random", "mcts:1", "mcts:2", "mcts:3")


def test_all_meet_all_with_both_colours_equally_often(plan: Make) -> None:
    pairings = list(plan(*MANY, games=6).pairings())
    assert len(pairings) == len(set(pairings)) == 6 * 6 == plan(*MANY, games=6).total
    meetings = Counter([pairing.seats for pairing in pairings])
    assert set(meetings.values()) == {3}
    assert len(meetings) == 4 * 3


def test_any_first_part_is_fair_to_pairs_and_colours(plan: Make) -> None:
    pairings = list(plan(*MANY, games=8).pairings())
    for end in range(0, len(pairings), 12):
        meetings = Counter([pairing.seats for pairing in pairings[:end]])
        assert len(set(meetings.values())) <= 1


def test_two_games_share_an_opening_and_no_others_do(plan: Make) -> None:
    arena = plan("random", "mcts:1", "mcts:2", games=8, opening=12, options={"size": 8})
    game = arena.load()
    starts: dict[object, list[Pairing]] = {}
    for pairing in arena.pairings():
        starts.setdefault(arena.start_of(pairing, game).key(), []).append(pairing)
    for there, back in starts.values():
        assert there.seats == back.seats[::-1]
        assert back.number == there.number + 1


def test_every_game_has_a_seed_and_a_name_of_its_own(plan: Make) -> None:
    arena = plan(*MANY, games=20)
    pairings = list(arena.pairings())
    assert len({arena.seed_of(pairing) for pairing in pairings}) == len(pairings)
    assert len({arena.name_of(pairing) for pairing in pairings}) == len(pairings)


def test_players_of_one_description_are_numbered(plan: Make) -> None:
    assert plan("random", "mcts:1", "random").names == ("random", "mcts:1", "random (2)")


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 2},
        {"opening": 3},
        {"terms": {"clock": "1/move"}},
        {"options": {"size": 4, "height": 3}},
    ],
    ids=str,
)
def test_what_changes_a_game_changes_the_label(plan: Make, change: dict[str, object]) -> None:
    assert plan("random", "mcts:1", **change).label != plan("random", "mcts:1").label


def test_the_order_of_the_players_and_who_they_are_change_the_label(plan: Make) -> None:
    players = (("random", "mcts:1"), ("mcts:1", "random"), ("random", "mcts:2"))
    assert len({plan(*pair).label for pair in players}) == 3


def test_more_games_or_another_way_to_write_an_option_leave_the_label(plan: Make) -> None:
    label = plan("random", "mcts:1").label
    assert plan("random", "mcts:1", games=100).label == label
    assert plan("random", "mcts:1", options={"height": "2", "size": "4"}).label == label
    assert plan("random", "mcts:1", options={"size": 4, "height": 2, "goal": "any"}).label == label


def test_a_player_that_is_edited_gets_another_label(
    plan: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = (Path(__file__).with_name("faulty_players.py")).read_text("utf-8")
    path = tmp_path / "mine.py"
    monkeypatch.setenv("STACKYARD_PLUGINS", str(path))
    labels = []
    for text in (source, source, source + "\nEDITED = True\n"):
        path.write_text(text, "utf-8")
        registry.cache_clear()
        labels.append((plan("slow", "random").label, plan("mcts:1", "random").label))
    assert labels[0] == labels[1]
    assert labels[1][0] != labels[2][0]
    assert labels[1][1] == labels[2][1]  # where it does not play, it does not matter


@pytest.mark.parametrize("edited", ["engine.sh", "engine.py"])
def test_a_program_that_is_edited_gets_another_label(
    plan: Make, edited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("engine.sh", "engine.py", "log.txt"):
        Path(name).touch(0o755)
    spec = "ugi:./engine.sh --deep engine.py --log log.txt"
    before = plan("random", spec).label
    Path("log.txt").write_text("a game", "utf-8")
    assert plan("random", spec).label == before
    Path(edited).write_text("a better one", "utf-8")
    assert plan("random", spec).label != before


def test_other_weights_or_parameters_change_the_label_where_the_engine_plays(
    plan: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "weights"
    game = plan("random", "mcts:1").load()
    features = FeatureSet(game)

    def labels() -> list[str]:
        pairs = ("random", "mcts:1"), ("random", "restricted:greedy"), ("random", "slow")
        return [plan(*pair).label for pair in pairs]

    monkeypatch.setenv("STACKYARD_WEIGHTS", "none")
    found = [labels()]
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(folder))
    for number in (1, 2):
        numbers = [number] * features.patterns.size
        weights = Weights(features.heading(numbers, {}), numbers, features)
        write_weights(folder / file_name(game), weights)
        found += [labels(), labels()]
    tuning = Tuning(game.name, game.settings, game.rules_version, depth=3)
    (folder / tuning_name(game)).write_bytes(encoded(tuning))
    found.append(labels())
    searching, restricted, other = zip(*found, strict=True)
    assert len({*searching}) == len({*restricted}) == 4
    assert len({*other}) == 1


def test_a_plan_goes_to_other_processes(plan: Make) -> None:
    arena = plan("random", "mcts:1")
    label = arena.label
    again = pickle.loads(pickle.dumps(arena))
    assert (again, again.label) == (arena, label)


@pytest.mark.parametrize(
    ("players", "settings", "words"),
    [
        (["random", "mcts:1"], {"games": 0}, "even number"),
        (["random", "mcts:1"], {"opening": -1}, "0 turns or more"),
        (
            ["random", "mcts:1"],
            {"terms": {"stakes": "5"}},
            "no installed plugin provides the term 'stakes'",
        ),
        (["random", "mcts:1"], {"opening": 1000}, "always over after 1000 random turns"),
        (["random", "mcts:0"], {}, "option simulations: 0 is not allowed"),
    ],
)
def test_what_cannot_be_played_is_refused(
    plan: Make, players: list[str], settings: dict[str, object], words: str
) -> None:
    with pytest.raises(StackyardError, match=words):
        Arena(plan(*players, **settings))


def test_an_opening_is_so_many_whole_turns_and_leaves_the_game_open(
    plan: Make, faulty_players: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toys = faulty_players.parents[2] / "cli/toys.py"
    monkeypatch.setenv("STACKYARD_PLUGINS", f"{faulty_players}{os.pathsep}{toys}")
    registry.cache_clear()
    arena = Plan("pairs", ("random", "slow"), {"counters": 13}, games=1000, opening=3)
    game = arena.load()
    starts = {game.format_position(arena.start_of(pairing, game)) for pairing in arena.pairings()}
    assert starts == {f"{left}'b" for left in range(1, 8)}  # three turns take 6 to 12 counters


def test_where_nearly_every_opening_ends_the_game_one_that_does_not_is_found(plan: Make) -> None:
    arena = plan("random", "slow", games=100, opening=4, options={"size": 4, "height": 1})
    game = arena.load()
    assert all(len(arena.start_of(pairing, game).legal_moves()) for pairing in arena.pairings())


def test_a_clock_may_be_written_in_several_ways(plan: Make) -> None:
    labels = {plan("random", "mcts:1", terms={"clock": c}).label for c in ("300", "5:00", "300+0")}
    assert len(labels) == 1
    assert plan("random", "mcts:1", terms={"clock": "301"}).label not in labels


def read_for(label: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> tuple[str, set[str]]:
    """A label, and the folders and names of the sources on which it depends."""
    seen = set()
    read = Path.read_bytes

    def reading(path: Path) -> bytes:
        seen.add(f"{path.parent.name}/{path.name}")
        return read(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", reading)
        return label(), seen


def test_the_label_depends_on_all_sources_that_may_change_a_game(
    plan: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, seen = read_for(lambda: plan("random", "slow").label, monkeypatch)
    assert {"stackyard/game.py", "turnloop/match.py", "stackyard_silo/rules.py"} <= seen
    assert {"lab/faulty_players.py", "stackyard_lab/game_runner.py", "plugins/builtin.py"} <= seen
    assert not {path for path in seen if path.startswith(("drawing/", "records/"))}
    assert not {path for path in seen if path.startswith(("stackyard_filo/", "stackyard_clock/"))}


def test_the_label_depends_on_the_engine_where_a_player_searches(
    plan: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = {"mcts/tree.py", "eval/model.py", "stackyard_engine/players.py"}
    _, seen = read_for(lambda: plan("random", "mcts:1").label, monkeypatch)
    assert engine <= seen
    _, seen = read_for(lambda: plan("random", "slow").label, monkeypatch)
    assert not engine & seen


def test_the_clock_matters_where_it_is_agreed_and_nowhere_else(
    plan: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    timed = {"clock": "60"}
    _, seen = read_for(lambda: plan("random", "slow", terms=timed).label, monkeypatch)
    assert "stackyard_clock/control.py" in seen
    without = plan("random", "slow").label
    others = [provider for provider in registry().providers if provider.name != "clock"]
    monkeypatch.setattr(registry(), "providers", others)
    assert plan("random", "slow").label == without
