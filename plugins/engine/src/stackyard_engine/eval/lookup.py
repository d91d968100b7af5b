"""The weights for a game: from the user's folder, a package, or the nearest board."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from platformdirs import user_data_path

from stackyard.errors import OptionError
from stackyard.game import Game
from stackyard.options import Settings, show_value
from stackyard.text import plural
from stackyard_engine.errors import WeightsError
from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.eval.transfer import transferred
from stackyard_engine.eval.weights import (
    FeatureSet,
    MatchResult,
    Weights,
    WeightsHeading,
    heading_of,
    numbers_of,
    read_weights,
)
from stackyard_engine.knowledge import Knowledge, knowledge_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SUFFIX: Final = ".weights"
NONE: Final = "none"  # in place of a folder: use playouts
FOLDER: Final = "weights"  # of the package that knows a game
APART: Final = 3.0  # drift of weights of another board, relative to that of its own

# By game and folder: the weights, or the reason why a file is unusable.
_FOUND: WeakKeyDictionary[Game, dict[str, tuple[Weights | None, str]]] = WeakKeyDictionary()


def weights_folder() -> Path:
    """The folder of learned weights: STACKYARD_WEIGHTS, or one in the user's data folder."""
    named = os.environ.get("STACKYARD_WEIGHTS")
    return Path(named) if named else Path(user_data_path("stackyard", False)) / "weights"


def file_name(game: Game) -> str:
    """The name of a file of weights for a game with its options, such as silo-6-3-any.weights."""
    chosen = "-".join([str(value) for value in game.settings.values()])
    plain = "".join([sign if sign.isalnum() or sign in "-+_." else "_" for sign in chosen])
    return f"{game.name}-{plain}{SUFFIX}" if plain else f"{game.name}{SUFFIX}"


def _find(game: Game, problems: list[str]) -> Weights | None:
    """See `weights_for`; the reasons why other boards' files are damaged go into `problems`.

    Raises WeightsError for an unusable file of the right name.
    """
    if os.environ.get("STACKYARD_WEIGHTS") == NONE:
        return None
    name = file_name(game)
    for folder in _folders(game, problems):
        file = folder / name
        if _exists(file):
            weights = _read(file, game)
            if weights.heading.lost is None:
                return weights
            problems.append(lost_words(str(file), weights.heading.lost))
    same = game.settings | knowledge_of(game).idle_options()
    if same != game.settings:
        return _find(type(game)(**same), problems)
    return _nearest(game, problems)


def lost_words(name: str, match: MatchResult) -> str:
    """A sentence about weights that were not shown to be better in a match."""
    return (
        f"{name} took {match.points:g} of {plural(match.games, 'point')} from {match.against},"
        " and so is not shown to be better"
    )


def _read(file: Path | Traversable, game: Game) -> Weights:
    """The weights in a file; one in the user's folder tells when it was learned."""
    weights = read_weights(file, game)
    if isinstance(file, Path) and file.parent == weights_folder():
        weights.learned_here = learned_on(file, weights.heading)
    return weights


def learned_on(file: Path, heading: WeightsHeading) -> str:
    """The date on which weights were learned, that of the file if its heading has none."""
    return heading.learned or f"{date.fromtimestamp(file.stat().st_mtime)}"


def weights_for(game: Game) -> Weights | None:
    """The weights that a search of a game uses, looked up once; None without usable ones.

    They are from the user's folder or a package. A game without a file for its options uses that of
    options that play alike (Knowledge.idle_options), then general weights; without those the
    weights of the nearest board are transferred, if the places of its patterns are known.
    STACKYARD_WEIGHTS=none disables weights. `problem_with` returns the reason why a file is
    unusable.
    """
    return _found(game)[0]


def calibration_for(game: Game) -> Calibration:
    """The calibration of a search of a game, by its weights or else by playouts."""
    weights = weights_for(game)
    return knowledge_of(game).playout_calibration if weights is None else weights.calibration


def problem_with(game: Game) -> str:
    """The reason why the file of weights for a game is unusable; empty if there is none."""
    return _found(game)[1]


def evaluator_words(game: Game, weights: Weights) -> str:
    """The name of an evaluation by weights: where from, and of which other board or boards."""
    same = game.settings | knowledge_of(game).idle_options()
    other = [
        f"{name}={show_value(value)}"
        for name, value in weights.heading.options.items()
        if value not in (game.settings[name], same[name])
    ]
    words, boards = "weights learned", weights.heading.boards
    if weights.learned_here:
        words += f" here on {weights.learned_here}"
        if not weights.heading.matches:
            words = f"untested {words}"
    elif not other and not boards:
        return "learned weights"
    if boards:
        words += f"{',' if weights.learned_here else ''} on {plural(len(boards), 'board')} together"
    return f"{words} with {', '.join(other)}" if other else words


