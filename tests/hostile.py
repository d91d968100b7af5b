"""A plugin whose every text would command a terminal, as the source that tests install."""

from __future__ import annotations

from tests.core.plugins.ladder import GAME

# It sets the title of the window, clears the screen in two ways and turns the letters round.
EVIL = "\x1b]0;evil\x07\x1b[2J\x9b2J\u202e\u2066"
HARMLESS = "?]0;evil??[2J?2J??"

HOSTILE = f"""{GAME}
import click
from stackyard import hookimpl
from stackyard.descriptions import Exporter, PlayerKind, Term
from stackyard.scenes import Tray

EVIL = {EVIL!r}


class Hostile(Ladder):
    about = GameInfo("hostile", "H" + EVIL, "D" + EVIL, 2000, "S" + EVIL)
    options = (Option("rungs", 4, range(1, 10), "O" + EVIL),)
    notation = "N" + EVIL

    def rules_page(self):
        return "# R" + EVIL + "\\n\\n[link](http://x/" + EVIL + ")"

    def describe(self, move, position):
        return "does" + EVIL

    def prompt(self, position):
        return "go" + EVIL

    def ending(self, position):
        return "end" + EVIL

    def trays(self, position):
        return (Tray("tray" + EVIL, 0, ()),)

    def notes(self, position):
        return {{0: EVIL}}

    def refusal(self, move, position):
        return Refusal("too-high", "no" + EVIL)


class Shouting:
    def __init__(self, game, seed):
        self.name = "player" + EVIL

    def choose(self, match):
        return match.position.legal_moves()[0]


@click.command(help="C" + EVIL)
def shout():
    raise ValueError("failed" + EVIL)


@hookimpl
def stackyard_register_games(register):
    register(Hostile.about, Hostile)


@hookimpl
def stackyard_register_players(register):
    register(PlayerKind("shouting", "P" + EVIL), Shouting)


@hookimpl
def stackyard_register_commands(commands):
    commands("shout", shout, "C" + EVIL)
    commands("Sh" + EVIL, shout, "is refused")


@hookimpl
def stackyard_register_terms(register):
    register(Term("truce", "T" + EVIL, "1" + EVIL), None)


@hookimpl
def stackyard_register_exporters(register):
    register(Exporter("loud", "E" + EVIL, (".loud",), "text/plain"), None)


@hookimpl
def stackyard_turn_started(match):
    raise ValueError("hook" + EVIL)
"""
