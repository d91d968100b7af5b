import sys
from pathlib import Path

here = Path(__file__).resolve().parent
folders = ["../../core/src", "../engine/src", "../kit/src"]  # of the repository
sys.path[:0] = [str(here / folder) for folder in (*folders, "embedded")]  # or of an archive
from stackyard_kit.building import SEARCH, SOLVERS, setup_package  # noqa: E402

setup_package(
    "stackyard_filo",
    compile=["rules"],
    embed=["stackyard.cells.bits", *SEARCH, *SOLVERS],
    position="Filo",
)
