"""The rules of today allow what was played by them before: NAME.jsonl holds records of each game.

`decided.jsonl` holds more of them, `choices.json` how many moves each of their positions allowed. A
record whose `rules_version` is that of the game must replay, to the letter. If one here does not,
either a rule was changed by mistake, or `rules_version` must be raised and the file written anew.
"""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from stackyard.errors import RecordError
from stackyard.game import Game
from stackyard.options import Option
from stackyard.plugins.registry import Registered, registry
from stackyard.position import ONGOING
from stackyard.records.format import Record, decode, encode
from stackyard.records.reader import restore
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match
from stackyard_silo.game import GOALS, SiloGame
from stackyard_silo.rules import BLUE, RED, Silo, place

HERE = Path(__file__).parent
WRITER = runpy.run_path(str(HERE / "write_records.py"))
GAMES: list[str] = list(WRITER["GAMES"])
LINES = {name: (HERE / f"{name}.jsonl").read_bytes().splitlines() for name in GAMES}
CORPUS = [decode(line) for lines in LINES.values() for line in lines]
DECIDED = [decode(line) for line in (HERE / "decided.jsonl").read_bytes().splitlines()]
CHOICES: dict[str, list[int]] = json.loads((HERE / "choices.json").read_bytes())
SILO = [record for record in CORPUS if record.game == "silo"]

ChangeSilo = Callable[[type[Game]], None]


@pytest.fixture
def change_silo(monkeypatch: pytest.MonkeyPatch) -> ChangeSilo:
    """Let another class stand for Silo."""

    def change_silo(game: type[Game]) -> None:
        games = registry().games
        known = games["silo"]
        monkeypatch.setitem(games, "silo", Registered(known.about, game, known.provider))

    return change_silo


def ends_elsewhere(match: Match) -> bool:
    """Tell if Silo was won in a column that is not the winner's far-right one."""
    if match.position.winner == ONGOING:
        return False
    far_right = len(match.game.board) - 1 if match.position.winner == RED else 0
    return list(match.game.decisive(match.position)) != [far_right]


def refusal(record: Record) -> tuple[str, int | None]:
    with pytest.raises(RecordError) as caught:
        restore(record)
    return str(caught.value), caught.value.ply


@pytest.mark.parametrize("record", CORPUS + DECIDED, ids=lambda record: record.id)
def test_what_was_played_by_the_rules_of_today_replays(record: Record) -> None:
    if record.rules_version < registry().game(record.game).rules_version:
        return  # it was played by other rules, and may be refused
    first, second = record.players
    match = restore(record, (first.spec, second.spec))
    again = replace(record_of(match), changed=record.changed, plugin=record.plugin)
    timeless = [replace(turn, seconds=[]) for turn in again.turns]
    assert replace(again, turns=timeless) == record
    assert WRITER["choices"](match.course) == CHOICES[record.id]


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_every_option_was_played(name: str) -> None:
    sampled: Callable[[Option], list[object]] = WRITER["sampled"]
    for option in registry().game(name).options:
        seen = [record.options[option.name] for record in CORPUS if record.game == name]
        missing = [value for value in sampled(option) if value not in seen]
        assert missing == [], f"{name}, option {option.name}: run write_records.py"


def test_the_corpus_holds_matches_that_were_left_begun_and_ended_in_many_ways() -> None:
    for name in GAMES:
        of_game = [record for record in CORPUS if record.game == name]
        assert sum(record.result is None for record in of_game) >= 3
        assert sum(record.start is not None for record in of_game) >= 3
        reasons = {record.result.reason for record in of_game if record.result}
        assert {"rules", "resignation"} <= reasons
    turns = [turn for record in CORPUS for turn in record.turns]
    assert any(len(turn.moves) > 1 for turn in turns)
    assert any(record.result and record.result.reason == "repetition" for record in CORPUS)
    assert all(turn.check for turn in turns)
    assert len({record.id for record in CORPUS}) == len(CORPUS)


@pytest.mark.parametrize("name", GAMES)
def test_the_lines_are_small_and_lose_nothing_when_they_are_written_as_records_are_today(
    name: str,
) -> None:
    for line in LINES[name]:
        content = json.loads(line)
        written = encode(decode(line))
        assert json.loads(written) == {"terms": {}, "variations": []} | content
        assert encode(decode(written)) == written
    assert sum(map(len, LINES[name])) < 100_000


def test_another_goal_is_noticed_where_a_game_goes_on_that_was_over(
    change_silo: ChangeSilo,
) -> None:
    class OnlyAtTheEnd(SiloGame):
        """Silo whose goal is always the far-right column."""

        def prepare(self) -> None:
            super().prepare()
            self.goal = GOALS.index("end")

    elsewhere = [record for record in SILO if ends_elsewhere(restore(record))]
    assert elsewhere
    change_silo(OnlyAtTheEnd)
    for record in SILO:
        if record in elsewhere:
            winner = record.result.winner if record.result else None
            sentence = f"after move {record.plies} the game is not won by {winner}"
            assert refusal(record) == (sentence, record.plies)
        else:
            assert restore(record).ply == record.plies


def test_another_start_is_noticed_at_the_first_move_that_differs(change_silo: ChangeSilo) -> None:
    class BlueBegins(SiloGame):
        """Silo in which Blue begins."""

        def initial(self) -> Silo:
            words = super().initial().words()
            return place(words, BLUE, self.goal)

    class HigherByOne(SiloGame):
        """Silo with another checker in each column: the first moves are as legal as they were."""

        def prepare(self) -> None:
            super().prepare()
            self.height += 1

    whole = [record for record in SILO if record.start is None and record.options["size"] == 6]
    assert len(whole) >= 10
    change_silo(BlueBegins)
    for record in whole:
        move = record.turns[0].moves[0]
        assert refusal(record) == (f"move 1, {move} by red: a turn of blue begins here", 0)
    change_silo(HigherByOne)
    for record in whole:
        move = record.turns[0].moves[0]
        sentence = f"move 1, {move} by red: it leads to another position now"
        assert refusal(record) == (sentence, 0)


def test_rules_that_were_changed_on_purpose_carry_another_version(change_silo: ChangeSilo) -> None:
    class Newer(SiloGame):
        """Silo with a rule changed, and said so."""

        rules_version = SiloGame.rules_version + 1

    record = SILO[0]
    change_silo(Newer)
    newer = record_of(restore(record))
    assert newer.rules_version == record.rules_version + 1
    change_silo(SiloGame)
    sentence, ply = refusal(newer)
    assert sentence == (
        f"the record follows version {newer.rules_version} of the rules of Silo, "
        f"and those installed are version {record.rules_version}"
    )
    assert ply is None
