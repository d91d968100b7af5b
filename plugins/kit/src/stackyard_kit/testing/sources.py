"""A second source of a game's rules, and the comparison with it along whole games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol, runtime_checkable

from stackyard.errors import PositionError
from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard_kit.testing.samples import ConformanceError, RandomGame, Sample, at, begin, some


@runtime_checkable
class Judge(Protocol):
    """A second source that evaluates single positions, given as strings with the options.

    It may also have `after(position, move, **options)`, the position after a legal move as the game
    writes it, `ending(position, **options)`, the words for the end of a game, and
    `describe(position, move, **options)`, the words for a legal move, both as the game says them.
    """

    def legal_moves(self, position: str, **options: Any) -> Iterable[str]:
        """The texts of the legal moves, none when the game is over."""

    def winner(self, position: str, **options: Any) -> int:
        """ONGOING, 0, 1 or DRAW."""


# A second source: a game with the same notation; a function of a position string, a depth and the
# options that returns the node count below each move's text; or a judge.
Reference = type[Game] | Callable[..., Mapping[str, int]] | Judge

MOVES = 3  # moves of a position that are compared

# The legal moves; the winner. None: the source does not give it.
Told = tuple[set[str] | None, int | None]


def check_games(played: RandomGame, reference: Reference) -> None:
    """Along a random game the second source allows the same moves and names the same winner."""
    theirs = _of_game(played, reference) if isinstance(reference, type) else _of(played, reference)
    for sample, (moves, winner) in zip(played.samples(), theirs, strict=True):
        if moves is None:
            continue
        with at(sample):
            ours = set(sample.game.legal_texts(sample.position))
            for move in sorted(ours - moves):
                raise ConformanceError(f"the second source does not allow {move}")
            for move in sorted(moves - ours):
                raise ConformanceError(f"the game does not allow {move}, the second source does")
            _compare_winners(sample, winner)
            _compare_moves(sample, reference)


def _of_game(played: RandomGame, reference: Any) -> Iterator[Told]:
    """The legal moves and winners of another game while the same moves are played in it."""
    game = reference(**played.game.settings)
    position = begin(game, played.start)
    for sample in played.samples():
        if game.format_position(position) != sample.text:
            with at(sample):
                theirs = game.format_position(position)
                raise ConformanceError(f"play has led to this, and the second source to {theirs}")
        yield set(game.legal_texts(position)), int(position.winner)
        if sample.ply < len(played.moves):
            text = played.game.format_move(played.moves[sample.ply], sample.position)
            position.play(game.parse_move(text, position))


def _of(played: RandomGame, reference: Any) -> Iterator[Told]:
    """The legal moves and winner of each position, from a judge or a function that counts."""
    options = played.game.settings
    for sample in played.samples():
        if isinstance(reference, Judge):
            moves = set(reference.legal_moves(sample.text, **options))
            yield moves, int(reference.winner(sample.text, **options))
        elif sample.position.winner == ONGOING:
            yield set(reference(sample.text, 1, **options)), None
        else:
            yield None, None  # counting need not detect the end of the game


def check_end(sample: Sample, reference: Reference) -> None:
    """At the end of a game the second source names the same winner, in the same words."""
    game, text, options = sample.game, sample.text, sample.game.settings
    source: Any = reference
    if isinstance(reference, type):
        other = reference(**options)
        try:
            position = other.parse_position(text)
        except PositionError as error:
            raise ConformanceError(f"the second source refuses the position: {error}") from error
        winner = int(position.winner)
        speaks = source.ending is not Game.ending and winner != ONGOING
        words = other.ending(position) if speaks else None
    elif isinstance(reference, Judge):
        winner = int(reference.winner(text, **options))
        words = source.ending(text, **options) if hasattr(source, "ending") else None
    else:
        return  # counting need not detect the end of the game
    _compare_winners(sample, winner)
    if words is not None and words != game.ending(sample.position):
        raise ConformanceError(
            f"ending is {game.ending(sample.position)!r}, and {words!r} for the second source"
        )


def _compare_winners(sample: Sample, winner: int | None) -> None:
    if winner is not None and winner != sample.position.winner:
        raise ConformanceError(
            f"the winner is {_named(sample, int(sample.position.winner))}, and "
            f"{_named(sample, winner)} for the second source"
        )


def _compare_moves(sample: Sample, reference: Any) -> None:
    """A judge plays some moves, and describes them, as the game does."""
    if isinstance(reference, type):
        return
    game, position, options = sample.game, sample.position, sample.game.settings
    for move in some(sample.moves, MOVES, sample.rng()):
        written = game.format_move(move, position)
        if hasattr(reference, "after"):
            after = position.copy()
            after.play(move)
            ours = game.format_position(after)
            theirs = reference.after(sample.text, written, **options)
            if ours != theirs:
                raise ConformanceError(
                    f"play leads with {written} to {ours}, and the second source to {theirs}"
                )
        if hasattr(reference, "describe"):
            ours = game.describe(move, position)
            theirs = reference.describe(sample.text, written, **options)
            if ours != theirs:
                raise ConformanceError(
                    f"describe says {ours!r} of the move {written}, and the second source "
                    f"{theirs!r}"
                )


def _named(sample: Sample, winner: int) -> str:
    """The winner, in words."""
    return "nobody yet" if winner == ONGOING else (*sample.game.colours, "nobody, a draw")[winner]
