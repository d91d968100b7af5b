"""Checks of scenes, drawings, words, and of the game's description of itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from stackyard.drawing import text
from stackyard.drawing.picture import PLAIN, TERMINAL
from stackyard.game import Game
from stackyard.plugins.validation import fault_of_class, fault_of_game
from stackyard.position import ONGOING
from stackyard.scenes import NEUTRAL, OFF_BOARD, Movement, Piece, Scene
from stackyard_kit.testing.moves import compare, snapshot
from stackyard_kit.testing.samples import ConformanceError, Sample, Trial, at, some
from stackyard_kit.testing.texts import check_cells, check_sentence
from stackyard_pictures import svg

MOVES = 10  # legal moves tried of a position
Counter = Callable[[str], int | None]


def check_scenes(trial: Trial, pieces_in: Counter) -> None:
    """A scene shows every piece; no two positions look alike, and every move is visible."""
    looks: dict[Any, str] = {}
    seen: dict[Piece, Sample] = {}
    for sample in trial.samples(12):
        with at(sample):
            game, here = sample.game, sample.text
            scene = game.scene(sample.position)
            _check_pieces(game, scene)
            seen |= dict.fromkeys(_shown(scene), sample)
            _check_number(scene, pieces_in(here))
            look = _look(scene)
            other = looks.setdefault(look, here)
            if other != here:
                raise ConformanceError(f"two positions look alike: {other} and {here}")
            if _look(game.scene(game.parse_position(here))) != look:
                raise ConformanceError("the position read from its string looks otherwise")
            for move in some(sample.moves, MOVES, sample.rng()):
                after = sample.position.copy()
                after.play(move)
                for movement in game.movements(move, sample.position, after):
                    _check_way(game, movement)
                if _look(game.scene(after, sample.position)) == look:
                    written = game.format_move(move, sample.position)
                    raise ConformanceError(f"the move {written} changes nothing that is shown")
    _check_owners(trial.game, seen)


def _check_owners(game: Game, seen: Mapping[Piece, Sample]) -> None:
    """A colour's letter is on pieces of that colour, unless capitals tell the colours apart."""
    owned = [piece for piece in seen if piece.player != NEUTRAL and piece.letter.isalpha()]
    owners = {(piece.letter.isupper(), piece.player) for piece in owned}
    if owners in ({(False, 0), (True, 1)}, {(True, 0), (False, 1)}):
        return
    for piece in owned:
        colour = game.letters.find(piece.letter.lower())
        if colour not in (-1, piece.player):
            shown, meant = game.colours[piece.player], game.colours[colour]
            with at(seen[piece]):
                raise ConformanceError(
                    f"the {piece.kind} {piece.letter} is shown as a piece of {shown}, but "
                    f"{game.letters[colour]} stands for {meant}"
                )


def _look(scene: Scene) -> Any:
    """Everything by which two scenes can differ."""
    cells, notes = sorted(scene.cells.items()), sorted(scene.notes.items())
    return tuple(cells), scene.trays, scene.player, scene.winner, scene.prompt, tuple(notes)


def _check_pieces(game: Game, scene: Scene) -> None:
    """The scene shows pieces, notes and marks on cells of the board."""
    check_cells("the cells of a scene", scene.cells, game)
    check_cells("the notes of a scene", scene.notes, game)
    check_cells("the decisive cells", scene.decisive, game)
    check_cells("the cells that a move starts with", scene.choices, game)
    for piece in _shown(scene):
        if len(piece.letter) != 1 or piece.letter.isspace() or not piece.letter.isprintable():
            raise ConformanceError(f"the letter of a piece is one character, not {piece.letter!r}")


def _check_way(game: Game, movement: Movement) -> None:
    """A movement leads over cells of the board, and begins or ends beside it at most."""
    way = movement.cells
    places = [cell for cell in (way[0], way[-1]) if cell != OFF_BOARD] if way else []
    if len(way) < 2 or not places:
        raise ConformanceError(f"a movement leads from cell to cell, and this one is {way}")
    check_cells("the cells of a movement", [*places, *way[1:-1]], game)


def _check_number(scene: Scene, counted: int | None) -> None:
    """The pieces of the position string are all shown, on the board or beside it."""
    shown = len(_shown(scene))
    if counted is not None and counted != shown:
        raise ConformanceError(f"the position string holds {counted} pieces, the scene {shown}")


def _shown(scene: Scene) -> list[Piece]:
    """The pieces on the board and beside it."""
    stacks = [*scene.cells.values(), *[tray.pieces for tray in scene.trays]]
    return [piece for stack in stacks for piece in stack]


def check_drawings(sample: Sample) -> None:
    """The scene can be drawn."""
    game = sample.game
    scene = game.scene(sample.position)
    for look in (PLAIN, TERMINAL):
        text.draw(scene, look)
    svg.draw(scene, game.title, notes=True)
    if not game.title.isprintable():
        raise ConformanceError(f"the title {game.title!r} cannot be shown as it is")


def check_words(sample: Sample) -> None:
    """Prompt, description of a move and reason for the end are plain lines of words."""
    game, position = sample.game, sample.position
    then = snapshot(game, position)
    if position.winner == ONGOING:
        check_sentence("prompt", game.prompt(position))
    else:
        check_sentence("ending", game.ending(position))
    for move in some(sample.moves, MOVES, sample.rng()):
        with at(f"move {move}, {game.format_move(move, position)}"):
            check_sentence("describe", game.describe(move, position))
            check_cells("move_cells", game.move_cells(move, position), game)
            after = position.copy()
            after.play(move)
            check_cells("touched", game.touched(after, position), game)
    compare("the position, after it was described,", snapshot(game, position), then)


def check_description(game: Game) -> None:
    """The game declares its title, designer, subject and options."""
    about = game.about
    if not re.fullmatch("[a-z][a-z0-9_]*", about.name):
        raise ConformanceError(f"the name is lower-case letters, digits and _, not {about.name!r}")
    for field in ("title", "designer", "summary"):
        if not getattr(about, field).strip():
            raise ConformanceError(f"about.{field} is empty")
    if not about.summary.endswith("."):
        raise ConformanceError(f"the summary is a sentence with its full stop: {about.summary!r}")
    for start in game.starts:
        if not start.summary.endswith("."):
            raise ConformanceError(
                f"the start {start.name!r}: its summary must be a sentence with a full stop"
            )
    if not isinstance(about.year, int):
        raise ConformanceError(f"about.year is a number, not {about.year!r}")
    for option in game.options:
        if not option.help.strip():
            raise ConformanceError(f"option {option.name} has no help")
        if callable(option.default) and not option.default_text.strip():
            raise ConformanceError(f"option {option.name} has no text for its default")
    if game.repetition < 0 or game.repetition == 1:
        raise ConformanceError(f"repetition is 0 (never) or 2 and more, not {game.repetition!r}")
    if game.initial().player != 0:
        raise ConformanceError(f"player 0, {game.colours[0]}, begins, and `initial` says otherwise")
    fault = fault_of_class(type(game)) or fault_of_game(game)  # it could not be loaded
    if fault:
        raise ConformanceError(f"game {about.name} {fault}")
    if not game.rules_page().strip():
        raise ConformanceError("the rules page is empty")
