import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))
from stackyard.building import SEARCH, SOLVERS, setup_core

setup_core(
    compile=[
        "bits",
        "pairs",
        "wide",
        "images",
        "stacks",
        "learning.judges",
        *SEARCH,
        *SOLVERS,
        "search.enumeration",
        "search.alphabeta",
        "search.proof",
        "search.proving",
        "search.mcts",
    ]
)
