"""The games of Stackyard as environments of PettingZoo; importing this package registers them."""

from __future__ import annotations

import pettingzoo

from stackyard.plugins.registry import registry
from stackyard_pettingzoo.environment import GameEnv, env

__all__ = ["GameEnv", "env", "register_games"]

NAMESPACE, VERSION = "stackyard", 0


def register_games() -> list[str]:
    """Register every installed game that PettingZoo does not have yet; return the names of all."""
    names = []
    for name in registry().games:
        names.append(f"{NAMESPACE}/{name}-v{VERSION}")
        if names[-1] not in pettingzoo.aec_registry:
            entry = f"{GameEnv.__module__}:{env.__name__}"
            pettingzoo.register("aec", names[-1], entry, kwargs={"game": name})
    return names


register_games()
