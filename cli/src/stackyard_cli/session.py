"""A match between people and computers at a table: moves and words, and what is said of them."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from pathlib import Path

from stackyard.drawing.text import status
from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.match import REPETITION, Match
from stackyard.options import show_value
from stackyard.players import HumanPlayer, drawn_keys
from stackyard.plugins.host import host
from stackyard.position import DRAW, Position
from stackyard.records.archive import Archive, Kept
from stackyard.records.format import encode
from stackyard.records.replays import record_of
from stackyard.rng import derive
from stackyard_cli.advice import advise
from stackyard_cli.common import build_words, settings_words
from stackyard_cli.table import Table

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
    """Plays a match to its end at a table; `delay` is how long a computer's move is left to see."""

    def __init__(self, match: Match, table: Table, delay: float = 0.0) -> None:
        self.match = match
        self.game = match.game
        self.table = table
        self.delay = delay
        match.say = table.say
        self.flip = False
        self.notes = False
        self._people = [isinstance(player, HumanPlayer) for player in match.players]
        self._typed: list[str] = []  # moves typed ahead on one line
        self._shown: tuple[int, bool, bool] | None = None  # the ply and view last drawn
        for player in match.players:
            if isinstance(player, HumanPlayer):
                player.ask = self._ask
        self._words: dict[str, Callable[[], None]] = {
            "moves": self._list_moves,
            "hint": self._hint,
            "undo": self._undo,
            "notes": self._notes,
            "flip": self._flip,
            "rules": self._rules,
            "save": self._save,
            "resign": self.match.resign,
            "quit": self._quit,
            "?": self._help,
        }

    def run(self) -> int:
        """Play until the match is over or the person leaves; the exit code."""
        try:
            self._introduce()
            while self.match.result is None:
                self._step()
        except LeaveError as left:
            self._leave(str(left))
            return left.code
        except KeyboardInterrupt:
            self._leave("\nInterrupted.")
            return 130
        self._show()
        self.table.say(result_words(self.match))
        return 0

    def _introduce(self) -> None:
        game = self.game
        self.table.say(
            f"{game.title} by {game.designer} ({game.year}), "
            f"{settings_words(game)}; {build_words(game)}"
        )
        seats = zip(game.colours, self.match.players, strict=True)
        self.table.say(", ".join([f"{colour}: {player.name}" for colour, player in seats]))
        if any(self._people):
            self.table.say("Type a move, or ? for help.")
        if self.match.last_move is not None:
            words = move_words(game, *self.match.last_move)
            self.table.say(f"Going on after move {self.match.ply}: {words}")

    def _step(self) -> None:
        """One move of the match, told in words."""
        match = self.match
        ply = match.ply
        if self._people[int(match.position.player)]:
            match.step()
        else:
            self._let_think()
        if match.ply <= ply or match.last_move is None:  # a word was typed instead
            return
        move, before = match.last_move
        self.table.say(move_words(self.game, move, before))
        if match.unfinished or match.result is not None:
            return
        if match.position.player == before.player:
            self.table.say(f"{self.game.colours[1 - int(before.player)]} has no move and sits out")
        if match.repetition and match.times_seen > 1:
            self.table.say(f"this position has stood {match.times_seen} times")

    def _let_think(self) -> None:
        """A computer's move, at leisure where somebody wants to look on."""
        if self.delay:
            self._show()
            time.sleep(self.delay)
        player = self.match.player
        stoppable = any(self._people) and hasattr(player, "watch")
        with self.table.thinking(player.name, stoppable) as watch:
            if hasattr(player, "watch"):
                player.watch = watch
            self.match.step()

    def _show(self) -> None:
        """The board, unless it was the last thing drawn."""
        view = self.match.ply, self.flip, self.notes
        if self._shown == view:
            return
        self._shown = view
        turns = self.match.turns
        before = turns[-1].before if turns and not self.match.unfinished else None
        self.table.show(self.game.scene(self.match.position, before), self.flip, self.notes)

    def _ask(self, match: Match) -> int | None:
        """The next move typed; None after a word, or after what could not be played."""
        if not self._typed:
            self._show()
            self._typed = self._read()
        if not self._typed:
            return None
        typed = self._typed.pop(0)
        word = self._words.get(typed.lower())
        if word is not None:
            word()
            return None
        try:
            return self.game.parse_move(typed, match.position)
        except StackyardError as refused:
            self._typed.clear()
            self.table.complain(f"Not played: {refused}.")
            return None

    def _read(self) -> list[str]:
        prompt = status(self.game.scene(self.match.position))
        words = [*self.game.legal_texts(self.match.position), *self._words]
        try:
            return self.table.ask(prompt, words).split()
        except EOFError:
            raise LeaveError(1, "\nThe input has ended.") from None

    def _list_moves(self) -> None:
        self.table.say(" ".join(self.game.legal_texts(self.match.position)))

    def _hint(self) -> None:
        position = self.match.position
        seed = derive(self.match.seed or 0, self.match.ply)
        drawn = drawn_keys(self.match)
        with self.table.thinking("the adviser", True) as watch:
            advice = advise(self.game, position, seed, None, HINT_SECONDS, watch, drawn=drawn)
        for choice in advice.choices[:HINTS]:
            self.table.say(f"{choice.text}  {choice.words}: {choice.judgement}")

    def _undo(self) -> None:
        """Take back up to the last turn of a person, the computer's answer included."""
        match = self.match
        if not match.unfinished and not any(self._people[turn.player] for turn in match.turns):
            self.table.complain("There is no turn of yours to take back.")
            return
        while True:
            player = int(match.position.player) if match.unfinished else match.turns[-1].player
            match.undo()
            if self._people[player]:
                break
        self._shown = None
        self.table.say("Taken back.")

    def _notes(self) -> None:
        self.notes = not self.notes

    def _flip(self) -> None:
        self.flip = not self.flip

    def _rules(self) -> None:
        self.table.page(self.game.rules_page())

    def _save(self) -> None:
        """Write the match to a new file named by the rest of the line."""
        name, self._typed = " ".join(self._typed), []
        if not name:
            self.table.complain("Not saved: name a file, as in save game.json.")
            return
        try:
            with Path(name).open("xb") as file:
                file.write(encode(record_of(self.match), indent=2) + b"\n")
        except FileExistsError:
            self.table.complain(f"Not saved: {name} exists already; choose another name.")
        except (OSError, ValueError) as failure:
            reason = failure.strerror if isinstance(failure, OSError) else failure
            self.table.complain(f"Not saved: {name} cannot be written: {reason}.")
        else:
            self.table.say(f"Saved to {name}.")

    def _quit(self) -> None:
        raise LeaveError(0, "You have left the game.")

    def _help(self) -> None:
        self.table.say(HELP)

    def _leave(self, sentence: str) -> None:
        """Say how to go on: nothing is lost."""
        if self.match.result is not None:
            return
        words = ["stackyard"]
        for provider in host().providers:  # one may have brought the game, a player or a clock
            if provider.distribution is None and provider.module is not None:
                words += ["--plugin", provider.source]
        words += self._way_on()
        self.table.complain(f"{sentence} To go on from here:\n  {shlex.join(words)}")

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
        return [*words, "--position", self.game.format_position(match.position)]


