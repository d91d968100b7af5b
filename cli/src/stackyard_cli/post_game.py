"""After the end of a match: who has won, and what can be done from there."""

from __future__ import annotations

from collections.abc import Sequence

from stackyard.position import DRAW
from stackyard.records.writer import record_of
from stackyard.rng import derive
from stackyard.text import plural
from stackyard.turnloop.match import Match
from stackyard.turnloop.wording import ending, outcome
from stackyard_cli.blunders import review
from stackyard_cli.match_prompt import BOARD, LEAVE, LeaveError, Talk
from stackyard_cli.prompt_commands import Word
from stackyard_cli.replay import Replay
from stackyard_cli.resume_hint import number_of
from stackyard_cli.screen import Screen

AFTERWARDS = "again, undo, replay, review, ? or Enter to leave"


class Afterwards(Talk):
    """A match that is over. `next` is the match that people choose to play after it, if any."""

    def __init__(self, match: Match, screen: Screen, flip: bool) -> None:
        super().__init__(match, screen)
        self.flip = flip
        self.next: Match | None = None

    def vocabulary(self) -> list[Word]:
        """What may be typed after the end."""
        return [
            Word("again", "play again with colours swapped", self._again, others=("y", "yes")),
            Word("undo", "take back your last turn and play on", self._undo),
            Word("replay", "step through the match; branch plays on from there", self._replay),
            Word("review", "which moves cost most", self._review),
            Word("board", "the board again", self._show_again, others=BOARD),
            Word("flip", "the board from the other side", self._flip),
            *super().vocabulary(),
            Word("quit", "leave, as Enter alone does", self._quit, others=(*LEAVE, "n", "no")),
        ]

    def tell(self) -> None:
        """Who has won and why, and in the archive what can be done with the match."""
        self.screen.say(self.outcome())
        number = number_of(self.match)
        if any(self.people) and self.screen.interactive and number:
            ply = self.match.ply // 2
            commands = {
                f"replay {number}": "steps through it",
                f"analyse {number}": "tells which moves cost most",
                f"play --from {number}:{ply}": f"plays on from move {ply}",
            }
            wide = max(map(len, commands))
            lines = [f"  stackyard {words:{wide}}  {does}" for words, does in commands.items()]
            moves = plural(self.match.ply, "move")
            self.screen.say("\n".join([f"This was match {number}, {moves}. At any time:", *lines]))

    def outcome(self) -> str:
        """Who has won and why; a person who plays alone is spoken to."""
        course = self.match.course
        if sum(self.people) != 1 or course.result is None or course.result.winner == DRAW:
            return outcome(course)
        side = self.people.index(True)
        did = "won" if course.result.winner == side else "lost"
        return f"You ({self.game.colours[side]}) {did}: {ending(course)}."

    def ask(self) -> None:
        """Ask what to do, until the match goes on, another is chosen, or the person leaves."""
        while self.match.result is not None and self.next is None:
            try:
                self.typed = self.screen.ask(lambda: AFTERWARDS, self.words.names).split()
                if not self.typed:
                    return
                typed = self.typed.pop(0)
                word = self.words.find(typed)
                if word is None:
                    self.screen.complain(f"The match is over. {self.words.meant(typed, ())}")
                else:
                    self.obey(word)
            except (EOFError, KeyboardInterrupt, LeaveError):
                return

    def _again(self, behind: Sequence[str]) -> None:
        match = self.match
        self.flip = False  # colours change sides, so the board stands as in any new match
        self.next = Match(
            match.game,
            (match.specs[1], match.specs[0]),
            position=match.start,
            repetition=match.repetition,
            seed=None if match.seed is None else derive(match.seed, 1),
            terms=match.terms,
        )

    def _replay(self, behind: Sequence[str]) -> None:
        match = self.match
        replay = Replay(match.course, record_of(match), self.screen, self.flip)
        course = replay.run(match.ply)
        if course is not None:
            self.flip = replay.flip
            seed = None if match.seed is None else derive(match.seed, course.ply)
            self.next = Match(match.game, match.specs, course=course, seed=seed, terms=match.terms)

    def _review(self, behind: Sequence[str]) -> None:
        try:
            review(self.match.course, self.screen, str(number_of(self.match) or ""))
        except KeyboardInterrupt:
            self.screen.say("")

    def _show_again(self, behind: Sequence[str]) -> None:
        self._shown = None
        self.show()

    def _flip(self, behind: Sequence[str]) -> None:
        self.flip = not self.flip
        self.show()
