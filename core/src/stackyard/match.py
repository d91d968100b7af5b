"""The turn loop: two players, one position, the hooks called on the way, and the result."""

from __future__ import annotations

import logging
import os
import time
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol
from uuid import uuid4

from stackyard.errors import IllegalMoveError, NotationError, PluginError, Refusal
from stackyard.game import Game
from stackyard.plugins.finding import Provider, words_of
from stackyard.plugins.hookspecs import TURN_LOOP
from stackyard.plugins.host import Plugins, host
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import derive

log = logging.getLogger("stackyard")

REPETITION = 3  # a position that stands so often at the start of a turn makes a draw


@dataclass(frozen=True)
class Turn:
    """One or more moves by one player, and the position they began with.

    `seconds` are how long each move was thought about.
    """

    player: int
    moves: tuple[int, ...]
    before: Position
    seconds: tuple[float, ...] = ()


@dataclass(frozen=True)
class Result:
    """How a match ended: `winner` is 0, 1 or DRAW; `reason` a word, `sentence` the words.

    The reasons of core are `rules`, `resignation` and `repetition`.
    """

    winner: int
    reason: str
    sentence: str


class Player(Protocol):
    """Chooses moves; `name` is what the others see."""

    name: str

    def choose(self, match: Match) -> int | None:
        """The move to play in `match.position`.

        None says that the player has changed the match instead (took back, resigned): look again.
        """


class Keeper(Protocol):
    """Writes a match down while it is played, as the archive does."""

    def write(self, match: Match) -> None:
        """Called after each move, undo and end, before anybody else hears of it; never raises."""


