"""A match between people and computers on a screen: moves and words, and what is said of them."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from stackyard.course import REPETITION
from stackyard.drawing.text import status
from stackyard.errors import IllegalMoveError, NotationError, PluginError
from stackyard.match import Match
from stackyard.options import show_value
from stackyard.players import HumanPlayer
from stackyard.plugins.blame import blaming
from stackyard.plugins.host import host
from stackyard.records.archive import Archive
from stackyard.records.format import encode
from stackyard.records.keeping import Kept
from stackyard.records.writing import record_of
from stackyard.rng import derive
from stackyard.search.advice import judgement
from stackyard.search.engine import analyse
from stackyard.search.limits import Limit
from stackyard.showing import time_words
from stackyard.telling import move_words, outcome
from stackyard.terms import unheeded
from stackyard_cli.common import build_words, settings_words
from stackyard_cli.entry import INTERRUPTED
from stackyard_cli.files import create
from stackyard_cli.screen import Screen
from stackyard_cli.typed import TimeUpError

HINT_SECONDS = 1.0
HINTS = 3  # moves shown

HELP = """\
Type a move, or several with blanks between, or one of these words:
  moves      list the legal moves
  hint       let the computer show its best moves
  undo       take back your last turn
  notes      show or hide numbers on the cells, in games that have them
  flip       see the board from the other side
  rules      show the rules
  save FILE  write the game so far to a file
  resign     give up
  quit       leave; you are told how to go on later
  ?          show this"""


class LeaveError(Exception):
    """The person has left the match; `code` is the exit code."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Session:
    """Plays a match to its end; a board is shown for `delay` seconds before a computer moves."""

    def __init__(self, match: Match, screen: Screen, delay: float = 0.0) -> None:
        self.match = match
        self.game = match.game
        self.screen = screen
        self.delay = delay
        self.flip = False
        self.notes = False
        self._people = [isinstance(player, HumanPlayer) for player in match.players]
        self._typed: list[str] = []  # moves typed ahead on one line
        self._shown: tuple[int, bool, bool] | None = None  # the ply and view last drawn
        self._words: dict[str, Callable[[], None]] = {
            "moves": self._list_moves,
            "hint": self._hint,
            "undo": self._undo,
            "notes": self._notes,
            "flip": self._flip,
            "rules": self._rules,
            "save": self._save,
            "resign": match.resign,
            "quit": self._quit,
            "?": self._help,
        }
        match.listen(screen.say)
        for side in (0, 1):
            if self._people[side]:
                match.seat(side, HumanPlayer(self.game, ask=self._ask), match.specs[side])

    def run(self) -> int:
        """Play until the match is over or the person leaves; the exit code.

        An exception that ends the match gets a note of how to go on.
        """
        try:
            self._introduce()
            while self.match.result is None:
                self._step()
            self._show()
            self.screen.say(outcome(self.match.course))
        except LeaveError as left:
            self._leave(str(left))
            return left.code
        except KeyboardInterrupt:
            self._leave("\nInterrupted.")
            return INTERRUPTED
        except (Exception, SystemExit) as failure:
            if self.match.result is None:
                with suppress(Exception):  # a game that has failed may fail again
                    failure.add_note(self._to_go_on())
            with blaming(self.game):
                raise
        return 0

    def _introduce(self) -> None:
        game, match = self.game, self.match
        self.screen.say(
            f"{game.title} by {game.designer} ({game.year}), "
            f"{settings_words(game)}; {build_words(game)}"
        )
        seats = zip(game.colours, match.players, strict=True)
        self.screen.say(", ".join([f"{colour}: {player.name}" for colour, player in seats]))
        for sentence in unheeded(match.terms):
            self.screen.complain(f"The match goes on without: {sentence}.")
        if any(self._people):
            self.screen.say("Type a move, or ? for help.")
        if match.course.last is not None:
            words = move_words(match.course.last)
            self.screen.say(f"Going on after move {match.ply}: {words}")

    def _step(self) -> None:
        """One move of the match, told in words."""
        before = self.match.course
        if self._people[before.player]:
            self._let_type()
        else:
            self._let_think()
        course = self.match.course
        last = course.last
        if course.ply <= before.ply or last is None:  # a word was typed instead
            return
        self.screen.say(move_words(last))
        if course.unfinished or course.result is not None:
            return
        if course.player == last.player:
            self.screen.say(f"{self.game.colours[1 - last.player]} has no move and sits out")
        if course.repetition and course.times_stood > 1:
            self.screen.say(f"this position has stood {course.times_stood} times")

    def _let_type(self) -> None:
        """A person's move, if it is one."""
        try:
            self.match.step()
        except (IllegalMoveError, NotationError) as refused:
            self._typed.clear()
            self.screen.complain(f"Not played: {refused}.")

    def _let_think(self) -> None:
        """A computer's move; with a delay, the board is shown before it."""
        if self.delay:
            self._show()
            if not self.match.course.unfinished or self.match.time_left is None:
                time.sleep(self.delay)  # in the middle of a turn the clock would run
        player = self.match.player
        stoppable = any(self._people) and hasattr(player, "stop")
        try:
            with self.screen.thinking(player.name, stoppable) as watch:
                self.match.step(watch)
        except (IllegalMoveError, NotationError) as refused:
            kind = self.match.specs[self.match.course.player].partition(":")[0]
            raise PluginError(
                f"plugin {host().player(kind).provider}: player {player.name} chose a move that "
                f"cannot be played: {refused}"
            ) from refused

    def _show(self) -> None:
        """The board, unless it was the last thing drawn."""
        view = self.match.ply, self.flip, self.notes
        if self._shown != view:
            self._shown = view
            self.screen.show(self.match.course.scene, self.flip, self.notes)

    def _ask(self, match: Match) -> str | None:
        """The next move as it was typed; None after a word, or when the time is up."""
        if not self._typed:
            self._show()
            self._typed = self._read()
        if not self._typed:
            return None
        typed = self._typed.pop(0)
        word = self._words.get(typed.lower())
        if word is None:
            return typed
        word()
        return None

    def _read(self) -> list[str]:
        """What is typed at the prompt; nothing when the time is up."""
        course = self.match.course
        words = [*self.game.legal_texts(course.position), *self._words]
        asked = status(course.scene)

        def prompt() -> str:
            clocks = self._clocks()
            return f"[{clocks}] {asked}" if clocks else asked

        try:
            return self.screen.ask(prompt, words, seconds=self.match.time_left).split()
        except EOFError:
            raise LeaveError(1, "\nThe input has ended.") from None
        except TimeUpError:
            self.match.call_time()
            return []

    def _clocks(self) -> str:
        """How much time each side has left by the clock; empty without one."""
        left = [self.match.time_left_of(side) for side in (0, 1)]
        return ", ".join(
            [
                f"{colour} {time_words(seconds)}"
                for colour, seconds in zip(self.game.colours, left, strict=True)
                if seconds is not None
            ]
        )

    def _list_moves(self) -> None:
        self.screen.say(" ".join(self.game.legal_texts(self.match.position)))

    def _hint(self) -> None:
        seed = derive(self.match.seed or 0, self.match.ply)
        with self.screen.thinking("the adviser", True) as watch:
            analysis = analyse(self.match.course, Limit(seconds=HINT_SECONDS), watch, seed=seed)
        for line in analysis.lines[:HINTS]:
            self.screen.say(f"{line.text}  {line.words}: {judgement(line)}")

    def _undo(self) -> None:
        """Take back up to the last turn of a person, the computer's answer included.

        Several that are typed on one line are one step, so that a long way back is not a slow one.
        """
        times = 1
        while self._typed and self._typed[0].lower() == "undo":
            self._typed.pop(0)
            times += 1
        course, people = self.match.course, [side for side in (0, 1) if self._people[side]]
        for _ in range(times):
            turn = course.last_turn_of(*people)
            if turn is None:
                break
            course = course.at(turn.first)
        if course.ply < self.match.ply:
            self.match.undo(course.ply)
            self._shown = None
            self.screen.say("Taken back.")
        if turn is None:
            self.screen.complain("There is no turn of yours to take back.")

    def _notes(self) -> None:
        self.notes = not self.notes

    def _flip(self) -> None:
        self.flip = not self.flip

    def _rules(self) -> None:
        self.screen.page(self.game.rules_page())

    def _save(self) -> None:
        """Write the match to a new file named by the rest of the line."""
        name, self._typed = " ".join(self._typed), []
        if not name:
            self.screen.complain("Not saved: name a file, as in save game.json.")
            return
        try:
            create(Path(name), encode(record_of(self.match), indent=2) + b"\n")
        except FileExistsError:
            self.screen.complain(f"Not saved: {name} exists already; choose another name.")
        except (OSError, ValueError) as failure:
            reason = failure.strerror if isinstance(failure, OSError) else failure
            self.screen.complain(f"Not saved: {name} cannot be written: {reason}.")
        else:
            self.screen.say(f"Saved to {name}.")

    def _quit(self) -> None:
        raise LeaveError(0, "You have left the game.")

    def _help(self) -> None:
        self.screen.say(HELP)

    def _leave(self, sentence: str) -> None:
        """Say how to go on: nothing is lost."""
        if self.match.result is None:
            self.screen.complain(f"{sentence} {self._to_go_on()}")

    def _to_go_on(self) -> str:
        """How to take the match up again."""
        words = ["stackyard"]
        for provider in host().providers:  # one may have brought the game, a player or a clock
            if provider.installed is None and provider.module is not None:
                words += ["--plugin", provider.source]
        return f"To go on from here:\n  {shlex.join([*words, *self._way_on()])}"

    def _way_on(self) -> list[str]:
        """The command that takes the match up again, or else that begins with its position."""
        match = self.match
        if isinstance(match.keeper, Kept) and match.keeper.number and not match.keeper.troubled:
            return ["resume", str(match.keeper.number)]
        words = ["play", self.game.name]
        for name, value in self.game.settings.items():
            words += ["-o", f"{name}={show_value(value)}"]
        words += ["--first", match.specs[0], "--second", match.specs[1]]
        if match.repetition != REPETITION:
            words += ["--repetition", str(match.repetition)]
        for name, text in match.terms.items():
            words += ["--term", f"{name}={text}"]
        return [*words, "--position", self.game.format_position(match.position)]


def sit_down(
    match: Match, screen: Screen, delay: float, archive: Archive | None
) -> tuple[int, Match]:
    """Play a match, and more with colours swapped while people like to; the exit code, the last.

    With an `archive` each is kept there.
    """
    while True:
        if archive is not None and match.keeper is None:
            archive.keep(match, screen.complain)
        has_person = any(isinstance(player, HumanPlayer) for player in match.players)
        try:
            code = Session(match, screen, delay).run()
        finally:
            match.close()
        if code or match.result is None or not has_person:
            return code, match
        if not screen.confirm("Play again with colours swapped?"):
            return code, match
        match = Match(
            match.game,
            (match.specs[1], match.specs[0]),
            position=match.start,
            repetition=match.repetition,
            seed=None if match.seed is None else derive(match.seed, 1),
            terms=match.terms,
        )
