"""Computer players that a worker process keeps between the moves of a match."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from typing import NamedTuple

from stackyard.plugins.attribution import attributed
from stackyard.records.format import Record
from stackyard.records.reader import restore
from stackyard.turnloop.match import Match, Player
from stackyard.turnloop.outcome import Result
from stackyard_web.server.threads import THREADS

LOOK_SECONDS = 0.05  # between two looks whether a player is to stop


class PlayerChoice(NamedTuple):
    """The move that a player chose, None if it ended the match with a `result` instead.

    `said` are its messages, `warning` is what is wrong with it, or empty.
    """

    move: int | str | None
    result: Result | None
    said: list[str]
    warning: str


class PlayerCache:
    """The players of at most `most` matches; the least recently used match is dropped first.

    An engine reuses its search tree where the match continues a line that it has searched.
    Otherwise, as after a takeback or a crash, it starts afresh.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        # By id and players; the longest unused first.
        self._matches: OrderedDict[tuple[str, str, str], Match] = OrderedDict()

    def choose(
        self,
        header: Record,
        moves: Sequence[int],
        seconds: Sequence[float],
        stop: Callable[[], bool],
    ) -> PlayerChoice:
        """The choice of the player to act after these moves of a match.

        `header` is the record of the match without turns. As soon as `stop()` is true, the player
        is to move at once. Raises what the player raises; such a player is not kept.
        """
        match = self._match(header, moves, seconds)
        said: list[str] = []
        match.on_message(said.append)
        with _told_to_stop(match.player, stop), attributed(match.game):
            warning = str(getattr(match.player, "warning", ""))
            move = match.ask(lambda share: stop())
        self._keep(header, match)
        chosen = move if move is None or isinstance(move, str) else int(move)
        return PlayerChoice(chosen, match.result, said, warning)

    def accepts_draw(
        self,
        header: Record,
        moves: Sequence[int],
        seconds: Sequence[float],
        side: int,
        stop: Callable[[], bool],
    ) -> bool:
        """Tell if the player of a side accepts a draw after these moves of the match."""
        match = self._match(header, moves, seconds)
        with _told_to_stop(match.players[side], stop), attributed(match.game):
            accepts = match.accepts_draw(side, lambda share: stop())
        self._keep(header, match)
        return accepts

    def _match(self, header: Record, moves: Sequence[int], seconds: Sequence[float]) -> Match:
        """The match with these moves and, where they are kept, its earlier players."""
        key = _key(header)
        known = self._matches.pop(key, None) or restore(header, key[1:])
        course = known.course
        if course.moves != tuple(moves[: course.ply]):
            course = course.at(0)
        for number in range(course.ply, len(moves)):
            course = course.play(moves[number], seconds[number])
        return Match(
            known.game,
            known.players,
            course=course,
            seed=header.seed,
            terms=header.terms,
            id=header.id,
            began=header.began,
        )

    def _keep(self, header: Record, match: Match) -> None:
        self._matches[_key(header)] = match
        while len(self._matches) > self._most:
            _, unused = self._matches.popitem(last=False)
            unused.close()


def _key(header: Record) -> tuple[str, str, str]:
    """A match and its players, who may be others after it was resumed in a terminal."""
    first, second = header.players
    return header.id, first.spec, second.spec


@contextmanager
def _told_to_stop(player: Player, stop: Callable[[], bool]) -> Iterator[None]:
    """Call a player's method `stop`, if it has one, as soon as `stop()` is true.

    Without threads a player must look at the watch of its match.
    """
    finished = Event()

    def look() -> None:
        while not finished.wait(LOOK_SECONDS):
            if stop():
                player.stop()  # type: ignore[attr-defined]
                return

    if not THREADS or not hasattr(player, "stop"):
        yield
        return
    looking = Thread(target=look, daemon=True)
    looking.start()
    try:
        yield
    finally:
        finished.set()
        looking.join()
