"""The hook that this package adds: ratings, which the lobby shows."""

from __future__ import annotations

from collections.abc import Sequence

from stackyard.plugins.hookspecs import hookspec


@hookspec(firstresult=True)
def stackyard_rate(
    players: int, results: Sequence[tuple[int, int, float]]
) -> Sequence[tuple[float, float, float]] | None:
    """Rate players: the Elo of each and the ends of its 95 % interval; their mean is 0.

    None leaves it to the next plugin.

    :param players: their number; each has played a match.
    :param results: the first player of each match, the second, and the points of the first: 1, 0.5
        or 0. Players are numbered from 0.
    """
