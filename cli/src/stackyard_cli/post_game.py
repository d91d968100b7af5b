"""The end of a match: its result, and the commands for reviewing it or playing on."""

from __future__ import annotations

from collections.abc import Sequence

from stackyard.position import DRAW
from stackyard.records.archive import Archive
from stackyard.records.move_tree import MoveTree
from stackyard.records.writer import record_of
from stackyard.rng import derive
from stackyard.text import plural
from stackyard.turnloop.match import Match
from stackyard.turnloop.wording import ending, outcome
from stackyard_cli.command_lines import command_line
from stackyard_cli.edited_record import EditedRecord
from stackyard_cli.match_prompt import QUIT_ALIASES, LeaveError, MatchPrompt
from stackyard_cli.prompt_commands import PromptCommand
from stackyard_cli.registered_commands import registered_commands
from stackyard_cli.replay import Replay
from stackyard_cli.resume_hint import archive_number
from stackyard_cli.screen import Screen
from stackyard_cli.stop_signals import end_if_stopping


class PostGame(MatchPrompt):
    """A match that is over. `next` is the match that people choose to play after it, if any.

    Moves taken back are added to `undone`.
    """

    def __init__(
        self, match: Match, screen: Screen, flip: bool, undone: list[tuple[int, list[str]]]
    ) -> None:
        super().__init__(match, screen)
        self.flip = flip
        self.undone = undone
        self.next: Match | None = None

    def list_commands(self) -> list[PromptCommand]:
        """The commands for a match that is over."""
        return [
            PromptCommand("again", "play again with colours swapped", self._again),
            PromptCommand("undo", "take back your last turn and play on", self._undo),
            PromptCommand(
                "replay", "step through the match; branch plays on from there", self._replay
            ),
            *registered_commands("end", self),
            PromptCommand("board", "draw the board again", self.draw_again),
            PromptCommand("flip", "the board from the other side", self._flip),
            *super().list_commands(),
            PromptCommand("quit", "leave, as Enter alone does", self._quit, aliases=QUIT_ALIASES),
        ]

    def show_result(self) -> None:
        """Show the result and, for a match in the archive, the commands that use it."""
        self.screen.say(self.outcome())
        number = archive_number(self.match)
        if any(self.people) and self.screen.interactive and number:
            reviews = "review" in self.commands.names
            commands = {
                command_line("replay", f"{number}"): "steps through it, or plays on from any move",
            }
            if reviews:
                commands[command_line("review", f"{number}")] = "shows where it was decided"
            wide = max(map(len, commands))
            lines = [f"  {command:{wide}}  {does}" for command, does in commands.items()]
            moves = plural(self.match.ply, "move")
            self.screen.say("\n".join([f"This was match {number}, {moves}. At any time:", *lines]))

    def outcome(self) -> str:
        """The result and its reason; a person who plays a computer is addressed as you."""
        course = self.match.course
        if sum(self.people) != 1 or course.result is None or course.result.winner == DRAW:
            return outcome(course)
        side = self.people.index(True)
        did = "won" if course.result.winner == side else "lost"
        return f"You ({self.game.colours[side]}) {did}: {ending(course)}."

    def run(self) -> None:
        """Run commands until the match goes on, another is chosen, or the person leaves."""
        self.mark_drawn()
        try:
            while self.match.result is not None and self.next is None:
                self.show()
                typed = self.next_typed()
                if typed == "":
                    return
                if typed is not None:
                    self.typed.clear()
                    suggestion = self.commands.suggestion(typed, ())
                    self.screen.complain(f"The match is over. {suggestion}")
        except (EOFError, KeyboardInterrupt, LeaveError):
            end_if_stopping()

    def _read(self) -> list[str]:
        """The line typed at the prompt, split at blanks."""
        more = [one.name for one in registered_commands("end", self) if not one.hidden]
        question = ", ".join(["again", "undo", "replay", *more, "? or Enter to leave"])
        return self.screen.ask(lambda: question, self.commands.names).split()

    def _again(self, arguments: Sequence[str]) -> None:
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

    def _replay(self, arguments: Sequence[str]) -> None:
        match = self.match
        number = archive_number(match)
        record = record_of(match) if number is None else Archive().record(number)
        tree = MoveTree(match.course, record.variations)
        replay = Replay(EditedRecord(record, tree, number), self.screen, self.flip)
        course = replay.run(match.ply)
        if course is not None:
            self.flip = replay.flip
            seed = None if match.seed is None else derive(match.seed, course.ply)
            self.next = Match(match.game, match.specs, course=course, seed=seed, terms=match.terms)
