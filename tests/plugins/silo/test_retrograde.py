"""Silo's own solver, compared with core's and with what is known of small boards."""

from __future__ import annotations

import random
import signal
import threading
from itertools import permutations
from pathlib import Path
from typing import cast

import pytest
from tests.damaged_files import rewrite
from tests.plain_solver import reachable

from stackyard import Course, Match, make_player
from stackyard.analysis import Limit
from stackyard.errors import PositionError
from stackyard.position import ONGOING
from stackyard_engine.errors import TableError
from stackyard_engine.solver.engine import SolverEngine
from stackyard_engine.solver.game_solver import ExactResult
from stackyard_engine.solver.solvers import ExhaustiveSolver
from stackyard_engine.solver.tables import Table, kept_path, write_table
from stackyard_silo import retrograde
from stackyard_silo.game import GOALS, SiloGame
from stackyard_silo.retrograde import FAR, LONG, Alphabet, RetrogradePass
from stackyard_silo.rules import BLUE, RED, Silo
from stackyard_silo.solver import SiloSolver, counts, silo_solver, word_of

pytestmark = pytest.mark.builds

MUCH = 4 * 10**9  # bytes
NEAR = 5  # moves that a byte is let to tell of where the others are tested
ENDLESS = Limit(seconds=10**6)


def by_words(game: SiloGame, position: Silo) -> SiloSolver:
    solver = SiloSolver(position, game.goal, MUCH)
    while not solver.done:
        solver.run(1_000_000)
    return solver


def by_core(position: Silo) -> ExhaustiveSolver:
    solver = ExhaustiveSolver(position)
    while not solver.done:
        solver.run(1_000_000)
    return solver


def places_of(start: Silo) -> list[Silo]:
    """Every position that can come of one."""
    return cast("list[Silo]", list(reachable(start).values()))


def any_position(game: SiloGame, rng: random.Random) -> Silo:
    """A position of a row of this size with 3 to 5 checkers, in which the game is not over."""
    while True:
        checkers = [rng.choice("rb") for _ in range(rng.randint(3, 5))]
        stacks = ["" for _ in range(game.size)]
        for checker in checkers:
            stacks[rng.randrange(game.size)] += checker
        columns = "/".join(stack or "-" for stack in stacks)
        try:
            position = game.parse_position(f"{columns} {rng.choice('rb')}")
        except PositionError:
            continue
        if position.winner == ONGOING:
            return position


@pytest.mark.parametrize("far", [FAR, NEAR])
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(("size", "height"), [(4, 1), (4, 2), (6, 1)])
def test_every_position_is_solved_as_by_core(
    size: int, height: int, goal: str, far: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retrograde, "FAR", far)
    game = SiloGame(size=size, height=height, goal=goal)
    start = game.initial()
    right, solver = by_core(start), by_words(game, start)
    rng = random.Random(7)
    places = places_of(start)
    for place in rng.sample(places, min(len(places), 800)):
        assert solver.known(place) == right.known(place), game.format_position(place)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(("size", "number"), [(4, 20), (6, 5)])