class Match:
    """A game being played by two players.

    `players` are Player objects or descriptions, player 0 first; `position` starts it elsewhere
    than at the game's start. When the same position stands for the `repetition`-th time at the
    start of a turn, the match is a draw; 0 turns that off, 1 is a ValueError. `seed` serves
    players without one. Hooks tell the people at the table something with `say`, which is silent
    until whoever shows the match sets it; `keeper` writes the match down, with a `memo` of whoever
    shows it, which is no part of its record.
    """

    def __init__(
        self,
        game: Game,
        players: tuple[Player | str, Player | str] = ("human", "human"),
        *,
        position: Position | None = None,
        repetition: int = REPETITION,
        seed: int | None = None,
    ) -> None:
        self.game = game
        if repetition < 0 or repetition == 1:
            raise ValueError(f"repetition is 0 (never) or 2 and more, not {repetition}")
        if seed is not None and not -(2**63) <= seed < 2**63:
            seed = derive(seed)  # a record holds 64 bits
        first, second = players
        self.players = (_seated(first, game, seed, 0), _seated(second, game, seed, 1))
        self.specs = (_spec(first), _spec(second))  # how the players are described
        self.seed = seed
        self.id = uuid4().hex  # tells this match from all others
        self.began = datetime.now(UTC)
        self.say: Callable[[str], None] = _say_nothing
        self.keeper: Keeper | None = None
        self.memo = ""
        self.position: Position = (position or game.initial()).copy()
        self.repetition = repetition
        self.turns: list[Turn] = []
        self.unfinished: list[int] = []  # the moves of the turn in progress
        self.seconds: list[float] = []  # and how long each was thought about
        self.result: Result | None = None
        self._asked_at = time.monotonic()  # since when the next move is thought about
        self._before = self.position.copy()  # where the turn in progress began
        self._seen: Counter[Hashable] = Counter([self.position.key()])
        self._hooks = _Hooks(host())
        self._started = False
        self._turn_open = False
        self._ended = False  # and match_finished called
        self._conclude()

    @property
    def start(self) -> Position:
        """The position the match began with."""
        return self.turns[0].before if self.turns else self._before

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return sum([len(turn.moves) for turn in self.so_far])

    @property
    def player(self) -> Player:
        """The player to act."""
        return self.players[int(self.position.player)]

    @property
    def so_far(self) -> list[Turn]:
        """The turns, the one in progress included."""
        if not self.unfinished:
            return self.turns
        player, moves = int(self._before.player), tuple(self.unfinished)
        return [*self.turns, Turn(player, moves, self._before, tuple(self.seconds))]

    @property
    def last_move(self) -> tuple[int, Position] | None:
        """The last move that was played and the position it was made in; None at the start."""
        if not self.so_far:
            return None
        turn = self.so_far[-1]
        *earlier, last = turn.moves
        position = turn.before.copy()
        for move in earlier:
            position.play(move)
        return last, position

    @property
    def times_seen(self) -> int:
        """How often the position at the start of this turn has stood so far, this time included."""
        return self._seen[self._before.key()]

    def run(self) -> Result:
        """Play on until the match is over."""
        while self.result is None:
            self.step()
        self._announce_end()
        return self.result

    def step(self) -> None:
        """Have the next move chosen, by a plugin or else by the player to act, and play it."""
        self._open_turn()
        move = None
        if self.result is None:
            move = self._hooks.choose(self)
        if self.result is None and move is None:
            move = self.player.choose(self)
        if self.result is None and move is not None:
            self.play(move)
        self._announce_end()

    def play(self, move: int | str) -> None:
        """Play a move, an int or its text.

        Raises IllegalMoveError or NotationError, the match being unchanged.
        """
        move, asked_at = self._legal(move), self._asked_at
        self._open_turn()
        if self.result is not None:  # a hook has just ended it
            self._announce_end()
            self._refuse_after_the_end()
        self._advance(move, time.monotonic() - asked_at)
        self._asked_at = time.monotonic()
        self.keep()
        self._hooks.call("stackyard_move_played", match=self, move=move)
        if self.position.mid_turn:
            self._announce_end()
            return
        self._close_turn()
        if self.result is not None:
            self.keep()
        self._hooks.call("stackyard_turn_finished", match=self)
        self._announce_end()

    def repeat(self, move: int | str, seconds: float = 0.0) -> None:
        """Play a move again, as when a match that was kept is taken up: no hook or keeper hears it.

        Raises IllegalMoveError or NotationError, the match being unchanged.
        """
        self._advance(self._legal(move), seconds)
        if not self.position.mid_turn:
            self._close_turn()

    def undo(self) -> None:
        """Take back the turn in progress if it has begun, else the last one.

        Raises ValueError when there is nothing to take back.
        """
        if not self.unfinished:
            if not self.turns:
                raise ValueError("there is no turn to take back")
            self._seen[self._before.key()] -= 1
            self._before = self.turns.pop().before
        self.unfinished, self.seconds = [], []
        self.position = self._before.copy()
        self.result = None
        self._turn_open = False
        self._ended = False
        self._asked_at = time.monotonic()
        self.keep()

    def resign(self, player: int | None = None) -> None:
        """End the match in favour of the other player; None is the one to act."""
        loser = int(self.position.player) if player is None else player
        self.end(Result(1 - loser, "resignation", f"{self.game.colours[loser]} resigns"))

    def end(self, result: Result) -> None:
        """End the match with a result that does not follow from the rules, such as time."""
        if self.result is None:
            self.result = result
            self.keep()
            self._announce_end()

    def keep(self) -> None:
        """Have the match written down now, for its memo's sake; changes do that by themselves."""
        if self.keeper is not None:
            self.keeper.write(self)

    def _legal(self, move: int | str) -> int:
        """The move as an int, if it may be played now."""
        self._refuse_after_the_end()
        if isinstance(move, str):
            return self.game.parse_move(move, self.position)
        if not 0 <= move < self.game.move_space:
            raise NotationError(f"{move} is no move; moves are 0 to {self.game.move_space - 1}")
        if move not in self.position.legal_moves():
            raise IllegalMoveError(self.game.refusal(move, self.position))
        return move

    def _advance(self, move: int, seconds: float) -> None:
        """Make a move of the turn in progress."""
        self.position.play(move)
        self.unfinished.append(move)
        self.seconds.append(seconds)

    def _close_turn(self) -> None:
        """Make a turn of the moves in progress, and see whether it ends the match."""
        self.turns = self.so_far
        self._before = self.position.copy()
        self.unfinished, self.seconds = [], []
        self._turn_open = False
        self._seen[self.position.key()] += 1
        if self.result is None:
            self._conclude()

    def _conclude(self) -> None:
        """Set the result if the rules, or repetition, end the match here."""
        winner = int(self.position.winner)
        if winner != ONGOING:
            self.result = Result(winner, "rules", self.game.ending(self.position))
        elif self.repetition and self.times_seen >= self.repetition:
            sentence = f"the same position has stood {self.times_seen} times"
            self.result = Result(DRAW, "repetition", sentence)

    def _refuse_after_the_end(self) -> None:
        if self.result is not None:
            sentence = f"the match is over: {self.result.sentence}"
            raise IllegalMoveError(Refusal("match-over", sentence))

    def _start(self) -> None:
        if not self._started:
            self._started = True
            self._hooks.call("stackyard_match_started", match=self)

    def _open_turn(self) -> None:
        self._start()
        if not self._turn_open and self.result is None:
            self._turn_open = True
            self._asked_at = time.monotonic()
            self._hooks.call("stackyard_turn_started", match=self)

    def _announce_end(self) -> None:
        """Call match_finished once; a hook that ends the match leaves that to the turn loop."""
        if self.result is not None and not self._ended and not self._hooks.busy:
            self._ended = True
            self._start()
            self._hooks.call("stackyard_match_finished", match=self)


