"""Matches of a study: games of two players, an experiment that goes on with each run."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Protocol

from stackyard.records.archive import Archive
from stackyard.workforce import Workforce
from stackyard_lab.arena import Arena
from stackyard_lab.errors import ArenaError
from stackyard_lab.game_outcome import GameOutcome
from stackyard_lab.plan import Plan

Work = Generator[float, None, None]  # the workers' processor seconds, after each piece of work


class FaultError(ArenaError):
    """A player has lost a game by a fault of its own."""


class Experiment(Protocol):
    """A part of a study; `share` is its share of the processor time, relative to the others."""

    title: str
    share: int

    def work(self, workforce: Workforce, seconds: float) -> Work:
        """Work for `seconds` of processor time, or until nothing is left to do."""


class PlayedMatch:
    """The games of a plan with one pair of players, some of them in the archive."""

    def __init__(self, plan: Plan, archive: Archive) -> None:
        self._archive = archive
        self.arena = Arena(plan, archive)
        self._earlier = 0.0  # processor seconds of earlier arenas

    @property
    def processor_seconds(self) -> float:
        """The work of this object."""
        return self._earlier + self.arena.processor_seconds

    def work(self, workforce: Workforce, seconds: float, games: int | None = None) -> Work:
        """Play for `seconds` of processor time, but only until `games` are finished."""
        if games is not None:
            if len(self._played) >= games:
                return
            self._earlier = self.processor_seconds
            self.arena = Arena(replace(self.arena.plan, games=games), self._archive)
        begin = self.processor_seconds
        with closing(self.arena.play(workforce)) as played:
            for _ in played:
                yield (spent := self.processor_seconds - begin)
                if spent >= seconds:
                    return

    @property
    def first_games(self) -> list[GameOutcome]:
        """The first games of the plan, up to one that is not finished yet.

        Later games that are finished already are left out: short games are finished first, so
        counting them would make the games look shorter than they are. A game without a result,
        whose workers died, is left out together with the other game from its opening, so that
        games 2n and 2n + 1 remain a pair. Raises FaultError for a game that a player lost by a
        fault, such as an illegal move.
        """
        found = self._played
        lost = {_pair(outcome) for outcome in found if outcome.winner is None}
        return [outcome for outcome in found if _pair(outcome) not in lost]

    @property
    def _played(self) -> list[GameOutcome]:
        """The games of `first_games` and those without a result, which the next run plays again."""
        found: list[GameOutcome] = []
        plan = self.arena.plan
        for pairing in plan.pairings():
            outcome = self.arena.outcomes.get(pairing)
            if outcome is None:
                break
            if (number := outcome.at_fault) is not None:
                raise FaultError(
                    f"{plan.players[number]} failed in a game of {plan.game}, so the "
                    "study says nothing about the game; choose another player, or see what failed: "
                    f"stackyard matches --label '{self.arena.label}'"
                )
            found.append(outcome)
        return found

    @property
    def points(self) -> list[float]:
        """The points of the plan's first player in these games."""
        return [
            1 - outcome.points if outcome.pairing.number % 2 else outcome.points
            for outcome in self.first_games
        ]


def _pair(outcome: GameOutcome) -> int:
    """The number of the two games from one opening."""
    return outcome.pairing.number // 2


def shared_work(
    experiments: Sequence[Experiment], workforce: Workforce, seconds: float
) -> Generator[tuple[str, float], None, None]:
    """Give each experiment its share of the processor time; yield its title and all time spent.

    The time of this thread counts beside that of the workers. What an experiment leaves goes to
    those after it, and then to all of them again.
    """
    begin, elsewhere, worked = time.thread_time(), 0.0, True
    while worked:
        worked = False
        for number, experiment in enumerate(experiments):
            before, done = elsewhere + time.thread_time() - begin, elsewhere
            shares = [one.share for one in experiments[number:]]
            allowed = (seconds - before) * shares[0] / sum(shares)
            if allowed <= 0:
                return
            with closing(experiment.work(workforce, allowed)) as work:
                for here in work:
                    worked, elsewhere = True, done + here
                    spent = elsewhere + time.thread_time() - begin
                    yield experiment.title, spent
                    if spent - before >= allowed:
                        break
