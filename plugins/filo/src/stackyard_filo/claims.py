"""Claims about F.I.L.O., and their checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from stackyard.errors import IllegalMoveError
from stackyard.game import Game
from stackyard.options import Value
from stackyard.position import Position
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard_engine.checks import Counts, Solves, Strategy
from stackyard_engine.claims import Claim, Finding

GERING: Final = "Ralf Gering"
SOLUTION: Final = "Mancala World, January 2012"
PROJECT: Final = "the Stackyard project"
BLACK: Final = 1
FOURS: Final = "wwww/wwww/wwww/-/-/bbbb/bbbb/bbbb 0,0 0,0 w"
SKIP: Final = {"empty_reserve": "skip"}
# The lines of the analysis from there; a number in brackets is one of its notes.
LINES: Final = {
    "A": "a f b g c h",
    "A (1)": "a f c g b h c g",
    "B": "b f a g b f c h",
    "B (2)": "b f c g a f b h",
    "B (2, 4)": "b f c g a f c a b c",
    "B (3)": "b f a g c h b c",
    "C": "c f a g b h c f g b",
    "C (5)": "c f b g a f b h c f g h a g b f c e b a c h e g",
    "C (5, 6)": "c f b g a f c f b h c f",
    "C (5, 6, 7)": "c f b g a f c f g h b f c g",
}


@dataclass(frozen=True)
class Replays:
    """Checks that lines of moves from FOURS can be played as printed, and that Black wins."""

    lines: Mapping[str, str]
    options: ClassVar[Mapping[str, Value]] = {}
    whole: ClassVar[bool] = True
    long: ClassVar[bool] = False

    def command(self, game: str) -> str:
        """See Check; there is none."""
        return ""

    def run(self, kind: type[Game], watch: Watch) -> Finding:
        """See Check."""
        game = kind()
        for name, line in self.lines.items():
            course = Course(game, game.parse_position(FOURS))
            for text in line.split():
                try:
                    course = course.play(text)
                except IllegalMoveError as error:
                    return Finding(False, f"line {name}, move {course.ply + 1} ({text}): {error}")
            if course.result is None or course.result.winner != BLACK:
                return Finding(False, f"line {name} does not end with a win of black")
        return Finding(True, f"all {len(self.lines)} lines end with a win of black")


def enters_one(game: Game[Any], position: Position, last: int | None) -> int | None:
    """Enter one checker as long as there is a reserve; the rest is solved."""
    reserves = game.format_position(position).split()[1].split(",")
    return game.read_move("1") if int(reserves[BLACK]) else None


def _small(size: int, result: str, plies: int, **options: Value) -> Solves:
    board = {"size": size, "pieces": 5, **options}
    return Solves(result, board, plies=plies, method="exhaustive")


def claims() -> Sequence[Claim]:
    """The claims about F.I.L.O."""
    return [
        Claim(
            "The rules allow as many sequences of moves as an independent program counts",
            PROJECT,
            "node counts",
            [
                Counts((8, 64, 432, 2916, 11282, 44358)),
                Counts((8, 64, 432, 2916, 12322, 49804), SKIP),
                Counts((8, 64, 600, 5965, 45786), {"variant": "proposal-1"}),
            ],
        ),
        Claim(
            "It is a second player win",
            GERING,
            SOLUTION,
            [Solves("black", method="proof"), Solves("black", SKIP, method="proof")],
        ),
        Claim(
            "With three stacks of four on each side, White to move loses",
            GERING,
            SOLUTION,
            [Solves("black", position=FOURS, method="proof")],
        ),
        Claim(
            "The ten printed lines from that position can be played, and Black wins by each",
            GERING,
            SOLUTION,
            [Replays(LINES)],
            refuted=True,
        ),
        Claim(
            "The ten lines are right if note (4) answers with h where it has a",
            PROJECT,
            "replayed",
            [Replays(LINES | {"B (2, 4)": "b f c g a f c h b c"})],
        ),
        Claim(
            "The second player wins by entering one checker a turn (a player whose reserve is "
            "empty first loses)",
            GERING,
            SOLUTION,
            [Strategy(BLACK, enters_one, {"empty_reserve": "loses"}, whole=True)],
        ),
        Claim(
            "The second player wins by entering one checker a turn (a player whose reserve is "
            "empty first sits out)",
            GERING,
            SOLUTION + ", by the other reading of the rules",
            [Strategy(BLACK, enters_one, SKIP, whole=True)],
            refuted=True,
        ),
        Claim(
            "Reducing one's pieces to fewer than two, and the escape, are superfluous",
            GERING,
            SOLUTION,
            unchecked="it speaks of rules without these two ways to win, which are not implemented",
        ),
        Claim(
            "With Richard Hutnik's second proposal the second player wins all the same",
            PROJECT,
            "proved",
            [
                Solves("black", {"variant": "proposal-2", **more}, method="proof")
                for more in ({}, SKIP)
            ],
        ),
        Claim(
            "With 5 checkers each on small boards, Black wins but for the second proposal by "
            "itself",
            PROJECT,
            "solved",
            [
                _small(5, "black", 14, empty_reserve="skip"),
                _small(5, "black", 36, variant="proposal-1"),
                _small(5, "white", 47, variant="proposal-2", empty_reserve="skip"),
                _small(5, "black", 72, variant="proposal-1+2"),
                _small(6, "black", 36, empty_reserve="skip"),
            ],
        ),
    ]
