"""Connect Four for the engine: how it is searched."""

from __future__ import annotations

from stackyard_connect_four.rules import ConnectFour
from stackyard_engine.knowledge import Knowledge
from stackyard_engine.params import MctsParams


class ConnectFourKnowledge(Knowledge[ConnectFour]):
    """The engine's knowledge of Connect Four."""

    mcts_params = MctsParams(decisive=True)