def _found(game: Game) -> tuple[Weights | None, str]:
    known = _FOUND.setdefault(game, {})
    folder = str(weights_folder())
    if folder not in known:
        problems: list[str] = []
        found = None
        try:
            found = _find(game, problems)
        except WeightsError as error:
            problems.insert(0, str(error))
        known[folder] = found, problems[0] if problems else ""
    return known[folder]


def _folders(game: Game, problems: list[str]) -> Iterator[Path | Traversable]:
    """The folders that may hold weights of a game: the user's, then that of a package.

    It is the package of its knowledge, or that of the game if nothing is known of it.
    """
    own = weights_folder()
    if os.path.lexists(own):  # unlike Path.exists it takes names of any length
        if own.is_dir():
            yield own
        else:
            problems.append(f"{own} is no folder; STACKYARD_WEIGHTS names that of the weights")
    known = knowledge_of(game)
    module = type(game if type(known) is Knowledge else known).__module__
    if "." in module:
        from importlib.resources import files  # takes long to import

        yield files(module.rpartition(".")[0]) / FOLDER


def files_named(game: Game, name: str) -> Iterator[Path | Traversable]:
    """The files of a name in the folders that may hold weights of a game, the user's first."""
    for folder in _folders(game, []):
        if _exists(folder / name):
            yield folder / name


def _exists(file: Path | Traversable) -> bool:
    """Tell if there is a file, or something else in its place."""
    return os.path.lexists(file) if isinstance(file, Path) else file.is_file()


def _nearest(game: Game, problems: list[str]) -> Weights | None:
    """General weights, or those transferred from the nearest options of a game, if there are any.

    General weights come before those of a board with as many of the game's words. Unusable files
    are skipped, the damaged ones noted in `problems`. So are smaller boards, unless the game's
    patterns take their weights: where counts do not cover those of a larger board, such weights
    lost matches against playouts.
    """
    patterns = knowledge_of(game).patterns()
    smaller_too = patterns is not None and patterns.takes_smaller
    near: list[tuple[tuple[int, float], Path | Traversable, Game]] = []
    for file in _files(game, problems):
        try:
            heading = heading_of(file)
            other = type(game)(**(numbers_of(game) if heading.boards else {}), **heading.options)
        except WeightsError as error:
            problems.append(str(error))
        except (OptionError, TypeError):
            continue
        else:
            far = _distance(game.settings, other.settings, smaller_too)
            if heading.boards:
                words = heading.options.items()
                far = sum([game.settings[name] != word for name, word in words]), -1.0
                if not any(_covers(board, game) for board in heading.boards):
                    far = None
            if far is not None and heading.lost is None:
                near.append((far, file, other))
    for _, file, other in sorted(near, key=lambda one: one[0]):
        try:
            if (taken := _taken(game, _read(file, other))) is not None:
                return taken
        except WeightsError as error:
            problems.append(str(error))
    return None


def _files(game: Game, problems: list[str]) -> Iterator[Path | Traversable]:
    """The files of weights of a game with any options."""
    for folder in _folders(game, problems):
        try:
            files = sorted(folder.iterdir(), key=str) if folder.is_dir() else []
        except OSError as failure:
            problems.append(f"{folder} cannot be read: {failure.strerror}")
            continue
        for file in files:
            if file.name.startswith(f"{game.name}-") and file.name.endswith(SUFFIX):
                yield file


def _taken(game: Game, weights: Weights) -> Weights | None:
    """Weights of another board, or general ones, for this board; None if they do not fit."""
    known, heading, numbers = knowledge_of(game), weights.heading, weights.numbers
    if heading.boards:
        if known.general_patterns() is None:
            return None
        features = FeatureSet(game, general=True)
        if features.patterns.mark != weights.patterns.mark:
            return None
    else:
        if bool(heading.looks) != (known.patterns() is None):
            return None  # one board has traits, the other scenes
        features = FeatureSet(game, heading.looks or None)
        if not (weights.patterns.points and features.patterns.points):
            return None
        numbers = transferred(features.patterns, weights.patterns, numbers)
    taken = Weights(heading, numbers, features)
    taken.learned_here = weights.learned_here
    if numbers_of(game) not in heading.boards:
        taken.calibration = replace(taken.calibration, drift=APART * taken.calibration.drift)
    return taken


def _covers(board: dict[str, int], game: Game) -> bool:
    """Tell if no number of a game's options exceeds that of a board on which weights were learned.

    Beyond those boards general weights lost to playouts.
    """
    return all(number <= board.get(name, 0) for name, number in numbers_of(game).items())


def _distance(own: Settings, other: Settings, smaller_too: bool) -> tuple[int, float] | None:
    """The distance between options: first the number of differing words, then that of numbers.

    None if any number of the other is smaller, unless weights of smaller boards serve too.
    """
    differing, apart = 0, 0.0
    for name, value in own.items():
        there = other[name]
        if isinstance(value, bool | str | None) or isinstance(there, bool | str | None):
            differing += value != there
        elif there < value and not smaller_too:
            return None
        else:
            apart += abs(there - value)
    return differing, apart
