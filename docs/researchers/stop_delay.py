"""How long an engine takes from `stop` to `bestmove`: `python stop_delay.py GAME PLAYER`."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time

SEARCHES = 20


def delays(game: str, player: str) -> list[float]:
    """The milliseconds of each search of the start position, stopped at a random moment."""
    words = [sys.executable, "-m", "stackyard_cli", "engine", game, "--player", player]
    with subprocess.Popen(  # noqa: S603
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None

        def ask(line: str, answer: str) -> None:
            assert engine.stdin is not None
            assert engine.stdout is not None
            engine.stdin.write(f"{line}\n")
            engine.stdin.flush()
            while answer and not engine.stdout.readline().startswith(answer):
                pass

        found = []
        for _ in range(SEARCHES):
            ask("position startpos", "")
            ask("isready", "readyok")
            ask("go infinite", "")
            time.sleep(random.uniform(0.2, 0.7))  # noqa: S311
            begin = time.perf_counter()
            ask("stop", "bestmove")
            found.append(1000 * (time.perf_counter() - begin))
        ask("quit", "")
    return found


if __name__ == "__main__":
    times = delays(*sys.argv[1:])
    print(f"median {statistics.median(times):.1f} ms, at most {max(times):.1f} ms")
