"""Learn the shipped weights anew, each as its file says that it was learned.

`python docs/researchers/retrain.py FILE …`, the files being those of plugins/*/src/*/weights. A
board whose weights rest on exact results is solved first, unless its table is kept. The same build
gives the same files, unless what is known or how it is learned has changed. `--chances` before the
files keeps the weights and only calibrates their chances again, `--intervals` only the intervals.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from stackyard import load_game
from stackyard_engine.eval.weights import heading_of, read_weights, write_weights
from stackyard_engine.solver.tables import kept_for
from stackyard_engine.train.loop import TAUGHT, knowledge_for
from stackyard_engine.train.validation import chances_of, intervals_of


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


def recalibrate(path: Path) -> None:
    """Calibrate the chances of the weights in a file again."""
    heading = heading_of(path)
    game = load_game(heading.game, **heading.options)
    weights = read_weights(path, game)
    knowledge = knowledge_for(game) if "kept" in heading.report else None
    chances = chances_of(game, weights, knowledge, 1, int(heading.report["games"]) // TAUGHT)
    write_weights(path, weights.with_calibration(chances))


def refit(path: Path) -> None:
    """Fit the intervals of the weights in a file again."""
    heading = heading_of(path)
    game = load_game(heading.game, **heading.options)
    weights = read_weights(path, game)
    write_weights(
        path, weights.with_calibration(intervals_of(game, weights, weights.calibration, 1))
    )


if __name__ == "__main__":
    ways = {"--chances": recalibrate, "--intervals": refit}
    way = ways.get(sys.argv[1]) if len(sys.argv) > 1 else None
    for name in sys.argv[1 + (way is not None) :]:
        (way or retrain)(Path(name))
