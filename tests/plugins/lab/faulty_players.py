"""A plugin for the tests: players that do what no player should, and an executor of threads."""

from __future__ import annotations

import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from stackyard import Game, Match, hookimpl
from stackyard.descriptions import PlayerKind
from stackyard.options import Option
from stackyard.plugins.hookspecs import RegisterNamed, RegisterPlayer

AFTER = Option("after", 0, range(1000), "How many moves the game has by then.")
KINDS = {
    "raising": "Raises an exception.",
    "leaving": "Ends the program, as it thinks.",
    "illegal": "Chooses a move that is not allowed.",
    "wordy": "Reads a move that is not allowed.",
    "absurd": "Chooses no number.",
    "silent": "Chooses nothing.",
    "slow": "Takes a tenth of a second.",
    "dawdling": "Takes three seconds.",
    "starting": "Takes three seconds; half a second of them is not counted.",
    "stuck": "Never answers, and catches every Exception.",
    "exiting": "Ends its process.",
    "killed": "Has its process killed.",
    "deadly": "Has its process killed in the game whose id is in the environment.",
    "stillborn": "Cannot be made.",
    "chatty": "Prints what it does.",
    "nameless": "Has no name.",
    "typeless": "Chooses an object that is no move.",
    "late": "Raises an exception when its time is up.",
    "unclosing": "Plays well, and raises an exception when it is closed.",
    "foul": "Raises an exception with words that command terminals.",
}

closed: list[str] = []  # the players that were, in this process


class FaultyPlayer:
    """Plays the first legal move until its time has come."""

    def __init__(self, kind: str, after: int) -> None:
        if kind == "stillborn":
            raise RuntimeError("no player is born")
        if kind != "nameless":
            self.name = kind
        self.after = after
        self.started = False

    def choose(self, match: Match) -> int | None:
        if match.ply >= self.after:
            return self.misbehave(match)
        return int(match.position.legal_moves()[0])

    def misbehave(self, match: Match) -> int | None:
        match self.name:
            case "raising":
                raise ZeroDivisionError("by nothing")
            case "foul":
                raise ValueError("\x1b[2J\ud800" + "x" * 50_000)
            case "leaving":
                sys.exit(3)
            case "illegal":
                return next(m for m in range(100) if m not in match.position.legal_moves())
            case "wordy":
                return match.game.parse_move("f", match.position)
            case "typeless":
                return object()  # type: ignore[return-value]
            case "late":
                time.sleep(3)
                raise ZeroDivisionError("too late")
            case "absurd":
                return "first"  # type: ignore[return-value]
            case "silent":
                return None
            case "slow":
                time.sleep(0.1)
            case "dawdling":
                time.sleep(3)
            case "starting":
                if not self.started:
                    self.started = True
                    match.add_elapsed(-0.5)
                time.sleep(3)
            case "stuck":
                while True:
                    with suppress(Exception):
                        time.sleep(60)
            case "exiting":
                os._exit(7)
            case "killed":
                os.kill(os.getpid(), signal.SIGKILL)
            case "deadly" if match.id == os.environ.get("DEADLY_GAME"):
                os.kill(os.getpid(), signal.SIGKILL)
            case "chatty":
                print("I think")
        return int(match.position.legal_moves()[0])

    def close(self) -> None:
        closed.append(self.name)
        if self.name == "unclosing":
            raise RuntimeError("it cannot be closed")


class Maker:
    """Makes faulty players of a kind."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __call__(self, game: Game, seed: int, after: int) -> FaultyPlayer:
        return FaultyPlayer(self.kind, after)


def threads(workers: str) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(int(workers or "1"))


@hookimpl
def stackyard_register_players(register: RegisterPlayer) -> None:
    for kind, sentence in KINDS.items():
        register(PlayerKind(kind, sentence, (AFTER,)), Maker(kind))


@hookimpl
def stackyard_register_executors(register: RegisterNamed) -> None:
    register("threads", threads, "Threads of this process.")