def sit_down(
    match: Match, table: Table, delay: float, archive: Archive | None
) -> tuple[int, Match]:
    """Play a match, and more with colours swapped while people like to; the exit code, the last.

    With an `archive` each is kept there.
    """
    while True:
        if archive is not None and match.keeper is None:
            archive.keep(match, table.complain)
        code = Session(match, table, delay).run()
        has_person = any(isinstance(player, HumanPlayer) for player in match.players)
        if code or match.result is None or not has_person:
            return code, match
        if not table.confirm("Play again with colours swapped?"):
            return code, match
        start, repetition = match.start, match.repetition
        seed = None if match.seed is None else derive(match.seed, 1)
        specs = match.specs[1], match.specs[0]
        match = Match(match.game, specs, position=start, repetition=repetition, seed=seed)


def move_words(game: Game, move: int, position: Position) -> str:
    """Who makes a move and what it does."""
    mover = game.colours[int(position.player)]
    return f"{mover} {game.describe(move, position)} ({game.format_move(move, position)})"


def result_words(match: Match) -> str:
    """Who has won a finished match and why."""
    result = match.result
    assert result is not None
    if result.winner == DRAW:
        return f"draw: {result.sentence}"
    return f"{match.game.colours[result.winner]} wins: {result.sentence}"
