import sys
from pathlib import Path

here = Path(__file__).resolve().parent
folders = ["src", "../../core/src", "../kit/src"]  # of the repository
sys.path[:0] = [str(here / folder) for folder in (*folders, "embedded")]  # or of an archive
from stackyard_kit.building import setup_package  # noqa: E402

setup_package(
    "stackyard_engine",
    compile=[
        "eval.cell_reader",
        "eval.model",
        "mcts.bounds",
        "mcts.nodes",
        "mcts.move_history",
        "mcts.decisive",
        "mcts.evaluation",
        "mcts.tree",
        "position_table",
        "alphabeta",
        "selective",
        "mcts.local_dfpn",
        "mcts.prover",
        "mcts.search",
        "solver.hash_table",
        "solver.key_tree",
        "solver.components",
        "solver.exhaustive",
        "solver.dfpn",
    ],
    embed=["stackyard.cells.bits", "stackyard.rng", "stackyard.playouts"],
)
