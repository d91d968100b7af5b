"""A second source of a game's rules, and the comparison with it along whole games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol, runtime_checkable

from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard_kit.testing.samples import ConformanceError, Sample, Walk, at


@runtime_checkable
class Judge(Protocol):
    """A second source that evaluates single positions, given as strings with the options."""

    def legal_moves(self, position: str, **options: Any) -> Iterable[str]:
        """The texts of the legal moves, none when the game is over."""

    def winner(self, position: str, **options: Any) -> int:
        """ONGOING, 0, 1 or DRAW."""


# A second source: a game with the same notation; a function of a position string, a depth and the
# options that returns the node count below each move's text; or a judge.
Reference = type[Game] | Callable[..., Mapping[str, int]] | Judge

# The legal moves; the winner. None: the source does not give it.
Told = tuple[set[str] | None, int | None]


def check_games(walk: Walk, reference: Reference) -> None:
    """Along a random game the second source allows the same moves and names the same winner."""
    theirs = _of_game(walk, reference) if isinstance(reference, type) else _of(walk, reference)
    for sample, (moves, winner) in zip(walk.samples(), theirs, strict=True):
        if moves is None:
            continue
        with at(sample):
            ours = set(sample.game.legal_texts(sample.position))
            for move in sorted(ours - moves):
                raise ConformanceError(f"the second source does not allow {move}")
            for move in sorted(moves - ours):
                raise ConformanceError(f"the game does not allow {move}, the second source does")
            if winner is not None and winner != sample.position.winner:
                raise ConformanceError(
                    f"the winner is {_named(sample, int(sample.position.winner))}, and "
                    f"{_named(sample, winner)} for the second source"
                )


def _of_game(walk: Walk, reference: Any) -> Iterator[Told]:
    """The legal moves and winners of another game while the same moves are played in it."""
    game = reference(**walk.game.settings)
    position = game.initial()
    for sample in walk.samples():
        yield set(game.legal_texts(position)), int(position.winner)
        if sample.ply < len(walk.moves):
            text = walk.game.format_move(walk.moves[sample.ply], sample.position)
            position.play(game.parse_move(text, position))


def _of(walk: Walk, reference: Any) -> Iterator[Told]:
    """The legal moves and winner of each position, from a judge or a function that counts."""
    options = walk.game.settings
    for sample in walk.samples():
        if isinstance(reference, Judge):
            moves = set(reference.legal_moves(sample.text, **options))
            yield moves, int(reference.winner(sample.text, **options))
        elif sample.position.winner == ONGOING:
            yield set(reference(sample.text, 1, **options)), None
        else:
            yield None, None  # counting need not detect the end of the game


def _named(sample: Sample, winner: int) -> str:
    """The winner, in words."""
    return "nobody yet" if winner == ONGOING else (*sample.game.colours, "nobody, a draw")[winner]
