"""Test one installed distribution in a bare environment, with the standard library alone.

`python wheel_test.py DISTRIBUTION BUILD [GAME]`: every module can be imported, the build is the
one expected (`compiled`, `pure` or `none`), and a game gives the counts and the seeded results
that its tests know. The folder of this script holds write_seeds.py and the game's files of tests.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from importlib.metadata import distribution
from pathlib import Path

HERE = Path(__file__).resolve().parent
FEW = {"compiled": 300_000, "pure": 2_000}  # positions that perft may count
OUTSIDE = ("__main__", "conftest")  # modules that are programs
TREE = ("match", "search")  # kinds of seeded cases that search: long where nothing is compiled


def main() -> None:
    """Run the tests; an assertion or an exception names the fault."""
    name, build, *games = sys.argv[1:]
    modules = import_all(name)
    points = distribution(name).entry_points
    for point in points:
        point.load()
    check_build(modules, build)
    checked = sum(check_game(game, build) for game in games)
    built = ", ".join([build, *map(processor, games)])
    print(f"{name} ({built}): {len(modules)} modules, {len(points)} points, {checked} results")


def import_all(name: str) -> list[str]:
    """Import every module of a distribution; their names."""
    files = [Path(file) for file in distribution(name).files or []]
    found = [file.with_suffix("") for file in files if file.suffix == ".py"]
    found = [path.parent if path.name == "__init__" else path for path in found]
    modules = [".".join(path.parts) for path in found if path.name not in OUTSIDE]
    for module in modules:
        import_module(module)
    return modules


def check_build(modules: list[str], build: str) -> None:
    """Compare the build of a distribution's modules with the one expected."""
    libraries = [
        module
        for module in modules
        if (getattr(sys.modules[module], "__file__", None) or "").endswith((".so", ".pyd"))
    ]
    assert bool(libraries) is (build == "compiled"), f"expected {build}: {libraries}"


def processor(name: str) -> str:
    """The processors for which a game's code is that was chosen here."""
    from stackyard import load_game

    return f"for {load_game(name).processor or 'any'}"


def check_game(name: str, build: str) -> int:
    """Compare counts and seeded results with those of the game's tests; how many were compared."""
    from write_seeds import cases, outcome  # type: ignore[import-not-found]  # lies beside

    from stackyard import load_game, perft

    checked = 0
    for known in json.loads((HERE / name / "perft.json").read_text("utf-8")):
        game = load_game(name, **known.get("options", {}))
        position = known.get("position")
        for depth, count in enumerate(known["counts"], 1):
            if count <= FEW[build]:
                start = game.parse_position(position) if position else game.initial()
                assert perft(start, depth) == count, (name, known, depth)
                checked += 1
    files = ["seeds", "search_seeds"] if build == "compiled" else ["seeds"]
    for file in files:
        for case in cases(file, name):
            found = json.loads(json.dumps(outcome(name, case)))
            assert found == case["outcome"], (name, case, found)
            checked += 1
    return checked


if __name__ == "__main__":
    main()
