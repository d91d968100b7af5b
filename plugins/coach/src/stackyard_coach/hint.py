"""Hints: the best moves of a position, and the reasons in the game's own words.

The reasons come from analyses: of the position, of the one in which the opponent passes after the
best move, and of the one in which the player passes now. Who is said to win has a proven win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from math import inf
from typing import Final
from zlib import crc32

from stackyard.analysis import (
    UNLIKELY,
    Analysis,
    Limit,
    Line,
    Source,
    analyse,
    chance_words,
    value_words,
)
from stackyard.game import Game
from stackyard.notation import listed
from stackyard.plugins.registry import registry
from stackyard.position import ONGOING, Position
from stackyard.text import plural
from stackyard.turnloop.history import Course
from stackyard.turnloop.ply import Ply
from stackyard.turnloop.watch import Watch
from stackyard_coach.motifs import motifs_between

SHOWN = 3  # moves
LONGEST = 8  # plies of a line
NAMED = 3  # moves that lose, each with the refutation
WIDE = 0.25  # an interval of a chance; a number from it would say more than is known
WORSE = 0.1  # a move whose value is lower by so much is worth a sentence
MAIN = 0.7  # share of the time for the position itself
PASSES = Limit(simulations=1500, seconds=1.25)  # effort for each position after a pass
ENOUGH = 0.1  # visits of a move, relative to the best, for it to count as equally good
# The basis of a hint's values, worded to begin a sentence.
BASES: Final = {
    Source.TABLE: "From a table of solved positions",
    Source.SOLVED: "Solved",
    Source.PROOF: "Proved",
    Source.ESTIMATE: "An estimate",
}
SEARCHED = 200  # moves looked at to find a win within a turn


@dataclass(frozen=True)
class Candidate:
    """One of the best moves: its line, its value in words, and the best play from it."""

    line: Line
    value: str
    plies: tuple[Ply, ...]

    @property
    def text(self) -> str:
        """The move in the game's notation."""
        return self.line.text

    @property
    def words(self) -> str:
        """The move in words."""
        return self.line.words


@dataclass(frozen=True)
class Hint:
    """The best moves at the end of a course, best first, and the reasons for the first.

    `reasons` are sentences. `basis` says what the values rest on, to begin a sentence.
    """

    course: Course
    analysis: Analysis
    candidates: tuple[Candidate, ...]
    reasons: tuple[str, ...]
    basis: str

    @property
    def best(self) -> Candidate:
        """The move to play."""
        return self.candidates[0]

    @property
    def reply(self) -> Course:
        """The course continued by the best move's turn and the reply to it."""
        course = self.course
        for ply in _opening_turns(self.best.plies, 2):
            course = course.advance(ply.move)
        return course


def hint(
    course: Course,
    limit: Limit | None = None,
    watch: Watch | None = None,
    *,
    seed: int | None = None,
) -> Hint:
    """The best moves of a position with reasons, by the installed engine.

    `limit`, `watch`, `seed` and the errors are those of `analyse`; by default the seed is made from
    the position, so that a position has one answer in every match. Of a limit in seconds the
    analyses after a pass get a part; another limit is that of each analysis.
    """
    if seed is None:
        seed = crc32(course.game.format_position(course.position).encode())
    stopped: list[float] = []

    def told(share: float) -> bool:
        if watch is not None and watch(share) and not stopped:
            stopped.append(share)
        return bool(stopped)

    def passing(share: float) -> bool:
        return told(MAIN + (1 - MAIN) / 2 * share)

    def passing_now(share: float) -> bool:
        return passing(1 + share)

    main, aside = _shared_out(limit)
    analysis = analyse(course, main, lambda share: told(MAIN * share), seed=seed)
    # A line tells its best play only until the next analysis begins.
    lines = {line.move: _played(course, line) for line in _worth_naming(analysis)}
    candidates = _ranked(analysis, lines)
    reasons = _Reasons(course, analysis, candidates[0], lines)
    after, player = reasons.after, course.player
    if not stopped and after.winner == ONGOING and after.player != player:
        reasons.threat(_passed(course.game, after, aside, passing, seed))
        if not stopped:
            reasons.prevented(_passed(course.game, course.position, aside, passing_now, seed))
    return Hint(course, analysis, candidates, tuple(reasons.sentences()), BASES[analysis.source])


def _shared_out(limit: Limit | None) -> tuple[Limit | None, Limit]:
    """The limits of the analysis itself and of those after a pass."""
    if limit is None:
        return None, PASSES
    if limit.seconds is None:  # a count: the hint is the same on a slow machine
        return limit, limit
    main = Limit(limit.simulations, limit.depth, limit.positions, MAIN * limit.seconds)
    return main, Limit(seconds=(1 - MAIN) / 2 * limit.seconds)


def _worth_naming(analysis: Analysis) -> list[Line]:
    """The lines that a hint may name: the first ones, and the first that lose."""
    losing = [line for line in analysis.lines if line.result == "loses"]
    first = analysis.lines[: max(SHOWN, len(_alike(analysis)))]
    return list({line.move: line for line in (*first, *losing[:NAMED])}.values())


