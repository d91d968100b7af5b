"""Descriptions of players: `NAME[:KEY=VALUE,…]`.

Examples are `human`, `mcts:simulations=2000,seed=7` and `mcts:2000` (a bare value goes to the
first option). Of a kind that runs a program, everything after the colon is its command line.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from stackyard.arguments import check_kind
from stackyard.descriptions import PlayerKind
from stackyard.errors import OptionError, PlayerSpecError, UnknownNameError
from stackyard.game import Game
from stackyard.options import Settings, resolve
from stackyard.plugins.registry import Registered, registry
from stackyard.text import normalize_name, quoted

FIRST_LEVEL: Final = 1  # of the computer in a first match: a beginner beats it


class PlayerSpec(NamedTuple):
    """A parsed description: the kind of player, its seed if given, its settings."""

    registered: Registered
    seed: int | None
    settings: Settings


def read_player_spec(spec: str, game: Game) -> PlayerSpec:
    """The parsed description of a player for one game.

    Raises PlayerSpecError with what is wrong and what is allowed.
    """
    check_kind(spec, str, "the description of a player is a text such as level:3")
    check_kind(game, Game, "a game is needed, such as load_game('silo')")
    name, colon, rest = spec.strip().partition(":")
    try:
        registered = registry().player(name)
        kind: PlayerKind = registered.about
        if kind.games and game.name not in kind.games:
            raise PlayerSpecError(f"player {name} plays {', '.join(kind.games)}, not {game.name}")
        if kind.runs:
            return PlayerSpec(registered, None, _read_command(kind, rest))
        settings = resolve(kind.options, _read_settings(kind, colon, rest), f"player {kind.name}")
    except (UnknownNameError, OptionError) as error:
        raise PlayerSpecError(str(error)) from error
    seed = settings.pop("seed", None)
    return PlayerSpec(registered, None if seed is None else int(seed), settings)


def runs_program(spec: str) -> bool:
    """Tell if a description names a program to run."""
    known = registry().players.get(normalize_name(spec.strip().partition(":")[0]))
    return known is not None and bool(known.about.runs)


def recorded_spec(spec: str, colour: str) -> str:
    """The description of a player in a record, for its match to go on.

    Raises PlayerSpecError for a program: a record, which may be anybody's, starts none.
    """
    if runs_program(spec):
        raise PlayerSpecError(
            f"{colour} was played by a program, {quoted(spec)}, and no record starts a program; "
            "give that description again, if you trust it, or another player"
        )
    return spec


def levels() -> range:
    """The levels of the registered player `level`, weakest first; empty without that player."""
    registered = registry().players.get("level")
    for option in registered.about.options if registered else ():
        if option.name == "level" and isinstance(option.values, range):
            return option.values
    return range(0)


def first_opponent() -> str:
    """The computer that a person plays who has named no opponent; empty without levels."""
    return f"level:{FIRST_LEVEL}" if levels() else ""


def _read_command(kind: PlayerKind, rest: str) -> Settings:
    """The command line after the colon of a description."""
    if not rest.strip():
        raise PlayerSpecError(
            f"player {kind.name} runs a program: write its command line after a colon, "
            f"as in {kind.name}:program --option"
        )
    return {kind.runs: rest.strip()}


def _read_settings(kind: PlayerKind, colon: str, rest: str) -> dict[str, str]:
    """The settings after the colon of a description, by option name."""
    settings: dict[str, str] = {}
    if colon and not rest:
        raise PlayerSpecError(f"player {kind.name}: nothing follows the colon")
    for number, part in enumerate(rest.split(",") if rest else []):
        key, equals, value = part.partition("=")
        if not equals:
            if number or not kind.options:
                raise PlayerSpecError(
                    f"player {kind.name}: {quoted(part)} is not KEY=VALUE; the keys are "
                    f"{', '.join(option.name for option in kind.options) or 'none'}"
                )
            key, value = kind.options[0].name, part
        if normalize_name(key) in settings:
            raise PlayerSpecError(f"player {kind.name}: {normalize_name(key)} is given twice")
        settings[normalize_name(key)] = value
    return settings
