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
    first, *others = rest.split(",")
    if "=" not in first:  # then that of a ladder is the same player, whose games are shared
        return ",".join([f"{name}:{2 * simulations}", *others])
    parts = [part for part in (first, *others) if not part.lower().startswith("simulations")]
    return ",".join([f"{name}:simulations={2 * simulations}", *parts])
