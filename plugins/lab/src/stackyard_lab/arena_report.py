"""The report of an arena: its figures, and the tables and sentences that present them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp
from typing import Any

import numpy as np

from stackyard.position import DRAW
from stackyard.text import plural
from stackyard.turnloop.outcome import Reason
from stackyard.turnloop.wording import stopped_words
from stackyard_engine.betting import RISK
from stackyard_engine.confidence import Estimate
from stackyard_lab.arena import Arena
from stackyard_lab.errors import ArenaError
from stackyard_lab.game_outcome import GameOutcome, more_random, repeats
from stackyard_lab.game_runner import FAULTS
from stackyard_lab.plots import FigureTable
from stackyard_lab.rating import Ratings, rate, share

MOST_NAMED = 5  # missing games


@dataclass(frozen=True)
class Tally:
    """Games from one side's point of view."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The points; a draw is half a point."""
        return self.wins + self.draws / 2


@dataclass(frozen=True)
class Standing:
    """A player's games and rating; `faults` counts its losses by a fault, by reason."""

    name: str
    elo: Estimate
    tally: Tally
    faults: dict[str, int]


@dataclass(frozen=True)
class Meeting:
    """The games of two players, by number, from the first one's point of view."""

    one: int
    other: int
    tally: Tally
    score: Estimate


@dataclass(frozen=True)
class FirstSeat:
    """The results of the player that moves first, and the advantage in Elo."""

    tally: Tally
    score: Estimate
    elo: Estimate


@dataclass(frozen=True)
class LengthStats:
    """The length of games: the mean, and the 5, 50 and 95 % quantiles."""

    mean: float
    low: float
    median: float
    high: float


@dataclass(frozen=True)
class EloResult:
    """The state of a test between two hypotheses; `accepted` is 0 or 1, None if undecided.

    `against0` and `against1` are what the stakes of the bets against them have grown to, in
    multiples; `enough` refutes a hypothesis.
    """

    elo0: float
    elo1: float
    against0: float
    against1: float
    enough: float
    pairs: int
    accepted: int | None


@dataclass(frozen=True)
class Report:
    """All figures of an arena; `played` counts the rated games, `missing` names the others.

    The workers that played these died. Of the games that were played, `different` are no repetition
    of another.
    """

    game: str
    title: str
    options: dict[str, Any]
    label: str
    seed: int
    opening: int
    terms: dict[str, str]
    planned: int
    played: int
    different: int
    missing: tuple[str, ...]
    anchor: str | None
    players: tuple[Standing, ...]
    meetings: tuple[Meeting, ...]
    first_seat: FirstSeat
    turns: LengthStats | None
    plies: LengthStats | None
    endings: dict[str, int]
    test: EloResult | None


def report_of(arena: Arena, anchor: tuple[str, float] | None = None) -> Report:
    """The report of the games so far; ratings have mean 0, or the anchor has a given Elo."""
    plan, game = arena.plan, arena.plan.load()
    counted = arena.counted
    rated = [outcome for outcome in counted if outcome.winner is not None]
    ratings = _ratings(plan.names, rated, anchor)
    seats = _tally([(outcome, 0) for outcome in rated])
    return Report(
        game=game.name,
        title=game.title,
        options=dict(game.settings),
        label=arena.label,
        seed=plan.seed,
        opening=plan.opening,
        terms=dict(plan.terms),
        planned=plan.total,
        played=len(rated),
        different=len({outcome.course for outcome in rated}),
        missing=tuple([plan.title_of(each.pairing) for each in counted if each.winner is None]),
        anchor=anchor[0] if anchor else None,
        players=tuple(
            [
                Standing(name, elo, _tally_of(number, rated), _faults_of(number, rated))
                for number, (name, elo) in enumerate(zip(plan.names, ratings.players, strict=True))
            ]
        ),
        meetings=tuple([_meeting(*pair, rated) for pair in plan.pairs]),
        # The two games of an opening that favours a colour say no more than one.
        first_seat=FirstSeat(seats, share(seats.points / 2, seats.games / 2), ratings.first_seat),
        turns=_length([outcome.turns for outcome in rated]),
        plies=_length([outcome.plies for outcome in rated]),
        endings=dict(Counter([outcome.reason for outcome in counted]).most_common()),
        test=_test(arena),
    )


def _ratings(
    names: Sequence[str], rated: Iterable[GameOutcome], anchor: tuple[str, float] | None
) -> Ratings:
    if anchor and anchor[0] not in names:
        raise ArenaError(f"{anchor[0]} cannot be the anchor: the players are {', '.join(names)}")
    fixed = anchor and (names.index(anchor[0]), anchor[1])
    return rate(len(names), [(*o.pairing.seats, o.points) for o in rated], fixed)


def _tally(seen: Iterable[tuple[GameOutcome, int]]) -> Tally:
    """The tally of games, each from the point of view of a seat."""
    found = Counter(["d" if o.winner == DRAW else "wl"[o.winner != seat] for o, seat in seen])
    return Tally(found["w"], found["d"], found["l"])


def _tally_of(player: int, rated: Iterable[GameOutcome]) -> Tally:
    return _tally([(o, o.pairing.seats.index(player)) for o in rated if player in o.pairing.seats])


def _faults_of(player: int, rated: Iterable[GameOutcome]) -> dict[str, int]:
    found = Counter([outcome.reason for outcome in rated if outcome.at_fault == player])
    return {str(reason): found[reason] for reason in FAULTS}


def _meeting(one: int, other: int, rated: Iterable[GameOutcome]) -> Meeting:
    tally = _tally_of(one, [o for o in rated if (o.pairing.one, o.pairing.other) == (one, other)])
    return Meeting(one, other, tally, share(tally.points, tally.games))


