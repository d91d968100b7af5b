"""The computer players that a worker process keeps from one move of a match to the next."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence

from stackyard.plugins.attribution import attributed
from stackyard.records.format import Record
from stackyard.records.reader import restore
from stackyard.turnloop.match import Match, Player
from stackyard_web.workers.cancellation import Stop


class KeptPlayers:
    """The players of at most `most` matches; those of the match longest unused are given up.

    An engine goes on with its tree where a match continues what it has analysed. Whatever else has
    happened to the match (moves taken back, a process that died), it begins with a new one.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._matches: OrderedDict[str, Match] = OrderedDict()  # the longest unused first

    def choose(
        self,
        head: Record,
        moves: Sequence[int],
        seconds: Sequence[float],
        stop: Stop,
        hear: Callable[[str], None] = lambda said: None,
    ) -> int | str:
        """What the player to act chooses after these moves of the match that `head` tells of.

        `head` is a record without turns; `hear` is told what the player says meanwhile. Raises what
        the player raises, which is not kept then.
        """
        match = self._match(head, moves, seconds)
        match.on_message(hear)
        _make_stoppable(match.player, stop)
        with attributed(match.game):
            move = match.ask(lambda share: stop.is_set())
        if move is None:
            raise ValueError(f"{match.player.name} chose no move")
        self._keep(match)
        return move if isinstance(move, str) else int(move)

    def accepts_draw(
        self,
        head: Record,
        moves: Sequence[int],
        seconds: Sequence[float],
        side: int,
        stop: Stop,
    ) -> bool:
        """Whether the player of a side accepts a draw after these moves of the match."""
        match = self._match(head, moves, seconds)
        _make_stoppable(match.players[side], stop)
        with attributed(match.game):
            accepts = match.accepts_draw(side, lambda share: stop.is_set())
        self._keep(match)
        return accepts

    def _match(self, head: Record, moves: Sequence[int], seconds: Sequence[float]) -> Match:
        """The match with these moves and the players that have thought for it before."""
        first, second = head.players
        known = self._matches.pop(head.id, None) or restore(head, (first.spec, second.spec))
        course = known.course
        if course.moves != tuple(moves[: course.ply]):
            course = course.at(0)
        for number in range(course.ply, len(moves)):
            course = course.play(moves[number], seconds[number])
        return Match(
            known.game,
            known.players,
            course=course,
            seed=head.seed,
            terms=head.terms,
            id=head.id,
            began=head.began,
        )

    def _keep(self, match: Match) -> None:
        self._matches[match.id] = match
        while len(self._matches) > self._most:
            _, unused = self._matches.popitem(last=False)
            unused.close()


def _make_stoppable(player: Player, stop: Stop) -> None:
    """Have a player that can be stopped end its thinking when `stop` is set."""
    stop_player = getattr(player, "stop", None)
    if stop_player is not None:
        stop.tell(stop_player)
