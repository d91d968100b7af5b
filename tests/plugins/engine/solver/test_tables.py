"""Tables of solved positions in files, and the player that uses them."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path
from shlex import quote
from typing import Any

import pytest
from tests.damaged_files import Change, rewrite
from tests.plain_solver import reachable

from stackyard import Match, load_game, make_player
from stackyard.game import Game
from stackyard.plugins.registry import registry
from stackyard.position import ONGOING
from stackyard_engine.errors import TableError
from stackyard_engine.solver.solvers import ExhaustiveSolver
from stackyard_engine.solver.tables import Table, kept_for, kept_path, kept_tables, write_table


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STACKYARD_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables"


def silo() -> Game[Any]:
    return load_game("silo", size=4, height=1)


def solved(game: Game[Any]) -> ExhaustiveSolver:
    solver = ExhaustiveSolver(game.initial())
    while not solver.done:
        solver.run(10_000)
    return solver


def keep(game: Game[Any]) -> Path:
    path = kept_path(game, game.initial())
    write_table(path, game, game.initial(), solved(game))
    return path


def test_a_table_knows_what_the_solver_knew() -> None:
    game = load_game("silo", size=4, height=2)
    solver, table = solved(game), Table(keep(game), game)
    places = reachable(game.initial())
    assert len(places) > 10_000
    for place in places.values():
        assert table.known(place) == solver.known(place)
    assert table.known(game.parse_position("rrbb/bb/rr/- r")) is None
    uncoded = game.parse_position(f"{'rb' * 8}/{'rb' * 8}/-/- r")
    assert table.known(uncoded) is None


def test_a_table_is_a_heading_and_at_most_sixteen_bytes_a_position() -> None:
    game = load_game("silo", size=4, height=2)
    path = keep(game)
    heading = Table(path, game).heading
    assert (heading.game, heading.positions) == ("silo", 10_956)
    assert path.stat().st_size < 16 * heading.positions + 2000


def test_what_is_no_table_or_damaged_is_refused() -> None:
    game = silo()
    path = keep(game)
    whole = path.read_bytes()
    cases = [
        (b"", "is no table of this version of Stackyard"),
        (b"SQLite format 3\0" + whole, "is no table of this version of Stackyard"),
        (whole[:60] + b"[" + whole[61:], "is damaged: the checksum of its heading is wrong"),
        (b"stackyard table 9" + whole[17:], "is no table of this version of Stackyard"),
        (whole[:-1], "is damaged: it has "),
        (whole + b"\0", "is damaged: it has "),
        (
            whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:],
            "checksum is wrong; `stackyard tables --rem",
        ),
    ]
    for content, sentence in cases:
        path.write_bytes(content)
        with pytest.raises(TableError, match=sentence):
            Table(path, game)
        assert kept_for(game).tables == []
        assert kept_for(game).problem.startswith(f"a kept table is not used: {path} ")
    path.unlink()
    with pytest.raises(TableError, match="cannot be read: No such file"):
        Table(path, game)


def test_the_table_of_something_else_is_refused() -> None:
    game = silo()
    path = keep(game)
    with pytest.raises(TableError, match="is a table of silo, not of splay"):
        Table(path, load_game("splay", side=2))
    with pytest.raises(TableError, match="other options of silo: size=4, height=1, goal=any"):
        Table(path, load_game("silo", size=4, height=2))
    other = "big" if sys.byteorder == "little" else "little"
    changes: list[tuple[Change, str]] = [
        (lambda heading: heading.update(rules_version=99), "version 99 of the rules of silo"),
        (
            lambda heading: heading.update(byte_order=other),
            "another byte order",
        ),
        (lambda heading: heading.pop("words"), "its heading cannot be read"),
    ]
    for change, sentence in changes:
        path = keep(game)
        rewrite(path, change)
        with pytest.raises(TableError, match=sentence):
            Table(path, game)


def test_a_table_needs_codes_and_a_place_to_write(tmp_path: Path) -> None:
    game = load_game("slicron", side=4)
    solver = ExhaustiveSolver(game.initial())
    with pytest.raises(TableError, match="Slicron has no codes to keep in a table"):
        write_table(tmp_path / "a.table", game, game.initial(), solver)
    (tmp_path / "file").write_text("")
    with pytest.raises(TableError, match="cannot be written"):
        write_table(tmp_path / "file" / "a.table", silo(), silo().initial(), solved(silo()))


def test_tables_are_kept_by_game_options_and_position() -> None:
    paths = {keep(silo()), keep(silo()), keep(load_game("silo", size=4, height=1, goal="end"))}
    assert sorted(paths) == kept_tables()
    assert len(paths) == 2
    assert [table.heading.options["goal"] for table in kept_for(silo()).tables] == ["any"]


@pytest.mark.parametrize("kept", [True, False])
def test_perfect_wins_what_can_be_won(kept: bool) -> None:
    game = load_game("silo", size=4, height=2)
    if kept:
        keep(game)
    for seed in range(5):
        first, second = (make_player(spec, game, seed) for spec in ("perfect:60", "random"))
        match = Match(game, (first, second))
        said: list[str] = []
        match.on_message(said.append)
        result = match.run()
        assert result.winner == 0
        assert match.ply <= 31
        how = "plays from a table of solved positions" if kept else "has solved the position"
        assert said == [f"The player perfect {how}: red wins in 31 moves."]


def test_perfect_says_where_it_knows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game, provider = load_game("silo"), registry().games["silo"].provider
    monkeypatch.setattr(provider, "named", True)  # as by --plugin
    player = make_player("perfect:seconds=0.05,seed=1", game)
    match = Match(game, (player, "random"))
    said: list[str] = []
    match.on_message(said.append)
    move = player.choose(match)
    assert move in match.position.legal_moves()
    player.choose(match)
    assert said == [
        "The player perfect could not solve the position in time and plays as mcts does; "
        f"`stackyard --plugin {quote(provider.source)} solve silo --keep` makes a table, if memory "
        "allows."
    ]
    assert match.position.winner == ONGOING


def test_perfect_that_is_stopped_while_it_solves_does_not_search_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, shares = load_game("silo"), list[float]()
    player: Any = make_player("perfect:seconds=2,seed=1", game)
    match = Match(game, (player, "random"))

    def watch(share: float) -> bool:
        if not shares:
            player.stop()
        shares.append(share)
        return len(shares) > 9

    monkeypatch.setattr(match, "watch", watch)
    assert player.choose(match) in match.position.legal_moves()
    assert len(shares) == 2  # one look of the solver and one of the search


def test_perfect_says_when_it_knows_more_than_before(monkeypatch: pytest.MonkeyPatch) -> None:
    # However fast the machine is, a look at the clock takes five milliseconds.
    monkeypatch.setattr("time.perf_counter", count(0.0, 0.005).__next__)
    game = load_game("silo", size=6, height=2)
    player = make_player("perfect:seconds=0.05,seed=1", game)
    match = Match(game, (player, "random"), seed=1)
    said: list[str] = []
    match.on_message(said.append)
    match.run()
    assert len(said) > 1
    first, _, advice = said[0].partition("; ")
    assert first == "The player perfect could not solve the position in time and plays as mcts does"
    assert advice.startswith("`stackyard solve silo -o height=2 --keep` makes a table")
    assert said[-1].startswith("The player perfect has ")
    assert said[-1].split(": ")[1].startswith("red wins")


def test_a_solution_is_written_twice_alike(tmp_path: Path) -> None:
    game, solver = silo(), solved(silo())
    one, two = tmp_path / "one.table", tmp_path / "two.table"
    for path in (one, two):
        write_table(path, game, game.initial(), solver)
    assert one.read_bytes() == two.read_bytes()