def test_positions_of_any_make_are_solved_as_by_core(
    size: int, number: int, goal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = SiloGame(size=size, height=1, goal=goal)
    seed = random.randrange(10**6)
    print("seed", seed)
    rng = random.Random(seed)
    for _ in range(number):
        position = any_position(game, rng)
        monkeypatch.setattr(retrograde, "FAR", rng.choice([FAR, NEAR]))
        right, solver = by_core(position), by_words(game, position)
        for place in places_of(position):
            assert solver.known(place) == right.known(place), game.format_position(place)


def test_words_are_numbered_without_a_gap_in_their_order() -> None:
    alphabet = Alphabet(2, 3, 1)
    spelt = sorted({"".join(symbols) for symbols in permutations("001112")})
    assert [alphabet.place(int(word, 4)) for word in spelt] == list(range(59, -1, -1))
    assert alphabet.words == 60


def test_a_row_is_written_from_the_right_each_column_from_the_bottom() -> None:
    stacks = SiloGame(size=4).parse_position("rrb/-/br/b r").words()
    assert word_of(stacks) == int("0" + "1" + "02" + "1" + "" + "1" + "220", 4)
    assert counts(stacks) == (3, 3, 3)


def test_nothing_is_known_of_what_was_not_solved() -> None:
    game = SiloGame(size=4, height=1)
    start = game.initial()
    late = start.copy()
    late.play(2)
    solver = SiloSolver(late, game.goal, MUCH)
    assert solver.known(late) is None
    solver.run(10**6)
    assert solver.known(late) is not None
    assert solver.known(start) is None
    assert solver.known(game.parse_position("rr/b/r/b r")) is None
    assert solver.known(game.parse_position("-/-/rr/bb b")) == ExactResult(0, 0)


def test_it_can_stop_and_go_on_anywhere() -> None:
    game = SiloGame(size=4, height=1)
    start = game.initial()
    whole, pieces = by_words(game, start), SiloSolver(start, game.goal, MUCH)
    rng = random.Random(1)
    while not pieces.done:
        before, more = pieces.positions, rng.randint(1, 40)
        pieces.run(more)
        assert pieces.positions == min(before + more, pieces.total)
    assert [bytes(part) for part in pieces.stored()] == [bytes(part) for part in whole.stored()]


def test_what_was_stored_can_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrograde, "FAR", NEAR)
    game = SiloGame(size=4, height=1, goal="home")
    start = game.initial()
    solver = by_words(game, start)
    loaded = SiloSolver(start, game.goal, MUCH)
    loaded.load(memoryview(b"".join(map(bytes, solver.stored()))))
    assert loaded.done
    for place in places_of(start):
        assert loaded.known(place) == solver.known(place)


def test_a_table_in_a_file_knows_what_the_solver_knew(tmp_path: Path) -> None:
    game = SiloGame(size=4, height=2)
    start, path = game.initial(), tmp_path / "silo.table"
    solver = by_words(game, start)
    heading = write_table(path, game, start, solver)
    assert (heading.solver, heading.positions) == ("words", solver.total)
    assert path.stat().st_size < solver.total + 1000
    table = Table(path, game)
    for place in random.Random(3).sample(places_of(start), 500):
        assert table.known(place) == solver.known(place)
    assert table.known(game.parse_position("rrbb/bb/rr/r r")) is None


def test_a_table_of_a_solver_that_is_gone_is_refused(tmp_path: Path) -> None:
    game = SiloGame(size=4, height=1)
    path = tmp_path / "silo.table"
    write_table(path, game, game.initial(), by_words(game, game.initial()))
    rewrite(path, lambda heading: heading.update(solver="runes"))
    with pytest.raises(TableError, match="made by a solver that Silo does not have here: runes"):
        Table(path, game)


def test_perfect_plays_from_a_table_that_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_TABLES", str(tmp_path))
    game = SiloGame(size=6, height=1)
    start = game.initial()
    write_table(kept_path(game, start), game, start, by_words(game, start))
    players = [make_player(spec, game, 5) for spec in ("perfect", "random")]
    match = Match(game, (players[0], players[1]))
    monkeypatch.setattr(SiloSolver, "run", lambda *_: pytest.fail("it solves again"))
    result = match.run()
    assert result.winner == 0
    assert match.ply <= 20


def test_a_byte_a_word_is_all_it_takes() -> None:
    solver = by_words(SiloGame(size=6, height=1), SiloGame(size=6, height=1).initial())
    values, longer = solver.stored()
    assert values.nbytes <= solver.total + 7
    assert longer.nbytes == 0
    game = SiloGame()
    standard = SiloSolver(game.initial(), game.goal, MUCH)
    assert standard.total < standard.memory < 1.1 * standard.total


def test_a_board_that_is_too_large_is_left_to_core() -> None:
    game = SiloGame()
    assert silo_solver(game.initial(), game.goal, 10**9) is None
    assert silo_solver(game.initial(), game.goal, 2 * 10**9) is not None
    for settings in ({"size": 8}, {"size": 12, "height": 2}, {"size": 14, "height": 1}):
        large = SiloGame(**settings)
        assert silo_solver(large.initial(), large.goal, 10**15) is None
    symbols_23 = game.parse_position("rb/-/-/rrr/bbbbbbbbbbbbb/- r")
    symbols_24 = game.parse_position("rb/-/-/rrr/bbbbbbbbbbbbb/b r")
    assert silo_solver(symbols_23, game.goal, 10**15) is not None
    assert silo_solver(symbols_24, game.goal, 10**15) is None


