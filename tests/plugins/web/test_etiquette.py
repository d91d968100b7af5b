"""The same requests at a terminal and in a browser come to the same: one set of table manners."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import pytest
from click.testing import CliRunner

from stackyard.plugins.registry import load_game
from stackyard.records.archive import Archive
from stackyard_cli.main import main
from stackyard_cli.screen import Screen

if TYPE_CHECKING:
    from tests.plugins.web.conftest import Open, Page, Server, UsePlugin

    from stackyard.records.format import Record

# A computer that always plays the first legal move, and accepts a draw after it has moved.
PLAYERS = """
from stackyard import hookimpl
from stackyard.descriptions import PlayerKind

class First:
    name = "first"
    def __init__(self, game, seed): pass
    def choose(self, match):
        return int(match.position.legal_moves()[0])
    def accepts_draw(self, match, side):
        return match.ply > 0

@hookimpl
def stackyard_register_players(register):
    register(PlayerKind("first", "Plays the first legal move."), First)
"""
SMALL = {"size": "4", "height": "1"}
REQUESTS = {"draw": "offer_draw", "undo": "undo", "resign": "resign"}


class Outcome(NamedTuple):
    """How a match stands in the archive, and why requests were refused."""

    moves: tuple[str, ...]
    winner: str | None
    reason: str
    refusals: tuple[str, ...]


@dataclass(frozen=True)
class Scenario:
    """Requests of one person, against themselves at one keyboard or against a computer."""

    against: str
    typed: str
    outcome: Outcome
    agreement: bool = True


NOTHING = "there is no turn of yours to take back"
DECLINED = "your offer was declined; play a turn before the next one"
FORBIDDEN = "the rules of Silo do not allow a draw by agreement"
SCENARIOS = [
    Scenario("me", "a draw yes", Outcome(("a",), None, "agreement", ())),
    Scenario("me", "a draw yes undo d", Outcome(("a", "d"), None, "", ())),
    Scenario("me", "a d undo", Outcome(("a",), None, "", ())),
    Scenario("me", "a d undo undo undo", Outcome((), None, "", (NOTHING,))),
    Scenario("me", "a resign", Outcome(("a",), "red", "resignation", ())),
    Scenario("me", "a resign undo resign", Outcome(("a",), "red", "resignation", ())),
    Scenario("me", "a resign undo undo", Outcome((), None, "", ())),
    Scenario("me", "draw", Outcome((), None, "", (FORBIDDEN,)), agreement=False),
    Scenario("first", "draw", Outcome((), None, "", ())),
    Scenario("first", "draw draw", Outcome((), None, "", (DECLINED,))),
    Scenario("first", "draw a draw", Outcome(("a", "b"), None, "agreement", ())),
    Scenario("first", "a undo", Outcome((), None, "", ())),
    Scenario("first", "a undo undo", Outcome((), None, "", (NOTHING,))),
    Scenario("first", "a resign undo", Outcome(("a", "b"), None, "", ())),
    Scenario("first", "resign", Outcome((), "blue", "resignation", ())),
    Scenario("first", "draw", Outcome((), None, "", (FORBIDDEN,)), agreement=False),
]


def outcome(record: Record, refusals: list[str]) -> Outcome:
    ending = record.result
    winner, reason = (None, "") if ending is None else (ending.winner, ending.reason)
    moves = tuple([move for turn in record.turns for move in turn.moves])
    return Outcome(moves, winner, reason, tuple(refusals))


def at_the_terminal(scenario: Scenario, archive: Path) -> Outcome:
    """Type everything, each word on a line of its own."""
    second = "human" if scenario.against == "me" else scenario.against
    options = [word for name, value in SMALL.items() for word in ("-o", f"{name}={value}")]
    words = list[str]()
    asked = ("resign", "draw") if scenario.agreement and scenario.against != "me" else ("resign",)
    for word in scenario.typed.split():  # it asks whether you mean it
        words += [word, word] if word in asked and words[-1:] != [word] else [word]
    typed = "".join([f"{line}\n" for line in words])
    shown = CliRunner(env={"STACKYARD_ARCHIVE": str(archive)}).invoke(
        main, ["play", "silo", *options, "--second", second, "--keep"], input=typed
    )
    refusals = [
        line.removeprefix("Not done: ").removesuffix(". Type ? for help.")
        for line in shown.output.splitlines()
        if line.startswith("Not done: ")
    ]
    kept = Archive(archive)
    if not any(kept.entries()):  # a match in which nothing has happened
        return Outcome((), None, "", tuple(refusals))
    return outcome(kept.record(1), refusals)


def settled(player: Page) -> bool:
    """Tell if nothing is awaited: no offer is open, and a person is to move or the match over."""
    state = player.state
    mine = state["seats"][state["player"]]["human"] or state["winner"] is not None
    return state["offer"] is None and mine


def in_the_browser(scenario: Scenario, server: Server, page: Open) -> Outcome:
    """Send what the buttons of the page send; both players at one screen have agreed on a draw."""
    options: dict[str, Any] = {f"option-{name}": value for name, value in SMALL.items()}
    player, refusals = page(server, server.begin(second=scenario.against, **options)), []
    for word in scenario.typed.replace("yes", "").split():
        if word in REQUESTS:
            player.say(REQUESTS[word])
        else:
            player.say("move", move=word, version=player.state["version"])
        answered = heard(player)
        if answered["type"] == "error":
            refusals.append(answered["sentence"])
        while not settled(player):
            heard(player)
    return outcome(server.archive.record(1), refusals)


def heard(player: Page) -> Any:
    """The next state or refusal; a state is kept."""
    while True:
        message = msgspec.json.decode(player.session.receive_text())
        if message["type"] == "state":
            player.state = message
        if message["type"] in {"state", "error"}:
            return message


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: f"{each.against}: {each.typed}")
def test_terminal_and_browser_come_to_the_same(
    scenario: Scenario,
    server: Server,
    page: Open,
    use_plugin: UsePlugin,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_plugin(PLAYERS)
    monkeypatch.setattr(type(load_game("silo")), "agreement", scenario.agreement)
    monkeypatch.setattr(Screen, "interactive", True)  # it asks on after the end
    assert in_the_browser(scenario, server, page) == scenario.outcome
    assert at_the_terminal(scenario, tmp_path / "terminal.sqlite3") == scenario.outcome