def _seated(player: Player | str, game: Game, seed: int | None, side: int) -> Player:
    """A player, made if he is only described, with a seed of his own."""
    if not isinstance(player, str):
        return player
    from stackyard.players import make_player

    return make_player(player, game, None if seed is None else derive(seed, side))


def _spec(player: Player | str) -> str:
    return player if isinstance(player, str) else player.name


def _say_nothing(text: str) -> None:
    """Nobody is listening."""


class _Hooks:
    """The turn-loop hooks of all plugins; one that fails is reported and switched off."""

    def __init__(self, plugins: Plugins) -> None:
        self.busy = False  # inside a hook
        self._callers: dict[str, list[tuple[Provider, Any]]] = {
            hook: list(plugins.hook_callers(hook)) for hook in TURN_LOOP
        }
        self._off: set[str] = set()

    def choose(self, match: Match) -> int | None:
        """The first legal move that a plugin chooses."""
        for provider, caller in self._callers["stackyard_choose_move"]:
            move = self._guarded(provider, caller, match=match)
            if move is None:
                continue
            if isinstance(move, int) and move in match.position.legal_moves():
                return move
            self._switch_off(provider, f"{caller.name} chose {move!r:.40}, which is not legal")
        return None

    def call(self, hook: str, **arguments: Any) -> None:
        """Call a hook of every plugin."""
        for provider, caller in self._callers[hook]:
            self._guarded(provider, caller, **arguments)

    def _guarded(self, provider: Provider, caller: Any, **arguments: Any) -> Any:
        if provider.name in self._off:
            return None
        self.busy = True
        try:
            return caller(**arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as failure:
            words = f"{caller.name} failed ({words_of(failure)})"
            self._switch_off(provider, words, failure)
            return None
        finally:
            self.busy = False

    def _switch_off(
        self, provider: Provider, words: str, failure: BaseException | None = None
    ) -> None:
        sentence = f"plugin {provider}: {words}; it is switched off for this match"
        if os.environ.get("STACKYARD_STRICT") == "1":
            raise PluginError(sentence) from failure
        log.warning(sentence)
        self._off.add(provider.name)
