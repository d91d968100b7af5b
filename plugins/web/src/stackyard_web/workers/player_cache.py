"""Computer players that a worker process keeps between the moves of a match."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence

from stackyard.plugins.attribution import attributed
from stackyard.records.format import Record
from stackyard.records.reader import restore
from stackyard.turnloop.match import Match, Player
from stackyard.turnloop.outcome import Result
from stackyard_web.workers.cancellation import Cancellation


class PlayerCache:
    """The players of at most `most` matches; the least recently used match is dropped first.

    An engine reuses its search tree where the match continues a line that it has searched.
    Otherwise, as after a takeback or a crash, it starts afresh.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._matches: OrderedDict[str, Match] = OrderedDict()  # the longest unused first

    def choose(
        self,
        head: Record,
        moves: Sequence[int],
        seconds: Sequence[float],
        stop: Cancellation,
        hear: Callable[[str], None] = lambda said: None,
        warn: Callable[[str], None] = lambda warning: None,
    ) -> int | str | Result:
        """The choice of the player to act after these moves of a match, or the result it brought.

        `head` is the record of the match without turns; `hear` is called with messages of the
        player, `warn` with its warning, which may be empty. Raises what the player raises; such a
        player is not kept.
        """
        match = self._match(head, moves, seconds)
        match.on_message(hear)
        _make_stoppable(match.player, stop)
        with attributed(match.game):
            warn(str(getattr(match.player, "warning", "")))
            move = match.ask(lambda share: stop.is_set())
        if move is None and match.result is None:
            raise ValueError(f"{match.player.name} chose no move")
        self._keep(match)
        if move is None:
            assert match.result is not None
            return match.result
        return move if isinstance(move, str) else int(move)

    def accepts_draw(
        self,
        head: Record,
        moves: Sequence[int],
        seconds: Sequence[float],
        side: int,
        stop: Cancellation,
    ) -> bool:
        """Whether the player of a side accepts a draw after these moves of the match."""
        match = self._match(head, moves, seconds)
        _make_stoppable(match.players[side], stop)
        with attributed(match.game):
            accepts = match.accepts_draw(side, lambda share: stop.is_set())
        self._keep(match)
        return accepts

    def _match(self, head: Record, moves: Sequence[int], seconds: Sequence[float]) -> Match:
        """The match with these moves and, where they are kept, its earlier players."""
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


def _make_stoppable(player: Player, stop: Cancellation) -> None:
    """Have a player that can be stopped end its thinking when `stop` is set."""
    stop_player = getattr(player, "stop", None)
    if stop_player is not None:
        stop.on_cancel(stop_player)
