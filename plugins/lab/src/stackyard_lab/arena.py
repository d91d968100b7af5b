"""The arena: plays the games of a plan that are not in the archive yet.

The games do not depend on the executor or the number of workers.
"""

from __future__ import annotations

from collections.abc import Generator

from stackyard.errors import RecordError, StackyardError
from stackyard.plugins.executors import executor_maker
from stackyard.records.archive import Archive
from stackyard.turnloop.match import make_player
from stackyard.turnloop.players import HumanPlayer
from stackyard.workforce import Workforce
from stackyard_lab.dispatch import play_all
from stackyard_lab.elo_test import EloTest
from stackyard_lab.errors import ArenaError
from stackyard_lab.game_outcome import GameOutcome, outcome_of
from stackyard_lab.plan import Pairing, Plan


class Arena:
    """The games of a plan, some of them in an archive, the others still to be played.

    A game without a result is played again, even if its record is in the archive. Without an
    archive no game is stored. With a `test`, for two players, the arena ends as soon as that is
    decided. Raises ArenaError or PlayerSpecError if the plan cannot be played.
    """

    def __init__(
        self, plan: Plan, archive: Archive | None = None, test: EloTest | None = None
    ) -> None:
        if test is not None and len(plan.players) != 2:
            raise ArenaError(f"an SPRT compares two players, not {len(plan.players)}")
        _check(plan)
        self.plan = plan
        self.test = test
        self.label = plan.label
        self.outcomes: dict[Pairing, GameOutcome] = {}
        self.processor_seconds = 0.0  # of the games played by this object
        self._archive = archive
        self._order = list(plan.pairings())
        self._tested = 0  # games passed to the test, in the order of the plan
        if archive is not None:
            pairings = {plan.name_of(pairing): pairing for pairing in self._order}
            for entry in archive.entries(label=self.label):
                if isinstance(entry.record, RecordError) or entry.record.result is None:
                    continue  # it is played again
                if pairing := pairings.get(entry.record.id):
                    found = outcome_of(pairing, entry.record, entry.turns, entry.plies)
                    self.outcomes[pairing] = found
        self._update_test()

    @property
    def finished(self) -> bool:
        """True if no game is left to play."""
        return self._decided or len(self.outcomes) == len(self._order)

    @property
    def counted(self) -> list[GameOutcome]:
        """The games that count, in order; after the decision of a test, those it is based on."""
        order = self._order[: self._tested] if self._decided else self._order
        return [self.outcomes[pairing] for pairing in order if pairing in self.outcomes]

    def run(self, executor: str = "processes") -> None:
        """Play all remaining games; `executor` is `processes:2` or another registered executor."""
        with Workforce(executor_maker(executor)) as workforce:
            for _ in self.play(workforce):
                pass

    def play(self, workforce: Workforce) -> Generator[GameOutcome, None, None]:
        """Play the remaining games, and yield each one after it is stored.

        If another program has stored the same game meanwhile, the stored game counts. Closing the
        generator or an interrupt loses nothing: another call plays the rest.
        """
        if self.finished:
            return
        todo = [pairing for pairing in self._order if pairing not in self.outcomes]
        games = play_all(self.plan, todo, workforce, bool(self.outcomes))
        try:
            for pairing, played, missing, seconds in games:
                self.processor_seconds += seconds
                archive = self._archive
                record = played if archive is None else archive.settle(played, self.label)
                turns, plies = len(record.turns), record.plies
                self.outcomes[pairing] = outcome = outcome_of(
                    pairing, record, turns, plies, missing
                )
                self._update_test()
                yield outcome
                if self._decided:
                    return
        finally:
            games.close()

    @property
    def _decided(self) -> bool:
        return self.test is not None and self.test.accepted is not None

    def _update_test(self) -> None:
        """Pass finished pairs of games to the test, in the order of the plan."""
        while self.test is not None and not self._decided:
            pair = self._order[self._tested : self._tested + 2]
            if not pair or not all(pairing in self.outcomes for pairing in pair):
                return
            self._tested += 2
            there, back = (self.outcomes[pairing] for pairing in pair)
            if there.winner is not None and back.winner is not None:
                self.test.add(there.points + 1 - back.points)


def _check(plan: Plan) -> None:
    """Refuse a plan that would fail in the workers."""
    game = plan.load()
    plan.start_of(next(plan.pairings()), game)
    for spec in plan.players:
        try:
            player = make_player(spec, game, 0)
        except StackyardError:
            raise
        except Exception:  # noqa: S112 - it will lose its games by forfeit
            continue
        if isinstance(player, HumanPlayer):
            raise ArenaError(
                f"{spec}: people cannot play here; name a computer player, such as mcts:400"
            )