def _alike(analysis: Analysis) -> list[Line]:
    """The first lines, if they are as good as won but not proven, and read the same."""
    first = analysis.lines[0]
    if first.result or not first.supported or first.value <= 1 - UNLIKELY:
        return []
    same = groupby(analysis.lines, lambda line: not line.result and chance_words(line))
    return [line for line in next(same)[1] if line.visits >= ENOUGH * first.visits]


def _played(course: Course, line: Line) -> tuple[Ply, ...]:
    """The best play that begins with a line's move."""
    after = course
    for move in islice(line.variation, LONGEST):
        if after.result is not None:
            break
        after = after.advance(move)
    return tuple(after.plies(course.ply))


def _opening_turns(plies: Sequence[Ply], turns: int) -> list[Ply]:
    """The plies of the first turns, whether or not the last of them is complete."""
    groups = [list(group) for _, group in groupby(plies, lambda ply: ply.turn)]
    return [ply for group in groups[:turns] for ply in group]


def _ranked(analysis: Analysis, lines: dict[int, tuple[Ply, ...]]) -> tuple[Candidate, ...]:
    """The best moves: proven wins by their distance, moves alike by the replies that they leave."""
    replies = {line.move: _replies(lines[line.move]) for line in _alike(analysis)}

    def order(line: Line) -> tuple[int, float]:
        if line.result == "wins":
            return 0, line.plies or inf
        return (1, replies[line.move]) if line.move in replies else (2, 0)

    told_apart = len({*replies.values()}) > 1
    other = analysis.course.game.colours[1 - analysis.course.player]
    candidates = []
    for line in sorted(analysis.lines, key=order)[:SHOWN]:
        value = _value(line)
        if told_apart and line.move in replies:
            value += f"; leaves {other} {plural(replies[line.move], 'reply', 'replies')}"
        plies = lines.get(line.move) or _played(analysis.course, line)
        candidates.append(Candidate(line, value, plies))
    return tuple(candidates)


def _value(line: Line) -> str:
    """The value of a move: words in place of a number where the interval is WIDE."""
    if line.result:
        return value_words(line)
    images = f"; the same for {plural(len(line.images), 'mirror image')}" if line.images else ""
    if not line.supported:
        return f"hardly tried{images}"
    low, high = line.interval or (line.value, line.value)
    if high - low > WIDE:
        even = abs(line.value - 0.5) < WORSE
        return ("about even" if even else "promising" if line.value > 0.5 else "doubtful") + images
    chance = chance_words(replace(line, interval=None))
    return (f"win chance {chance}" if line.evaluated else f"wins {chance} of games") + images


def _replies(plies: Sequence[Ply]) -> int:
    """The number of replies to the first turn of a line."""
    after = _opening_turns(plies, 1)[-1].after
    return len(after.legal_moves()) if after.player != plies[0].player else 0


@dataclass(frozen=True)
class _Pass:
    """The best line of a position after a pass, and the first turn of that line."""

    line: Line
    plies: tuple[Ply, ...]


def _passed(game: Game, position: Position, limit: Limit, watch: Watch, seed: int) -> _Pass | None:
    """The analysis of a position after the player to act has passed; None where nobody can."""
    call = registry().manager.caller("stackyard_pass")
    after = call(game=game, position=position)
    if not after:
        return None
    course = Course(game, after, repetition=0)
    if course.result is not None:
        return None
    line = analyse(course, limit, watch, seed=seed).lines[0]
    return _Pass(line, tuple(_opening_turns(_played(course, line), 1)))


