"""Traces: what the metrics of a study read of one game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlyTrace:
    """One ply of a game.

    `values` are the shares of points that the judge expects for the player to act after each legal
    move, the played move's first; they are empty if the position was not judged. A move that the
    judge has hardly tried counts as much as the worst of the others.
    """

    choices: int  # legal moves
    values: tuple[float, ...] = ()


@dataclass(frozen=True)
class GameTrace:
    """One game. Games 2n and 2n + 1 share their opening, if that has turns.

    `winner` is ONGOING if the game was stopped. `chances` are the shares of points that the judge
    expects for the first player before each turn, and after the last one, where it is the result;
    empty if the game was not judged. `skips` counts the turns in which a player could not move.
    `opening` is the number of random turns with which the game begins.
    """

    number: int  # in the study, from 0
    winner: int  # 0, 1, DRAW or ONGOING
    turns: int
    plies: tuple[PlyTrace, ...]
    chances: tuple[float, ...] = ()
    skips: int = 0
    opening: int = 0
