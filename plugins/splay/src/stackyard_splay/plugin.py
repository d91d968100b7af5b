"""Register the game; its rules are imported only when it is loaded."""

from __future__ import annotations

from stackyard.info import GameInfo, PlayerKind
from stackyard.options import Option
from stackyard.plugins.hookspecs import RegisterForGame, RegisterGame, RegisterPlayer, hookimpl

ABOUT = GameInfo(
    name="splay",
    title="Splay",
    designer="Greg Schmidt",
    year=2011,
    summary="Raise towers until they splay over every empty cell around them; most cells win.",
)
MIRROR = PlayerKind(
    name="mirror",
    summary="Answers every move with its reflection through the centre, and wins as White.",
    options=(
        Option(
            "seed", None, range(2**62), "Of its moves where there is nothing to mirror.", "random"
        ),
    ),
    games=("splay",),
)


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    """Register Splay."""
    register(ABOUT, "stackyard_splay.game:SplayGame")


@hookimpl
def stackyard_register_players(register: RegisterPlayer) -> None:
    """Register mirror."""
    register(MIRROR, "stackyard_splay.mirror:MirrorPlayer")


@hookimpl(optionalhook=True)
def stackyard_register_knowledge(register: RegisterForGame) -> None:
    """Register what the engine knows of it."""
    register(ABOUT.name, "stackyard_splay.knowledge:SplayKnowledge")


@hookimpl(optionalhook=True)
def stackyard_register_claims(register: RegisterForGame) -> None:
    """Register what is claimed of it."""
    register(ABOUT.name, "stackyard_splay.claims:claims")
