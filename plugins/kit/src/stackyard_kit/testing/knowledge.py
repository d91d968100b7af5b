"""The checks of what the engine is told of a game: features, symmetries, passes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.errors import PositionError
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng
from stackyard_engine.eval.patterns import Patterns
from stackyard_engine.knowledge import Knowledge, knowledge_of
from stackyard_engine.mcts.images import image_of
from stackyard_engine.successors import successors
from stackyard_kit.testing.samples import ConformanceError, Sample

REPLIES: Final = 4  # moves, and replies to each, after which changes are compared
TURNED: Final = 6  # moves for which a game and its image are compared
ALIKE: Final = 50  # positions that may be the image, at most


def is_known(game: Game) -> bool:
    """Tell if a plugin registers knowledge of the game; PluginError if it is unusable."""
    return type(knowledge_of(game)) is not Knowledge


def check_symmetries(game: Game) -> None:
    """Each symmetry takes neighbours to neighbours."""
    near, names = [set(cells) for cells in game.board.neighbours], game.board.names
    for images in knowledge_of(game).symmetries():
        for cell, others in enumerate(near):
            if {images[other] for other in others} != near[images[cell]]:
                raise ConformanceError(
                    f"`symmetries` holds an image that takes {names[cell]} to "
                    f"{names[images[cell]]}, and not the neighbours of one to those of the other"
                )
        _check_image(game, images)


def _check_image(game: Game, turn: Sequence[int]) -> None:
    """A symmetry that maps the start to itself maps each move from there to a legal one."""
    one, rng = game.initial(), Rng(0)
    if image_of(game.pieces(one), turn) != game.pieces(one):
        return

    def look(position: Position, pieces: dict[int, Any]) -> tuple[object, ...]:
        state = position.player, position.winner, position.mid_turn
        return pieces, *state, game.trays(position)

    others = [one.copy()]  # those that may be the image: after a part of a turn some look alike
    for _ in range(TURNED):
        moves = one.legal_moves()
        fitting = [other for other in others if len(other.legal_moves()) == len(moves)]
        if not fitting:
            raise ConformanceError(_not_alike(game, one, others[0]))
        if not len(moves):
            return
        one.play(moves[rng.below(len(moves))])
        seen = look(one, image_of(game.pieces(one), turn))
        found = [
            after
            for other in fitting
            for _, after in successors(other)
            if look(after, dict(game.pieces(after))) == seen
        ]
        if not found:
            raise ConformanceError(_not_alike(game, one, fitting[0]))
        others = found[:ALIKE]


def check_images(sample: Sample) -> None:
    """A position's image has as many moves, where a Grid tells all that lies on cells."""
    game, (board, *rest) = sample.game, sample.text.split(" ")
    grid = getattr(game, "grid", None)
    if grid is None or any(name in field for field in rest for name in game.board.names):
        return
    try:
        lying = grid.read(board)
    except PositionError:  # it begins with something else
        return
    for images in knowledge_of(game).symmetries():
        turned = grid.write({images[cell]: item for cell, item in lying.items()})
        text = " ".join([turned, *rest])
        try:
            moves = len(game.parse_position(text).legal_moves())
        except PositionError as error:
            told = f"`symmetries` leads to {text}, which is refused: {error}"
            raise ConformanceError(told) from error
        if moves != len(sample.position.legal_moves()):
            raise ConformanceError(f"`symmetries` leads to {text}, where {moves} moves are legal")


def _not_alike(game: Game, one: Position, other: Position) -> str:
    texts = game.format_position(one), game.format_position(other)
    return (
        f"`symmetries` holds an image by which the game is not played alike: {' and '.join(texts)}"
    )


def check_traits(sample: Sample) -> None:
    """The traits of a position that is not over are below their radices."""
    known, position = knowledge_of(sample.game), sample.position
    for patterns in (known.patterns(), known.general_patterns()):
        if patterns is not None and position.winner == ONGOING:
            _check_traits(patterns, position)


def _check_traits(patterns: Patterns, position: Any) -> None:
    if not hasattr(position, "traits"):
        raise ConformanceError("the knowledge has `patterns`, and the position lacks `traits`")
    found = vec[i64]([0] * len(patterns.radices))
    position.traits(found)
    for trait, (number, radix) in enumerate(zip(found, patterns.radices, strict=True)):
        if not 0 <= number < radix:
            raise ConformanceError(f"trait {trait} is {number}, not from 0 to {radix - 1}")


def check_changes(sample: Sample) -> None:
    """`changes`, where there is one, tells the traits a move or two later."""
    game = sample.game
    start: Any = sample.position
    patterns = knowledge_of(game).patterns()
    if patterns is None or not hasattr(start, "changes") or start.winner != ONGOING:
        return
    size = len(patterns.radices)
    for move in [*start.legal_moves()][:REPLIES]:
        between = start.copy()
        between.play(move)
        ways: list[tuple[Any, ...]] = [(start, between)]
        for reply in [*between.legal_moves()][:REPLIES]:
            after = between.copy()
            after.play(reply)
            ways += [(start, after), (start, between, after)]
        for way in ways:
            end = way[-1]
            if end.winner != ONGOING or end.player != start.player:
                continue
            told, seen = vec[i64]([0] * size), vec[i64]([0] * size)
            end.traits(told)
            start.traits(seen)
            for before, now in pairwise(way):
                found, changed = vec[i64]([0] * size), vec[i64]([0] * size)
                number = now.changes(before, start.player, found, changed)
                for trait in [*changed][:number]:
                    seen[trait] = found[trait]
            if [*seen] != [*told]:
                first = game.format_move(move, start)
                raise ConformanceError(f"`changes` and `traits` differ after {first}, or a move on")


def check_passed(sample: Sample) -> None:
    """After a pass the opponent is to act, and nothing else has changed."""
    game, position = sample.game, sample.position
    known, text = knowledge_of(game), sample.text
    after = known.passed(position.copy()) if position.winner == ONGOING else None
    if after is None:
        return
    if position.mid_turn:
        raise ConformanceError("`passed` returns a position inside a turn; it should return None")
    if after.player != 1 - position.player or after.winner != ONGOING or after.mid_turn:
        raise ConformanceError("after `passed` it is not the opponent's turn")
    if not len(after.legal_moves()):
        raise ConformanceError("after `passed` the opponent has no move; it should return None")
    if dict(game.pieces(after)) != dict(game.pieces(position)):
        raise ConformanceError(f"`passed` changes pieces: {game.format_position(after)}")
    back = known.passed(after)
    if back is not None and game.format_position(back) != text:
        raise ConformanceError(f"after two passes stands {game.format_position(back)}")
