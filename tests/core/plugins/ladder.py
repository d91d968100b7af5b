"""A whole game in a few lines, as the source of a plugin that tests install or spoil."""

from __future__ import annotations

GAME = '''
from librt.vecs import vec
from mypy_extensions import i64
from stackyard import GameInfo, Game, NotationError, Option, Piece, PositionError, Refusal
from stackyard.boards import Row
from stackyard.position import ONGOING, uniform


class Rung:
    """One counter is pushed up a ladder; a move leads one rung or two higher."""

    def __init__(self, top, rung=0, player=0):
        self.top, self.rung, self.player, self.mid_turn = top, rung, player, False
        self.winner = ONGOING if rung < top else 1 - player

    def copy(self):
        return Rung(self.top, self.rung, self.player)

    def legal_moves(self):
        return vec[i64]([move for move in (0, 1) if self.rung + move < self.top])

    def random_move(self, bits):
        return uniform(self.legal_moves(), bits)

    def play(self, move):
        self.__init__(self.top, self.rung + move + 1, 1 - self.player)

    def key(self):
        return self.rung, self.player


class Ladder(Game):
    """Push the counter to the top of the ladder."""

    about = GameInfo("ladder", "Ladder", "D", 2000, "S.")
    options = (Option("rungs", 4, range(1, 10), "How many there are."),)

    def prepare(self):
        self.board = Row(self.settings["rungs"] + 1)
        self.move_space = 2

    def initial(self):
        return Rung(self.settings["rungs"])

    def parse_position(self, text):
        if not text.isdecimal() or int(text) > self.settings["rungs"]:
            raise PositionError(f"{text} is no rung")
        return Rung(self.settings["rungs"], int(text), int(text) % 2)

    def format_position(self, position):
        return str(position.rung)

    def read_move(self, text):
        if text not in ("1", "2"):
            raise NotationError(f"{text} is neither 1 nor 2")
        return int(text) - 1

    def format_move(self, move, position):
        return str(move + 1)

    def refusal(self, move, position):
        return Refusal("too-high", "the ladder is not so high")

    def pieces(self, position):
        return {position.rung: (Piece(0, "o"),)}
'''

REGISTERED = '''
from stackyard import GameInfo, hookimpl

@hookimpl
def stackyard_register_games(register):
    """Register the ladder."""
'''


def ladder(*names: str, target: str = "Ladder") -> str:
    """The source of a plugin that registers the game under these names."""
    lines = []
    for name in names or ("ladder",):
        about = f"GameInfo({name!r}, 'T', 'D', 2000, 'S.')"
        own = f"type('Named', ({target},), {{'about': {about}}})"  # a class says its own name
        lines.append(f"    register({about}, {own if name != 'ladder' else target})\n")
    return (GAME if target == "Ladder" else "") + REGISTERED + "".join(lines)
