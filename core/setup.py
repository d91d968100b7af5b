import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))
from stackyard.building import setup_core

setup_core(["bits", "stacks", "rng", "playouts", "enumeration", "tree", "search", "alphabeta"])
