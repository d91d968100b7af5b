"""Claims about the games come out as they are declared; `stackyard certify` shows it."""

from __future__ import annotations

import pytest

from stackyard.game import Game
from stackyard.plugins.registry import load_game, registry
from stackyard.position import Position
from stackyard.scenes import Piece
from stackyard_engine.checks import Solves, Strategy
from stackyard_engine.claims import Verdict, certify, claims_of
from stackyard_engine.solver.solvers import MEMORY
from stackyard_splay.claims import can_grow, has_spaces, mirrored
from stackyard_splay.game import SplayGame, SplayPosition

GAMES = sorted(registry().games)
# The first words of the claims that are refuted; all others are proved or verified, or left open.
REFUTED = {
    "filo": ["The ten printed lines from that position", "The second player wins by entering one"],
    "pit_of_pillars": ["Draws are only possible by cooperative cycles"],
}


def test_every_game_makes_claims_of_its_designer() -> None:
    for name in GAMES:
        game = load_game(name)
        by = {claim.by for claim in claims_of(type(game))}
        assert game.designer in by or name == "filo", name


@pytest.mark.nightly
@pytest.mark.builds
@pytest.mark.parametrize("name", GAMES)
def test_every_claim_comes_out_as_declared(name: str) -> None:
    kind, refuted = type(load_game(name)), []
    for claim in claims_of(kind):
        certified = certify(kind, claim, lambda share: False)
        assert certified.is_as_declared, (claim.text, certified)
        if certified.verdict is Verdict.REFUTED:
            refuted.append(claim.text)
    known = REFUTED.get(name, [])
    assert len(refuted) == len(known)
    assert all(text.startswith(words) for text, words in zip(refuted, known, strict=True))


def test_no_answer_beats_the_mirror_on_sides_2_and_3() -> None:
    for options in ({"side": 2}, {"side": 3}, {"side": 3, "fill": True}):
        found = Strategy(0, mirrored, options).run(SplayGame, lambda share: False)
        assert found.holds, found


@pytest.mark.nightly
def test_no_answer_beats_the_mirror_on_side_4() -> None:
    found = Strategy(0, mirrored, {"side": 4}).run(SplayGame, lambda share: False)
    assert found.holds, found


def test_a_strategy_that_forgets_the_centre_is_beaten() -> None:
    def without_centre(game: Game, position: Position, last: int | None) -> int:
        legal = [int(move) for move in position.legal_moves()]
        move = mirrored(game, position, last)
        return legal[0] if last is None or move != mirrored(game, position, None) else legal[-1]

    assert Strategy(0, without_centre, {"side": 3}).run(SplayGame, lambda s: False).holds is False


class WithTower(SplayGame):
    """Splay whose positions seem to hold one white tower."""

    tower = ("d4", 6)

    def pieces(self, position: SplayPosition) -> dict[int, tuple[Piece, ...]]:
        name, height = self.tower
        return {self.board.cell(name): (Piece(0, "w"),) * height}


def test_a_tower_higher_than_the_rules_let_it_stand_is_noticed() -> None:
    game = WithTower(side=4)
    start = game.initial()
    assert has_spaces(game, start, 0, start) == "the tower on d4 has 6 empty neighbours"


def test_a_tower_that_may_not_be_raised_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WithTower, "tower", ("a1", 1))
    game = WithTower(side=4)
    start = game.initial()
    assert can_grow(game, start, 0, start) == "the tower on a1 may not be raised"


@pytest.mark.parametrize(
    ("memory", "words"),
    [(MEMORY, ""), (500_000_000, " --memory 500M"), (1_500_000_000, " --memory 1500M")],
)
def test_the_command_of_a_solution_names_its_memory(memory: int, words: str) -> None:
    assert Solves("draw", memory=memory).command("silo") == f"solve silo{words}"
