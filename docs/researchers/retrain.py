"""Learn the shipped weights anew, each as its file says that it was learned.

`python docs/researchers/retrain.py` does it for all files of plugins/*/src/*/weights, and
`python docs/researchers/retrain.py FILE …` for some. It tells beforehand how long that takes, and
afterwards how long each file took. `--workers N` plays the games in N processes. A board whose
weights rest on exact results is solved first, unless its table is kept. After an interruption name
the files that are left: the first of them continues where it was. `--chances` keeps the weights and
only calibrates their chances again.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from dataclasses import astuple
from functools import partial
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i32

from stackyard import load_game
from stackyard.errors import StackyardError
from stackyard.processes import WorkerProcesses
from stackyard.rng import derive
from stackyard.text import time_words
from stackyard.workforce import Workforce
from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.eval.weights import WeightsHeading, heading_of, read_weights, write_weights
from stackyard_engine.solver.tables import kept_for
from stackyard_engine.train.chances import PLAYED, TAUGHT, calibration
from stackyard_engine.train.examples import play_game
from stackyard_engine.train.general_weights import Board, calibrations_of
from stackyard_engine.train.trainer import Trainer

SHIPPED = Path(__file__).parents[2].glob("plugins/*/src/*/weights/*.weights")
PROGRAM = [sys.executable, "-m", "stackyard_cli"]


def seconds_for(path: Path) -> float:
    """The approximate duration of the games of a file's training, from some that are played now."""
    heading = heading_of(path)
    if heading.boards:
        return seconds_together(boards_taught(heading), int(heading.report["games"]))
    game = load_game(heading.game, **heading.options)
    with tempfile.TemporaryDirectory() as folder:
        return Trainer(game, int(heading.report["games"]), Path(folder)).seconds()


def seconds_together(boards: list[Board], games: int) -> float:
    """The approximate duration of the games on these boards, from one played now on each."""
    numbers = vec[i32]([0] * boards[0].features.patterns.size)
    begin = time.perf_counter()
    for number, board in enumerate(boards):
        play_game(
            *(board.game, board.practice, board.features.evaluator(numbers), derive(1, number)),
            knowledge=board.knowledge,
        )
    return (time.perf_counter() - begin) * games / len(boards)


def words_of(heading: WeightsHeading) -> list[str]:
    """The board of a file in the words of a command."""
    words = [heading.game]
    for name, value in heading.options.items():
        words += ["-o", f"{name}={value}"]
    return words


def boards_of(heading: WeightsHeading) -> list[list[str]]:
    """The options of each board on which weights were learned together, as typed."""
    return [[f"{name}={value}" for name, value in board.items()] for board in heading.boards]


def solve_first(heading: WeightsHeading) -> None:
    """Solve a board whose weights rest on exact results, unless its table is kept.

    Of boards that are learned together training itself solves those that take it a minute at most.
    """
    game = load_game(heading.game, **heading.options)
    if "kept" in heading.report and not heading.boards and not kept_for(game).tables:
        solve = [*PROGRAM, "solve", *words_of(heading), "--keep", "--memory", "4G"]
        subprocess.run(solve, check=True)  # noqa: S603


def retrain(path: Path, workers: int) -> None:
    """Learn the weights in a file again; CalledProcessError if that fails."""
    heading = heading_of(path)
    solve_first(heading)
    learn = [
        "train",
        *words_of(heading),
        "--games",
        str(heading.report["games"]),
        "--output",
        str(path),
    ]
    learn += ["--seed", str(heading.report.get("seed", 1))]
    if heading.boards:
        learn += [word for typed in boards_of(heading) for word in ("--board", ",".join(typed))]
    else:
        learn += ["--workers", str(workers)]
    subprocess.run([*PROGRAM, *learn], check=True)  # noqa: S603


def recalibrate(path: Path, workers: int) -> None:
    """Calibrate the chances of the weights in a file again."""
    heading = heading_of(path)
    if heading.boards:
        recalibrate_together(path)
        return
    game = load_game(heading.game, **heading.options)
    weights = read_weights(path, game)
    processes = Workforce(partial(WorkerProcesses, workers))
    with processes if workers > 1 else nullcontext() as workforce:
        chances = calibration(game, weights, 1, PLAYED * TAUGHT, workforce=workforce)
    write_weights(path, weights.with_calibration(chances))
    print(described(chances))


def boards_taught(heading: WeightsHeading) -> list[Board]:
    """The boards on which weights were learned together; the small ones are solved."""
    return [
        Board.of(load_game(heading.game, **heading.options | numbers)) for numbers in heading.boards
    ]


def recalibrate_together(path: Path) -> None:
    """Calibrate the chances of general weights again, on the boards that they were taught on."""
    heading = heading_of(path)
    games = [load_game(heading.game, **heading.options | numbers) for numbers in heading.boards]
    weights = [read_weights(path, game) for game in games]
    each = calibrations_of(games, weights, 1, PLAYED * TAUGHT * len(games))
    write_weights(path, weights[0].with_calibrations(each))
    for board, chances in zip(heading.boards, each, strict=True):
        print(board, described(chances))


def described(chances: Calibration) -> str:
    """The numbers of a calibration."""
    slope, shift, search_growth, growth, drift, noise, best = astuple(chances)
    line = f"slope {slope:g}, shift {shift:g}, growth {search_growth:g} and {growth:g}"
    return f"{line}; drift {drift:g}, noise {noise:g}, best {best:g}"


def main() -> None:
    """Learn or calibrate again, and tell how long it takes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--workers", type=int, default=1, help="processes that play the games")
    parser.add_argument("--chances", action="store_true", help="only calibrate the chances")
    chosen = parser.parse_args()
    files = chosen.files or sorted(SHIPPED)
    try:
        for path in files:
            heading_of(path)
    except StackyardError as refused:
        parser.error(str(refused))
    if not chosen.chances:
        seconds = sum([seconds_for(path) for path in files]) / chosen.workers
        print(f"The games of {len(files)} files take about {time_words(seconds)}.", flush=True)
    for path in files:
        begin = time.perf_counter()
        if chosen.chances:
            recalibrate(path, chosen.workers)
        else:
            retrain(path, chosen.workers)
        print(f"{path.name}: {time_words(time.perf_counter() - begin)}", flush=True)
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(f"Processor time: {time_words(sum([one.ru_utime + one.ru_stime for one in used]))}.")


if __name__ == "__main__":
    main()
