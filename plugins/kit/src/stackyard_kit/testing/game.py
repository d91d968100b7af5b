"""Checks of the class of a game: quick to make, silent, its options used."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout, suppress
from itertools import pairwise
from time import process_time

from stackyard.errors import OptionError
from stackyard.game import Game
from stackyard.options import Option, Settings
from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard_kit.testing.moves import snapshot
from stackyard_kit.testing.samples import (
    ConformanceError,
    RandomGame,
    any_move,
    values_of,
    variants,
)

SOON = 1.0  # seconds of processor time in which a game is made
PLIES = 200  # moves of a game in which nothing may be printed
TRIES = 20  # random games in which an option's effect may appear
LENGTH = 2000  # moves of such a game


def check_soon(game: Game) -> None:
    """The game is made within a second of processor time, since each command makes one."""
    seconds = min(_seconds(game) for _ in range(2))  # the second time with modules and tables
    if seconds > SOON:
        raise ConformanceError(
            f"making the game takes {seconds:.1f} s, and each command makes one; at most "
            f"{SOON:.0f} s is allowed: make tables when they are first needed"
        )


def _seconds(game: Game) -> float:
    begun = process_time()
    type(game)(**game.settings)
    return process_time() - begun


def check_silence(played: RandomGame) -> None:
    """Nothing is printed while the game is made, played and looked at."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        game = type(played.game)(**played.game.settings)
        position = game.parse_position(game.format_position(played.begin()))
        for move in played.moves[:PLIES]:
            before = position.copy()
            position.random_move(0)
            game.parse_move(game.format_move(move, position), position)
            game.describe(move, position)
            position.play(move)
            position.key()
            game.scene(position, before)
    for printed, where in ((out.getvalue(), "output"), (err.getvalue(), "error")):
        if printed.strip():
            line = printed.strip().splitlines()[0]
            raise ConformanceError(
                f"the game prints {line!r:.60} on standard {where}, which belongs to the command; "
                "return what people are to read, or raise an error"
            )


def check_options(kind: type[Game], seed: int) -> None:
    """Each option makes another game of some settings of the others."""
    made = [game.settings for game in variants(kind, seed)]
    for option in kind.options:
        if not any(_matters(kind, option, settings, seed) for settings in made):
            raise ConformanceError(
                f"option {option.name} changes nothing in {TRIES} random games with each value; "
                "let it change the board, the moves or who wins, or leave it out"
            )


def _matters(kind: type[Game], option: Option, settings: Settings, seed: int) -> bool:
    """Tell if neighbouring values of an option make games that differ, or there is but one."""
    games = []
    for value in values_of(option, Rng(seed)):
        with suppress(OptionError):  # refused with these values of the others
            games.append(kind(**{**settings, option.name: value}))
    if len(games) < 2:
        return len(values_of(option, Rng(seed))) < 2
    tries = range(seed, seed + TRIES)
    return any(_differ(*pair, more) for more in tries for pair in pairwise(games))


def _differ(one: Game, other: Game, seed: int) -> bool:
    """Tell if two games differ while the same moves are played in both."""
    if one.board != other.board or one.move_space != other.move_space:
        return True
    here, there, rng = one.initial(), other.initial(), Rng(seed)
    for _ in range(LENGTH):
        if snapshot(one, here)[:-1] != snapshot(other, there)[:-1]:  # all but the key
            return True
        if here.winner != ONGOING:
            return one.ending(here) != other.ending(there)
        move = any_move(here, rng)
        here.play(move)
        there.play(move)
    return False
