import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))
from stackyard.building import setup_core

setup_core(
    compile=[
        "bits",
        "stacks",
        "rng",
        "learning.judges",
        "search.playouts",
        "search.enumeration",
        "search.tree",
        "search.alphabeta",
        "search.proof",
        "search.proving",
        "search.mcts",
        "search.table",
        "search.exhaustive",
        "search.dfpn",
    ]
)
