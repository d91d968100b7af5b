"""Test an installed wheel: `python tools/wheel_test.py FOLDER`, the folder of its package.

All its libraries can be loaded, and a game gives the counts and the seeded results that its tests
know; once with the code for this machine's processor, once with that for any. Pyodide starts no
second process, and its wheels have code for any only. The repository gives no more than results.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parents[1] / "tests/plugins"
FEW: Final = 300_000  # positions that perft may count


def main() -> None:
    """Run the tests; an assertion or an exception names the fault."""
    folder = Path(sys.argv[1]).resolve()
    name = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]["name"]
    libraries = load_libraries(name)
    assert libraries, f"{name} is not compiled"
    results = check_game(folder.name) if (TESTS / folder.name / "seeds.json").is_file() else 0
    processor = os.environ.get("STACKYARD_PROCESSOR", "this machine's")
    print(f"{name}, for {processor} processor: {libraries} libraries, {results} results")
    if results and processor != "any" and sys.platform != "emscripten":
        env = {**os.environ, "STACKYARD_PROCESSOR": "any"}
        subprocess.run([sys.executable, *sys.argv], env=env, check=True)


def load_libraries(name: str) -> int:
    """Load all libraries of a distribution; how many there are."""
    files = [file for file in distribution(name).files or [] if file.suffix in {".so", ".pyd"}]
    for file in files:
        import_module(".".join([*file.parts[:-1], file.name.partition(".")[0]]))
    return len(files)


def check_game(name: str) -> int:
    """Compare counts and seeded results with those of the game's tests; how many were compared."""
    sys.path.append(str(TESTS))
    from write_seeds import cases, outcome  # type: ignore[import-not-found]

    from stackyard import load_game, perft

    checked = 0
    for known in json.loads((TESTS / name / "perft.json").read_text("utf-8")):
        game = load_game(name, **known.get("options", {}))
        position = known.get("position")
        for depth, count in enumerate(known["counts"], 1):
            if count <= FEW:
                start = game.parse_position(position) if position else game.initial()
                assert perft(start, depth) == count, (name, known, depth)
                checked += 1
    for file in ("seeds", "search_seeds"):
        for case in cases(file, name):
            found = json.loads(json.dumps(outcome(name, case)))
            assert found == case["outcome"], (name, case, found)
            checked += 1
    return checked


if __name__ == "__main__":
    main()
