import sys
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path[:0] = [str(here / "../../core/src"), str(here / "core")]  # the repository; an archive
from stackyard.building import SEARCH, SOLVERS, setup_game  # noqa: E402

setup_game(
    "stackyard_slicron",
    compile=["rings", "removals", "traits", "rules"],
    embed=["bits", "pairs", "images", *SEARCH, *SOLVERS],
    position="Slicron",
)
