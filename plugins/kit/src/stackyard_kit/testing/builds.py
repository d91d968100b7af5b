"""Compare compiled with uncompiled rules: another process plays the same games from sources."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

from stackyard.game import Game
from stackyard.options import Settings
from stackyard.plugins.registry import registry
from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard_kit.testing.samples import ConformanceError, at

LIMIT = 1000  # moves of a game

# Run first in the other process: sources take precedence over compiled modules.
BOOT = """
import json, sys
from importlib import machinery as m
asked = json.load(sys.stdin)
sys.path[:] = asked["path"]
sys.path_hooks.insert(0, m.FileFinder.path_hook(
    (m.SourceFileLoader, m.SOURCE_SUFFIXES),
    (m.ExtensionFileLoader, m.EXTENSION_SUFFIXES),
    (m.SourcelessFileLoader, m.BYTECODE_SUFFIXES),
))
sys.path_importer_cache.clear()
from stackyard_kit.testing.builds import answer
answer(asked)
"""

Played = dict[str, Any]  # a game that was played: its moves, winner and final position


def check_builds(games: Sequence[Game], seeds: Sequence[int]) -> None:
    """A process that prefers sources to compiled modules plays the same games."""
    kind = type(games[0])
    played = _play(kind, [game.settings for game in games], seeds)
    there = _ask(kind, [game.settings for game in games], seeds)
    if games[0].build == "compiled" == there["build"]:
        raise ConformanceError(
            f"the source of {type(games[0].initial()).__module__} is not installed beside what was "
            "compiled from it, so the builds cannot be compared"
        )
    cases = [(game, seed) for game in games for seed in seeds]
    for (game, seed), one, other in zip(cases, played, there["played"], strict=True):
        if one != other:
            with at(f"{game!r}, seed {seed}"):
                raise ConformanceError(_difference(game, one, other))


def _difference(game: Game, one: Played, other: Played) -> str:
    """The difference between the same game in both processes, in words."""
    here = f"the game played here ({game.build}) and in a process of its own from the sources"
    pairs = zip(one["moves"], other["moves"], strict=False)
    ply = next((ply for ply, (move, there) in enumerate(pairs) if move != there), None)
    if ply is not None:
        return f"{here} differ at move {ply + 1}: {one['moves'][ply]} and {other['moves'][ply]}"
    if len(one["moves"]) != len(other["moves"]):
        return f"{here} have {len(one['moves'])} and {len(other['moves'])} moves"
    what = "winner" if one["winner"] != other["winner"] else "position"
    return f"{here} end with another {what}: {one[what]} and {other[what]}"


def _play(kind: type[Game], settings: Sequence[Settings], seeds: Sequence[int]) -> list[Played]:
    """One game for each settings and seed."""
    return [_game(kind(**chosen), seed) for chosen in settings for seed in seeds]


def _game(game: Game, seed: int) -> Played:
    position, rng = game.initial(), Rng(seed)
    moves: list[int] = []
    while position.winner == ONGOING and len(moves) < LIMIT:
        moves.append(int(position.random_move(rng.bits())))
        position.play(moves[-1])
    text = game.format_position(position)
    return {"moves": moves, "winner": int(position.winner), "position": text}


def _ask(kind: type[Game], settings: Sequence[Settings], seeds: Sequence[int]) -> Any:
    """The answer of the other process."""
    request = {
        "path": [str(folder) for folder in sys.path],
        "module": kind.__module__,
        "file": getattr(sys.modules[kind.__module__], "__file__", None),
        "name": kind.__qualname__,
        "settings": settings,
        "seeds": seeds,
    }
    ran = subprocess.run(  # noqa: S603 - our own program, no shell
        [sys.executable, "-c", BOOT],
        input=json.dumps(request),
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1"},  # different string hashes
        check=False,
    )
    if ran.returncode:
        raise ConformanceError(f"the process that plays from the sources fails:\n{ran.stderr}")
    return json.loads(ran.stdout.splitlines()[-1])


def answer(request: Any) -> None:
    """Play the games requested, in the other process, and print them as the last line."""
    kind = _find(request["module"], request["file"], request["name"])
    played = _play(kind, request["settings"], request["seeds"])
    print(f"\n{json.dumps({'build': kind().build, 'played': played})}")


def _find(module: str, file: str, name: str) -> type[Game]:
    """The class of that name, from a module that may be a single file."""
    registry()  # imports the files that STACKYARD_PLUGINS names
    try:
        found: Any = import_module(module)
    except ImportError:
        spec = spec_from_file_location(module, file)
        assert spec is not None
        assert spec.loader is not None
        found = sys.modules[module] = module_from_spec(spec)
        spec.loader.exec_module(found)
    for part in name.split("."):
        found = getattr(found, part)
    kind: type[Game] = found
    return kind
