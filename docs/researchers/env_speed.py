"""Steps a second of Silo and of PettingZoo's Connect Four: `python docs/researchers/env_speed.py`.

Each step takes an observation with its mask and a random action, as PettingZoo's own benchmark
does. Connect Four needs pygame: `python -m pip install "pettingzoo[classic]"`.
"""

from __future__ import annotations

import random
import time
from importlib import import_module
from typing import Any

import numpy as np

from stackyard_pettingzoo import env

SECONDS = 3.0  # of processor time for each
CYCLE = 100  # steps between two looks at the clock


def steps_a_second(game: Any) -> float:
    """Play at random for SECONDS."""
    game.reset()
    steps, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < SECONDS:
        for _ in game.agent_iter(CYCLE):
            observation = game.last()[0]
            game.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))  # noqa: S311
            steps += 1
            if all(game.terminations.values()):
                game.reset()
    return steps / spent


if __name__ == "__main__":
    connect_four = import_module("pettingzoo.classic.connect_four_v3")
    played = {
        "connect_four_v3, with its wrappers": connect_four.env(),
        "connect_four_v3, without": connect_four.raw_env(),
        **{f"stackyard/{name}-v0": env(name) for name in ("silo", "slicron", "splay")},
    }
    for name, game in played.items():
        print(f"{name}: {steps_a_second(game):,.0f} steps a second")
