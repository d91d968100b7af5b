"""Hex for the engine: how it is searched."""

from __future__ import annotations

from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.knowledge import Knowledge
from stackyard_engine.params import MctsParams
from stackyard_hex.rules import Hex


class HexKnowledge(Knowledge[Hex]):
    """The engine's knowledge of Hex."""

    mcts_params = MctsParams(exploration=0.1, rave=300, horizon=12, minimax=0.5, scale=4)
    playout_calibration = Calibration(drift=0.04, noise=0.5)
