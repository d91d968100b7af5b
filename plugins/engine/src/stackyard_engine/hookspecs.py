"""The hooks through which plugins describe a game to the engine, their own or another's.

A plugin marks them with `hookimpl(optionalhook=True)`, so that it is complete without the engine.
They are called when a game is first searched or its claims are asked for. Of several plugins that
register for one game the one that is called first counts: whoever brings knowledge for somebody
else's game adds `tryfirst=True`.
"""

from __future__ import annotations

from stackyard.plugins.hookspecs import RegisterForGame, hookspec


@hookspec
def stackyard_register_knowledge(register: RegisterForGame) -> None:
    """Call `register(game, target)` with the name of a game and a subclass of Knowledge.

    The target is called with the game and returns a Knowledge.
    """


@hookspec
def stackyard_register_claims(register: RegisterForGame) -> None:
    """Call `register(game, target)` with the name of a game and the function of its claims.

    The target is called without arguments and returns a sequence of Claim.
    """
