import sys
from pathlib import Path

here = Path(__file__).resolve().parent
folders = ["../../core/src", "../engine/src", "../kit/src"]  # of the repository
sys.path[:0] = [str(here / folder) for folder in (*folders, "embedded")]  # or of an archive
from stackyard_kit.building import SEARCH, SOLVERS, setup_package  # noqa: E402

setup_package(
    "stackyard_slicron",
    compile=["rings", "groups", "removals", "traits", "rules"],
    embed=[
        "stackyard.cells.bits",
        "stackyard.cells.pairs",
        "stackyard.cells.symmetry",
        *SEARCH,
        *SOLVERS,
    ],
    position="Slicron",
)