def test_long_results_count_as_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrograde, "FAR", 1)
    game = SiloGame(size=4, height=1)
    solver = SiloSolver(game.initial(), game.goal, 0)
    tight = SiloSolver(game.initial(), game.goal, int(solver.memory) + 100)
    assert not tight.full
    while not tight.full:
        tight.run(1)
        assert not tight.done
    positions = tight.positions
    tight.run(100)
    assert (tight.positions, tight.done) == (positions, False)


def test_the_engine_takes_it_from_the_start_on() -> None:
    game = SiloGame(size=4, height=1)
    engine = SolverEngine()
    analysis = engine.analyse(Course(game), ENDLESS)
    assert (analysis.proven, analysis.lines[0].plies) == (1, 8)
    assert isinstance(engine.solver, ExhaustiveSolver)  # it visits only 43
    engine = SolverEngine()
    analysis = engine.analyse(Course(SiloGame(size=6, height=1)), ENDLESS)
    assert isinstance(engine.solver, SiloSolver)
    found = [(line.text, line.result, line.plies) for line in analysis.lines]
    assert found == [("a", "wins", 20), ("c", "wins", 21), ("e", "loses", 22)]
    assert SolverEngine("exhaustive").own(Course(game), ENDLESS) is None


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("size", "height", "goal", "winner", "plies", "first"),
    [
        (4, 3, "any", RED, 49, "c"),
        (4, 3, "end", RED, 49, "c"),
        (4, 3, "home", BLUE, 58, ""),
        (4, 4, "any", RED, 88, "c"),
        (4, 4, "end", RED, 88, "c"),
        (4, 4, "home", BLUE, 88, ""),
        (6, 2, "any", RED, 69, "c a e"),
        (6, 2, "end", RED, 67, "c a e"),
        (6, 2, "home", RED, 67, "c a e"),
        (8, 1, "any", RED, 39, "a c"),
        (10, 1, "any", RED, 65, "i"),
        (10, 1, "end", RED, 61, "a c"),
        (10, 1, "home", RED, 61, "a c"),
    ],
)
def test_who_wins_on_larger_boards(
    size: int, height: int, goal: str, winner: int, plies: int, first: str
) -> None:
    analysis = SolverEngine().analyse(
        Course(SiloGame(size=size, height=height, goal=goal)), ENDLESS
    )
    assert (analysis.proven, analysis.lines[0].plies) == (winner, plies)
    wins = [line.text for line in analysis.lines if line.result == "wins"]
    assert wins == first.split()


@pytest.mark.nightly
def test_results_too_long_for_a_byte_are_told_in_full() -> None:
    blue, between, red = counts(SiloGame(size=4, height=4).initial().words())
    backward = RetrogradePass(blue, between, red, GOALS.index("home"), 12_471_029, FAR)
    while not backward.done:
        backward.run(1_000_000)
    found = sorted(int(entry) & LONG for entry in backward.long)
    assert found == [128] * 2 + [LONG - 127] * 5


@pytest.mark.alone
def test_ctrl_c_interrupts_it() -> None:
    solver = SiloSolver(SiloGame(height=2).initial(), 0, MUCH)
    timer = threading.Timer(0.02, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        solver.run(10**9)
    timer.join()
    assert not solver.done


def test_where_little_is_left_of_a_game_core_is_sooner() -> None:
    game = SiloGame()
    late = game.parse_position("bbb/b/-/-/r/rrrrrrrrbbbbb r")
    engine = SolverEngine()
    analysis = engine.analyse(Course(game, late), ENDLESS)
    assert analysis.positions < 1000
    assert isinstance(engine.solver, ExhaustiveSolver)


def test_it_is_not_begun_where_time_does_not_suffice() -> None:
    engine = SolverEngine()
    assert engine.own(Course(SiloGame()), Limit(seconds=0.1)) is None
    assert engine.own(Course(SiloGame()), Limit(positions=100)) is None
    own = engine.own(Course(SiloGame()), ENDLESS)
    assert own is not None
    assert own.seconds > 10
