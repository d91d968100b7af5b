"""Learn the shipped weights anew, each as its file says that it was learned.

`python docs/researchers/retrain.py FILE …`, the files being those of plugins/*/src/*/weights. A
board whose weights rest on exact results is solved first, unless its table is kept. The same build
gives the same files, unless what is known or how it is learned has changed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from stackyard import load_game
from stackyard_engine.eval.weights import heading_of
from stackyard_engine.solver.tables import kept_for


def retrain(path: Path) -> None:
    """Learn the weights in a file again; CalledProcessError if that fails."""
    heading = heading_of(path)
    words = [heading.game]
    for name, value in heading.options.items():
        words += ["-o", f"{name}={value}"]
    program = [sys.executable, "-m", "stackyard_cli"]
    game = load_game(heading.game, **heading.options)
    if "kept" in heading.report and not kept_for(game).tables:
        solve = ["solve", *words, "--keep", "--memory", "4G"]
        subprocess.run([*program, *solve], check=True)  # noqa: S603
    learn = ["train", *words, "--games", str(heading.report["games"]), "--output", str(path)]
    subprocess.run([*program, *learn], check=True)  # noqa: S603


if __name__ == "__main__":
    for name in sys.argv[1:]:
        retrain(Path(name))
