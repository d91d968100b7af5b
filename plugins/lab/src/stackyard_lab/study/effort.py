"""The effort of a player: how many simulations its description asks for."""

from __future__ import annotations

from stackyard.game import Game
from stackyard.turnloop.player_specs import read_player_spec
from stackyard_lab.errors import ArenaError


def doubled(spec: str, game: Game) -> str:
    """The description of a player with twice the simulations; ArenaError if it has none."""
    simulations = read_player_spec(spec, game).settings.get("simulations")
    if simulations is None:
        raise ArenaError(
            f"{spec}: depth is measured by doubling the simulations; give a player with a number "
            "of them, such as mcts:400"
        )
    name, _, rest = spec.strip().partition(":")
    return ",".join([f"{name}:simulations={2 * simulations}", *_others(rest)])


def _others(settings: str) -> list[str]:
    """The settings other than the simulations, which may stand first without their name."""
    parts = [part for part in settings.split(",") if "=" in part]
    return [part for part in parts if part.partition("=")[0].strip().lower() != "simulations"]