def _length(counts: list[int]) -> LengthStats | None:
    if not counts:
        return None
    low, median, high = np.percentile(counts, [5, 50, 95])
    return LengthStats(float(np.mean(counts)), float(low), float(median), float(high))


def _test(arena: Arena) -> EloResult | None:
    test = arena.test
    if test is None:
        return None
    against0, against1 = (exp(worths[-1]) for worths in test.against)
    return EloResult(
        *(test.elo0, test.elo1, against0, against1, 1 / RISK, test.pairs, test.accepted)
    )


def tables(report: Report) -> list[FigureTable]:
    """The tables of the report, without empty ones."""
    found = [_standings(report), _crosstable(report)] if report.played else []
    if report.turns and report.plies:
        found.append(
            FigureTable(
                "Length of a game",
                ("from the opening", "mean", "5 %", "median", "95 %"),
                (_length_row("turns", report.turns), _length_row("moves", report.plies)),
            )
        )
    if any(sum(player.faults.values()) for player in report.players):
        rows = [
            (player.name, *[str(player.faults[reason]) for reason in FAULTS])
            for player in report.players
        ]
        header = ("lost by a fault", "failed", "illegal move", "out of time")
        found.append(FigureTable("Faults", header, tuple(rows)))
    return found


def _standings(report: Report) -> FigureTable:
    rows = [
        (
            f"{number}  {player.name}",
            f"{round(player.elo.value):+}",
            f"{round(player.elo.low):+} to {round(player.elo.high):+}",
            _percent(player.tally.points / player.tally.games if player.tally.games else 0.5),
            str(player.tally.games),
            str(player.tally.wins),
            str(player.tally.draws),
            str(player.tally.losses),
        )
        for number, player in enumerate(report.players, 1)
    ]
    rows.sort(key=lambda row: -float(row[1]))
    header = ("player", "Elo", "95 % interval", "score", "games", "won", "drawn", "lost")
    return FigureTable("Ratings", header, tuple(rows))


def _crosstable(report: Report) -> FigureTable:
    """Each row's points against each column, with the interval of the score."""
    everybody = range(len(report.players))
    cells = {(meeting.one, meeting.other): _cell(meeting.tally) for meeting in report.meetings}
    cells |= {
        (meeting.other, meeting.one): _cell(_turned(meeting.tally)) for meeting in report.meetings
    }
    rows = [
        (f"{row + 1}  {report.players[row].name}", *[cells.get((row, c), "") for c in everybody])
        for row in everybody
    ]
    header = ("points of", *[f"against {column + 1}" for column in everybody])
    return FigureTable("Points, and 95 % interval of the score", header, tuple(rows))


def _turned(tally: Tally) -> Tally:
    return Tally(tally.losses, tally.draws, tally.wins)


def _cell(tally: Tally) -> str:
    score = share(tally.points, tally.games)
    return f"{tally.points:g}/{tally.games} ({100 * score.low:.0f} to {100 * score.high:.0f} %)"


def _length_row(name: str, length: LengthStats) -> tuple[str, ...]:
    figures = (length.mean, length.low, length.median, length.high)
    return (name, *[f"{figure:.1f}" for figure in figures])


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"


def heading(report: Report) -> str:
    """One line about the games."""
    opening = plural(report.opening, "random turn")
    terms = "".join([f", {name} {text}" for name, text in report.terms.items()])
    return (
        f"{report.title}: {report.played} of {report.planned} games, openings of {opening}, "
        f"seed {report.seed}{terms}"
    )


def sentences(report: Report) -> list[str]:
    """The sentences beside the tables."""
    missing = [_missing_sentence(report)] if report.missing else []
    if not report.played:
        return ["No game has been played yet.", *missing]
    seat, elo = report.first_seat.score, report.first_seat.elo
    found = [
        f"The player that moves first takes {_percent(seat.value)} of the points "
        f"({_percent(seat.low)} to {_percent(seat.high)}), which is worth {round(elo.value):+} Elo "
        f"({round(elo.low):+} to {round(elo.high):+})."
    ]
    if report.anchor:
        found.append(
            f"The Elo of {report.anchor} is fixed; intervals are of the difference from it."
        )
    else:
        found.append("The mean Elo is 0.")
    if repeats(report.different, report.played):
        found.append(
            f"Only {report.different} of {plural(report.played, 'game')} differ, since the players "
            f"repeat themselves; {more_random(report.opening)}."
        )
    if stopped := report.endings.get(Reason.LENGTH):
        found.append(stopped_words(stopped, report.played))
    found += missing
    if report.test:
        found.append(_test_sentence(report.test))
    return found


def _missing_sentence(report: Report) -> str:
    number = len(report.missing)
    one = number == 1
    named = "; ".join(report.missing[:MOST_NAMED])
    if number > MOST_NAMED:
        named += f"; and {number - MOST_NAMED} more"
    cause = "its worker" if one else "their workers"
    played = "it was" if one else "they were"
    return (
        f"{plural(number, 'game')} {'is' if one else 'are'} missing, since {cause} died each time "
        f"{played} played alone: {named}. The same command plays {'it' if one else 'them'} again."
    )


def _test_sentence(test: EloResult) -> str:
    verdict = "not decided" if test.accepted is None else f"H{test.accepted} is accepted"
    return (
        f"Test of H0 {test.elo0:+g} Elo against H1 {test.elo1:+g} Elo: {verdict} after "
        f"{plural(test.pairs, 'pair')} of games (a bet against H0 holds {test.against0:.3g} times "
        f"its stake, one against H1 {test.against1:.3g} times; {test.enough:g} times decide)."
    )
