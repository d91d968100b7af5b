"""A plugin for the tests, loaded after toys.py: a game that fails while it is played."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

# The name under which a plugin that is a file is imported.
from stackyard_file_toys import PairsGame, Pile  # type: ignore[import-not-found]

from stackyard import GameInfo, Option, hookimpl
from stackyard.plugins.hookspecs import RegisterGame
from stackyard.position import Position


class FaultyPosition(Pile):  # type: ignore[misc]
    """Has no moves to tell when few counters are left."""

    def copy(self) -> FaultyPosition:
        return FaultyPosition(self.left, int(self.player), self.mid_turn)

    def legal_moves(self) -> vec[i64]:
        if self.left < 4:
            raise ZeroDivisionError("nothing is left")
        return super().legal_moves()  # type: ignore[no-any-return]


class FaultyGame(PairsGame):  # type: ignore[misc]
    about = GameInfo("faulty_game", "Faulty game", "nobody", 2000, "It falls apart.")
    options = (*PairsGame.options, Option("mute", False, (False, True), "It has no texts, either."))

    def initial(self) -> FaultyPosition:
        return FaultyPosition(int(self.settings["counters"]), 0, False)

    def format_position(self, position: Position) -> str:
        if self.settings["mute"]:
            raise RuntimeError("it says nothing")
        return str(super().format_position(position))


@hookimpl
def stackyard_register_games(register: RegisterGame) -> None:
    register(FaultyGame.about, FaultyGame)
