"""Players: what chooses the moves of a match, and the descriptions that name them.

A description is `NAME[:KEY=VALUE,…]`, such as `human`, `mcts:simulations=2000,seed=7` or
`mcts:2000` (a bare value goes to the first option).
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from stackyard.errors import OptionError, PlayerSpecError, StackyardError, UnknownNameError
from stackyard.game import Game
from stackyard.info import PlayerKind
from stackyard.options import resolve
from stackyard.plugins.discovery import plain
from stackyard.plugins.registry import host
from stackyard.rng import Rng, derive
from stackyard.text import quoted, shown

if TYPE_CHECKING:
    from stackyard.turnloop.match import Match


class Player(Protocol):
    """Chooses the moves of one side; `name` is what the others see.

    A player may have three more methods. `stop()`, called from another thread, ends its thinking
    as soon as it has a move. `close()` gives back what it holds. `accepts_draw(match, side)` says
    whether it agrees to a draw that is offered to it, as the player of that side, 0 or 1; a player
    without it declines.
    """

    name: str

    def choose(self, match: Match) -> int | str | None:
        """The move to play next, or its text.

        None says that the player has changed the match instead (took back, resigned): look again.
        While it thinks, it may tell how far it is with `match.watch(share)`, which answers True
        when it is to move at once.
        """


def make_player(spec: str, game: Game, seed: int | None = None) -> Player:
    """The player that a description names, for one game.

    `seed` serves a player whose description holds none; without either it is drawn afresh.
    Raises PlayerSpecError with what is wrong and what is allowed.
    """
    name, colon, rest = spec.strip().partition(":")
    try:
        known = host().player(name)
        kind: PlayerKind = known.about
        if kind.games and game.name not in map(plain, kind.games):
            raise PlayerSpecError(f"player {name} plays {', '.join(kind.games)}, not {game.name}")
        settings = resolve(kind.options, _read_settings(kind, colon, rest), f"player {kind.name}")
    except (UnknownNameError, OptionError) as error:
        raise PlayerSpecError(str(error)) from error
    given = settings.pop("seed", None)
    if given is not None:
        seed = int(given)
    elif seed is None:
        seed = secrets.randbits(62)
    player: Player = known.load()(game, seed, **settings)
    return player


def _read_settings(kind: PlayerKind, colon: str, rest: str) -> dict[str, str]:
    """What stands behind the colon of a description, by option name."""
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
        if plain(key) in settings:
            raise PlayerSpecError(f"player {kind.name}: {plain(key)} is given twice")
        settings[plain(key)] = value
    return settings


class HumanPlayer:
    """A person; `ask` gets the next move from them, on the standard streams unless given."""

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        ask: Callable[[Match], int | str | None] | None = None,
        name: str = "human",
    ) -> None:
        self.name = name
        self._ask = ask or _ask_on_terminal

    def choose(self, match: Match) -> int | str | None:
        """What `ask` answers."""
        return self._ask(match)


def _ask_on_terminal(match: Match) -> int:
    course = match.course
    while True:
        try:
            return course.read(input(f"{match.game.asked(course.position)}: "))
        except StackyardError as refused:
            print(shown(str(refused)), file=sys.stderr)


class RandomPlayer:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, game: Game, seed: int) -> None:
        self.name = "random"
        self.seed = seed

    def choose(self, match: Match) -> int:
        """A legal move that depends on the seed and on how many moves have been played."""
        return int(match.position.random_move(Rng(derive(self.seed, match.ply)).bits()))
