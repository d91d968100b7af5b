"""The reasons for the best move of a hint, in the game's own words.

They come from the lines of the analysis, from the position in which the opponent passes after the
move, and from the one in which the player passes now. Nobody may pass in most games, so what a pass
would allow is told as a threat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stackyard.analysis import Analysis, Line
from stackyard.notation import listed
from stackyard.position import ONGOING, Position
from stackyard.text import plural
from stackyard.turnloop.history import Course
from stackyard.turnloop.ply import Ply
from stackyard_coach.lost_boards import Resistance
from stackyard_coach.motifs import motifs_between
from stackyard_coach.turns import reply_of, texts, turns_of
from stackyard_engine.successors import successor

NAMED = 3  # moves that lose, each with the refutation
TOLD = 2  # motifs of a turn
COMPARED = 4  # moves after the best that a reply may show to be worse
WORSE = 0.1  # a threat that raises the value by so much is worth a sentence
SLIGHTLY = 0.03  # a move whose value is lower by so much is worse
EVEN = 0.5  # the chance below which a move looks bad
SEARCHED = 200  # moves looked at to find a win within a turn


@dataclass(frozen=True)
class AfterPass:
    """The best line of a position after a pass, and the first turn of that line."""

    line: Line
    plies: tuple[Ply, ...]


class Reasons:
    """The sentences about the best move; `lines` has the best play from moves that may be named."""

    def __init__(
        self,
        analysis: Analysis,
        best: Line,
        lines: Mapping[int, tuple[Ply, ...]],
        resistance: Resistance | None,
    ) -> None:
        self.course = course = analysis.course
        self.game = course.game
        self.analysis = analysis
        self.best = best
        self.lines = lines
        self.resistance = resistance
        self.plies = lines[best.move]
        self.turn, *self.later = turns_of(self.plies)
        self.mine = self.game.colours[course.player]
        self.other = self.game.colours[1 - course.player]
        self.after = self.turn[-1].after
        self.by_pass: dict[str, str] = {}  # with the end of another sentence that says the same

    def sentences(self) -> list[str]:
        """All sentences, the most important first."""
        worse = self._alternatives()
        told = "".join(worse)
        by_pass = [each for each, same in self.by_pass.items() if not same or same not in told]
        return [*self._move(), *by_pass, *worse, *self._reply()]

    def _phrases(self, plies: Sequence[Ply], *, slight: bool = False) -> dict[str, str]:
        """The first motifs of a turn."""
        if not plies:
            return {}
        found = motifs_between(self.game, plies[0].before, plies[-1].after, slight=slight)
        return dict([*found.items()][:TOLD])

    def _which(self, plies: Sequence[Ply]) -> str:
        """The motifs of a turn as a relative clause, or nothing."""
        phrases = self._phrases(plies).values()
        return f", which {listed(phrases)}" if phrases else ""

    def _move(self) -> list[str]:
        """The motifs of the move itself."""
        if len(self.analysis.lines) == 1 and not self.best.images:
            return ["It is the only move."]
        phrases = self._phrases(self.turn, slight=True).values()
        subject = "It" if len(self.turn) == 1 else texts(self.turn)
        return [f"{subject} {listed(phrases)}."] if phrases else []

    def threat(self, passed: AfterPass) -> None:
        """Add the move that the player would make next if the opponent passed."""
        line, move = passed.line, texts(passed.plies)
        if line.result == "wins":
            if self.best.result != "wins" or _hastens(line, self.best):
                self.by_pass[f"A threat: {move}, which would win {_when(line)}."] = ""
        elif not line.result and line.supported and line.value - self.best.value >= WORSE:
            which = self._which(passed.plies)
            if which:
                self.by_pass[f"A threat: {move}{which}."] = ""

    def prevented(self, passed: AfterPass) -> None:
        """Add the opponent's move after a pass that the best move takes away."""
        line, move = passed.line, texts(passed.plies)
        again = self._same_turn(passed.plies)
        if line.result == "wins":
            now = self._refuted(passed) if again else "is impossible"
            if now:
                sentence = f"It meets a threat by {self.other}: {move} would win {_when(line)}."
                self.by_pass[f"{sentence} Now {move} {now}."] = ""
        elif not line.result and line.supported:
            left = motifs_between(self.game, again[0].before, again[-1].after) if again else {}
            found = self._phrases(passed.plies).items()
            gone = [words for name, words in found if name not in left]
            if gone and again:
                sentence = f"Otherwise {move} by {self.other} {listed(gone)}."
                self.by_pass[sentence] = f"answers {move}, which {listed(gone)}."
            elif gone:
                sentence = f"It prevents {move} by {self.other}, which otherwise {listed(gone)}."
                self.by_pass[sentence] = ""

    def _refuted(self, passed: AfterPass) -> str:
        """The end of `Now … does not win`; empty if the opponent's move may still win."""
        if self.best.result in {"wins", "draw"}:
            return "does not win"
        if passed.line.plies is None or passed.line.plies > len(passed.plies):
            return ""
        player, move = 1 - self.course.player, passed.plies[0].move
        wins = _wins_within_turn(self.after, move, player, [SEARCHED])
        return "does not win at once" if wins is False else ""

    def _same_turn(self, plies: Sequence[Ply]) -> tuple[Ply, ...]:
        """The same turn played after the move; empty if it is not possible there."""
        course = Course(self.game, self.after, repetition=0)
        for ply in plies:
            if course.result is not None or ply.move not in course.position.legal_moves():
                return ()
            course = course.advance(ply.move)
        return tuple(course.plies())

    def _reply(self) -> list[str]:
        """The reply to expect."""
        if not self.later:
            return []
        reply = self.later[0]
        if reply[0].player == self.course.player:
            return [f"{self.mine.capitalize()} moves again, with {texts(reply)}."]
        words, phrases = listed([ply.words for ply in reply]), self._phrases(reply).values()
        that = f" That {listed(phrases)}." if phrases else ""
        return [f"Expect {texts(reply)} in reply: {self.other} {words}.{that}"]

    def _alternatives(self) -> list[str]:
        """The replies to which other moves lose, or the reason why another one is worse."""
        best, lines = self.best, self.analysis.lines
        others = [line for line in lines if line.move != best.move]
        losing = [line for line in others if line.result == "loses"]
        if best.result == "loses":
            return self._lost(others, losing)
        if losing:
            named = [self._loser(line) for line in losing[:NAMED]]
            if len(losing) > NAMED:
                named.append(f"{len(losing) - NAMED} more")
            one = len(losing) == 1 and not losing[0].images
            if len(losing) == len(others) and not best.images:
                subject = "The other move loses" if one else "All other moves lose"
            else:
                subject = "This loses" if one else "These lose"  # perhaps not alone
            return [f"{subject} for certain: {listed(named)}.", *self._unproven(others)]
        sentences = [self._worse(line) for line in others[:COMPARED]]
        return [sentence for sentence in sentences if sentence][:1]

    def _unproven(self, others: Sequence[Line]) -> list[str]:
        """A warning that the moves that are not proven to lose look bad, too."""
        best = self.best
        most = best.value if best.interval is None else best.interval[1]
        if best.result or not best.supported or most >= EVEN:
            return []
        move = texts(self.turn)
        if best.images or not all(line.result for line in others):
            return [f"Nothing is proven of the rest, but even the best of it, {move}, looks bad."]
        return [f"Nothing is proven of {move}, but it looks bad, too."]

    def _lost(self, others: Sequence[Line], losing: Sequence[Line]) -> list[str]:
        """Why this move of a lost position: it holds out longest, or is the hardest to refute."""
        if not others or len(losing) < len(others):
            return []
        best = self.resistance
        if best is None or best.line.move != self.best.move:
            return ["Every move loses."]
        if best.longest:
            return ["Every move loses; no other holds out longer."]
        found = "no reply that wins"
        if best.winning:
            replies = plural(best.replies, "reply", "replies")
            verb = "wins" if best.winning == 1 else "win"
            found = f"that {best.winning} of {replies} {verb}"
        return [
            f"Every move loses; this one is the hardest to refute: a short search finds {found}."
        ]

    def _loser(self, line: Line) -> str:
        """A turn that loses, and the reply that wins."""
        plies = self.lines[line.move]
        turn, reply = turns_of(plies)[0], reply_of(plies)
        return f"{texts(turn)} (reply {texts(reply)})" if reply else texts(turn)

    def _worse(self, line: Line) -> str:
        """Why a move is worse, by the reply to it; empty if it is hardly worse."""
        short = self.best.value - line.value
        plies = self.lines.get(line.move, ())
        reply = reply_of(plies) if plies else []
        if not line.supported or line.result or short < SLIGHTLY or not reply:
            return ""
        found = self._phrases(reply)
        if {*found} <= {*self._phrases(self._same_turn(reply))}:  # as good after the best move
            return ""
        answer = f"{self.other} answers {texts(reply)}, which {listed(found.values())}"
        verdict = "is less sure" if self.best.result == "wins" else "seems worse"
        return f"{texts(turns_of(plies)[0])} {verdict}: {answer}."


def _hastens(line: Line, won: Line) -> bool:
    """Tell if a win after the opponent's pass comes sooner than by the play that wins anyway."""
    return line.plies is not None and (won.plies is None or line.plies < won.plies - 2)


def _when(line: Line) -> str:
    """The distance of a proven win in words."""
    if line.plies == 1:
        return "at once"
    return "for certain" if line.plies is None else f"in {plural(line.plies, 'move')}"


def _wins_within_turn(position: Position, move: int, player: int, left: list[int]) -> bool | None:
    """Tell if a move wins, at once or by more moves of its turn; None if that takes too long."""
    left[0] -= 1
    if left[0] < 0:
        return None
    after = successor(position, move)
    if after.winner != ONGOING:
        return after.winner == player
    if not after.mid_turn or after.player != player:
        return False
    found = [_wins_within_turn(after, int(more), player, left) for more in after.legal_moves()]
    return True if True in found else None if None in found else False