class _Reasons:
    """The sentences about the best move."""

    def __init__(
        self,
        course: Course,
        analysis: Analysis,
        best: Candidate,
        lines: dict[int, tuple[Ply, ...]],
    ) -> None:
        self.course = course
        self.game = course.game
        self.analysis = analysis
        self.best = best
        self.lines = lines
        self.turn = _opening_turns(best.plies, 1)
        self.mine = self.game.colours[course.player]
        self.other = self.game.colours[1 - course.player]
        self.after = self.turn[-1].after
        self.by_pass: list[str] = []

    def sentences(self) -> list[str]:
        """All sentences, the most important first."""
        return [*self._move(), *self.by_pass, *self._reply(), *self._alternatives()]

    def _phrases(self, plies: Sequence[Ply]) -> dict[str, str]:
        """The motifs of a turn."""
        return motifs_between(self.game, plies[0].before, plies[-1].after) if plies else {}

    def _which(self, plies: Sequence[Ply]) -> str:
        """The motifs of a turn as a relative clause, or nothing."""
        phrases = self._phrases(plies).values()
        return f", which {listed(phrases)}" if phrases else ""

    def _move(self) -> list[str]:
        """The motifs of the move itself."""
        if len(self.analysis.lines) == 1 and not self.best.line.images:
            return ["It is the only move."]
        phrases = self._phrases(self.turn).values()
        return [f"It {listed(phrases)}."] if phrases else []

    def threat(self, passed: _Pass | None) -> None:
        """Add the move that the player would make next if the opponent passed."""
        if passed is None or self.best.line.result == "loses":
            return
        line, texts = passed.line, _texts(passed.plies)
        if line.result == "wins":
            if self.best.line.result == "wins" and not _hastens(line, self.best.line):
                return
            when = _when(line)
            self.by_pass.append(f"It threatens {texts}, which wins {when}.")
        elif not line.result and line.supported:
            which, gain = self._which(passed.plies), line.value - self.best.line.value
            if gain >= WORSE:
                which += f": win chance {chance_words(line)}"
            if which:
                self.by_pass.append(f"A threat: {self.mine} goes on with {texts}{which}.")

    def prevented(self, passed: _Pass | None) -> None:
        """Add the opponent's move after a pass that the best move prevents."""
        if passed is None or self.best.line.result == "loses":
            return
        line, texts = passed.line, _texts(passed.plies)
        possible = passed.plies[0].move in self.after.legal_moves()
        if line.result == "wins":
            now = self._refuted(passed) if possible else "is impossible"
            if not now:
                return
            self.by_pass.append(
                f"Without it, {self.other} would win {_when(line)} by {texts}. Now {texts} {now}."
            )
        elif not line.result and line.supported:
            left = self._phrases(self._same_turn(passed.plies))
            found = self._phrases(passed.plies).items()
            gone = [words for name, words in found if name not in left]
            if gone:
                self.by_pass.append(
                    f"Without it, {self.other} would play {texts}, which {listed(gone)}."
                )

    def _refuted(self, passed: _Pass) -> str:
        """The end of `Now … does not win`; empty if the opponent's move may still win."""
        if self.best.line.result in {"wins", "draw"}:
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
        reply = _opening_turns(self.best.plies, 2)[len(self.turn) :]
        if not reply:
            return []
        if reply[0].player == self.course.player:
            return [f"{self.mine.capitalize()} moves again, with {_texts(reply)}."]
        words, phrases = listed([ply.words for ply in reply]), self._phrases(reply).values()
        that = f" That {listed(phrases)}." if phrases else ""
        return [f"Expect {_texts(reply)} in reply: {self.other} {words}.{that}"]

    def _alternatives(self) -> list[str]:
        """The replies to which other moves lose, or the reason why the next one is worse."""
        best, lines = self.best.line, self.analysis.lines
        others = [line for line in lines if line.move != best.move]
        losing = [line for line in others if line.result == "loses"]
        if best.result == "loses":
            known = [line.plies for line in losing if line.plies]
            if not others or len(losing) < len(others):
                return []
            if len(known) == len(others) and (best.plies or 0) >= max(known):
                return ["Every move loses; no other holds out longer."]
            return ["Every move loses against best play."]
        if losing:
            named = [self._loser(line) for line in losing[:NAMED]]
            if len(losing) > NAMED:
                named.append(f"{len(losing) - NAMED} more")
            if len(losing) == len(others) and not best.images:
                subject = "All other moves lose" if len(others) > 1 else "The other move loses"
            else:
                subject = "These lose" if len(losing) > 1 else "One move loses"
            return [f"{subject}: {listed(named)}."]
        sentences = [self._worse(line) for line in others[: SHOWN - 1]]
        return [sentence for sentence in sentences if sentence][:1]

    def _loser(self, line: Line) -> str:
        """A turn that loses, and the reply that wins."""
        plies = self.lines[line.move]
        turn = _opening_turns(plies, 1)
        reply = _opening_turns(plies, 2)[len(turn) :]
        told = bool(reply) and reply[0].player != self.course.player
        return f"{_texts(turn)} (reply {_texts(reply)})" if told else _texts(turn)

    def _worse(self, line: Line) -> str:
        """Why a move is worse, by the reply to it; empty if it is hardly worse."""
        best = self.best.line.value
        if not line.supported or line.result or best - line.value < WORSE:
            return ""
        if line.interval is not None and line.interval[1] >= best:
            return ""
        plies = self.lines.get(line.move, ())
        own = len(_opening_turns(plies, 1))
        reply = _opening_turns(plies, 2)[own:]
        if not reply or reply[0].player == self.course.player:
            return ""
        answer = f"{_texts(reply)}{self._which(reply)}"
        return f"{line.text} is worse, {chance_words(line)}: {self.other} answers {answer}."


def _texts(plies: Sequence[Ply]) -> str:
    """Moves in the game's notation."""
    return " ".join([ply.text for ply in plies])


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
    after = position.copy()
    after.play(move)
    if after.winner != ONGOING:
        return after.winner == player
    if not after.mid_turn or after.player != player:
        return False
    found = [_wins_within_turn(after, int(more), player, left) for more in after.legal_moves()]
    return True if True in found else None if None in found else False
