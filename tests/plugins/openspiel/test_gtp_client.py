"""OpenSpiel's own GTP client plays with `stackyard engine`."""

from __future__ import annotations

import sys
from contextlib import closing
from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.python.bots import gtp
from tests.conftest import GAMES

import stackyard_openspiel

SMALL: dict[str, dict[str, Any]] = {"silo": {"size": 4}, "filo": {"size": 5}}
MOST = 60  # moves of a game that is not over sooner


@pytest.mark.parametrize("name", GAMES)
def test_the_client_plays_a_game_against_random_moves(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STACKYARD_PLUGINS", raising=False)  # games that only these tests find
    settings = SMALL.get(name, {})
    game = pyspiel.load_game(f"{stackyard_openspiel.PREFIX}{name}", settings)
    words = [text for key, value in settings.items() for text in ("-o", f"{key}={value}")]
    command = [sys.executable, "-P", "-m", "stackyard_cli", "engine", name, "--protocol", "gtp"]
    state, rng = game.new_initial_state(), Random(5)
    with closing(gtp.GTPBot(game, [*command, "--player", "random", *words])) as bot:
        assert bot.name.lower().startswith("stackyard ")
        assert bot.version == "0.1.0"
        assert bot.gtp_cmd("protocol_version") == "2"
        bot.restart()
        for _ in range(MOST):
            if state.is_terminal():
                break
            if state.current_player() == 0:
                action = bot.step(state)
            else:
                action = rng.choice(state.legal_actions())
                bot.inform_action(state, 1, action)
            assert action in state.legal_actions()
            state.apply_action(action)
            legal = {state.action_to_string(one) for one in state.legal_actions()}
            assert set(bot.gtp_cmd("stackyard-legal").split()) == legal
        if state.is_terminal():
            score = {1.0: "B+1", -1.0: "W+1", 0.0: "0"}[state.returns()[0]]
            assert bot.gtp_cmd("final_score").upper() == score  # it makes answers small
        else:
            with pytest.raises(gtp.CommandError, match="cannot score"):
                bot.gtp_cmd("final_score")
