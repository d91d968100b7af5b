"""The arena: plays what a plan asks for and is not in the archive yet.

The games are the same however many workers there are, and whatever executor they belong to.
"""

from __future__ import annotations

from collections.abc import Generator

from stackyard.errors import RecordError, StackyardError
from stackyard.records.archive import Archive
from stackyard.turnloop.match import make_player
from stackyard.turnloop.players import HumanPlayer
from stackyard_lab.dispatch import play_all
from stackyard_lab.errors import ArenaError
from stackyard_lab.outcomes import Outcome, outcome_of
from stackyard_lab.plan import Pairing, Plan
from stackyard_lab.pool import MakeExecutor, executor_maker
from stackyard_lab.sprt import Sprt


class Arena:
    """The games of a plan: those that an archive holds already, and those still to be played.

    A game that could not be played to its end is still to be played, even if its record is kept.
    Without an archive nothing is kept. With an `sprt`, which is for two players, it ends as soon
    as that is decided. Raises ArenaError or PlayerSpecError where the plan cannot be played.
    """

    def __init__(
        self, plan: Plan, archive: Archive | None = None, sprt: Sprt | None = None
    ) -> None:
        if sprt is not None and len(plan.players) != 2:
            raise ArenaError(f"an SPRT compares two players, not {len(plan.players)}")
        _check(plan)
        self.plan = plan
        self.sprt = sprt
        self.label = plan.label
        self.outcomes: dict[Pairing, Outcome] = {}
        self._archive = archive
        self._order = list(plan.pairings())
        self._judged = 0  # how many games, in their order, the SPRT has seen
        if archive is not None:
            pairings = {plan.name_of(pairing): pairing for pairing in self._order}
            for entry in archive.entries(label=self.label):
                if isinstance(entry.record, RecordError) or entry.record.result is None:
                    continue  # it is played again
                if pairing := pairings.get(entry.record.id):
                    found = outcome_of(pairing, entry.record, entry.turns, entry.plies)
                    self.outcomes[pairing] = found
        self._judge()

    @property
    def over(self) -> bool:
        """Whether there is nothing left to play."""
        return self._decided or len(self.outcomes) == len(self._order)

    @property
    def counted(self) -> list[Outcome]:
        """The games that count, in their order: where the SPRT has decided, those it has seen."""
        order = self._order[: self._judged] if self._decided else self._order
        return [self.outcomes[pairing] for pairing in order if pairing in self.outcomes]

    def run(self, executor: str = "processes") -> None:
        """Play all that is left; `executor` is `processes:2` or another that is registered."""
        for _ in self.play(executor_maker(executor)):
            pass

    def play(self, make_executor: MakeExecutor) -> Generator[Outcome, None, None]:
        """Play what is left, yielding each game when it is kept.

        Where another program has kept the same game meanwhile, that one counts.
        Nothing is lost by closing this, or by an interrupt: another call plays the rest.
        """
        if self.over:
            return
        todo = [pairing for pairing in self._order if pairing not in self.outcomes]
        games = play_all(self.plan, todo, make_executor, bool(self.outcomes))
        try:
            for pairing, played in games:
                archive = self._archive
                record = played if archive is None else archive.settle(played, self.label)
                turns, plies = len(record.turns), record.plies
                self.outcomes[pairing] = outcome = outcome_of(pairing, record, turns, plies)
                self._judge()
                yield outcome
                if self._decided:
                    return
        finally:
            games.close()

    @property
    def _decided(self) -> bool:
        return self.sprt is not None and self.sprt.accepted is not None

    def _judge(self) -> None:
        """Show the SPRT what has been played, in the order of the plan."""
        while self.sprt is not None and not self._decided:
            pair = self._order[self._judged : self._judged + 2]
            if not pair or not all(pairing in self.outcomes for pairing in pair):
                return
            self._judged += 2
            there, back = (self.outcomes[pairing] for pairing in pair)
            if there.winner is not None and back.winner is not None:
                self.sprt.add(there.points + 1 - back.points)


def _check(plan: Plan) -> None:
    """Refuse what would only fail in the workers."""
    game = plan.load()
    plan.start_of(next(plan.pairings()), game)
    for spec in plan.players:
        try:
            player = make_player(spec, game, 0)
        except StackyardError:
            raise
        except Exception:  # noqa: S112 - it will lose its games by that
            continue
        if isinstance(player, HumanPlayer):
            raise ArenaError(f"{spec}: an arena is for players that need nobody at the keyboard")
