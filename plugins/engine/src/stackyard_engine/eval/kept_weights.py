"""The files of weights learned here: those in use, and beside them those kept aside.

The folder of weights holds the files in use, named by game and options. Its folder `aside` holds
the others; no search looks there.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from stackyard.game import Game
from stackyard_engine.errors import WeightsError
from stackyard_engine.eval.lookup import SUFFIX, file_name, weights_folder
from stackyard_engine.eval.weights import WEIGHTS
from stackyard_engine.file_format import writing

ASIDE: Final = "aside"
TRAINING: Final = "training"  # the folder of trainings
PLACE_NAME: Final = "place"  # in that of a training: a file with the name of its weights


def used_path(game: Game) -> Path:
    """The place of a file that is in use for a game with its options."""
    return weights_folder() / file_name(game)


def free_path(name: str) -> Path:
    """A place for a file kept aside, numbered; `name` is that of the file in use.

    The places that unfinished trainings have chosen are not free.
    """
    stem = name.removesuffix(SUFFIX)
    chosen = [file.read_bytes() for file in weights_folder().glob(f"{TRAINING}/*/{PLACE_NAME}")]
    number = 1
    path = weights_folder() / ASIDE / f"{stem}.1{SUFFIX}"
    while os.path.lexists(path) or path.name.encode() in chosen:
        number += 1
        path = path.with_name(f"{stem}.{number}{SUFFIX}")
    return path


def set_aside(path: Path) -> Path:
    """Move a file that is in use aside, and return its new place."""
    aside = free_path(path.name)
    _move(path, aside)
    return aside


def put_in_use(path: Path, game: Game) -> Path | None:
    """Move a file into use for a game; returns the new place of the one before, if there was one.

    If that is interrupted, both files are still there.
    """
    used = used_path(game)
    former = set_aside(used) if os.path.lexists(used) else None
    _move(path, used)
    return former


def _move(path: Path, place: Path) -> None:
    with writing(place, WEIGHTS):
        path.replace(place)


def kept_weights() -> dict[str, Path]:
    """The files by their names, such as `silo-6-3-any` and `aside/silo-6-3-any.1`.

    Raises WeightsError if a folder cannot be read.
    """
    found = {}
    for folder, prefix in ((weights_folder(), ""), (weights_folder() / ASIDE, f"{ASIDE}/")):
        try:
            paths = sorted(folder.iterdir()) if os.path.lexists(folder) else []
        except OSError as failure:
            raise WeightsError(f"{folder} cannot be read: {failure.strerror}") from failure
        for path in paths:
            if path.name.endswith(SUFFIX):
                found[prefix + path.name.removesuffix(SUFFIX)] = path
    return found


def is_kept_aside(path: Path) -> bool:
    """Tell if a file lies in the folder for those kept aside."""
    return path.resolve().parent == (weights_folder() / ASIDE).resolve()
