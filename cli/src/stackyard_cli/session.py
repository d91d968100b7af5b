"""A match between people and computers on a screen: moves and words, and what is said of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from stackyard.drawing.text import status
from stackyard.errors import (
    EtiquetteError,
    IllegalMoveError,
    NoEngineError,
    NotationError,
    PluginError,
)
from stackyard.notation import span
from stackyard.options import show_value
from stackyard.plugins.attribution import attributed
from stackyard.plugins.registry import registry
from stackyard.records.archive import Archive
from stackyard.rng import derive
from stackyard.text import quoted, time_words
from stackyard.turnloop.etiquette import draw_declined
from stackyard.turnloop.match import Match
from stackyard.turnloop.player_specs import levels
from stackyard.turnloop.players import HumanPlayer
from stackyard.turnloop.terms import unheeded
from stackyard.turnloop.wording import move_words
from stackyard_cli.board_cursor import Pointable, marked
from stackyard_cli.common import build_words, settings_words
from stackyard_cli.exit_codes import INTERRUPTED
from stackyard_cli.hints import advise, seconds_in
from stackyard_cli.match_prompt import BOARD, LEAVE, LeaveError, Talk
from stackyard_cli.post_game import Afterwards
from stackyard_cli.prompt_commands import HELP_AT, Word
from stackyard_cli.resume_hint import to_go_on
from stackyard_cli.screen import Screen
from stackyard_cli.stdin_lines import TimeUpError

MOST_REFUSED = 100  # in a row, where nobody sits at a terminal
AT_THE_END = ("again", "replay", "review")  # words for a match that is over


class Session(Talk):
    """Plays a match to its end; a board is shown for `delay` seconds before a computer moves."""

    def __init__(self, match: Match, screen: Screen, delay: float = 0.0) -> None:
        super().__init__(match, screen)
        self.delay = delay
        self.next: Match | None = None  # what is played after this one
        self._last_typed = ""
        self._refused = 0  # moves in a row
        match.on_message(screen.say)
        for side in (0, 1):
            if self.people[side]:
                person = HumanPlayer(self.game, ask=self._ask, name=match.players[side].name)
                match.seat(side, person, match.specs[side])

    def vocabulary(self) -> list[Word]:
        """What may be typed in place of a move."""
        known = levels()
        span = f", {known[0]} to {known[-1]}" if known else ""
        return [
            Word("moves", "the legal moves, or those of one cell", self._list_moves, "[CELL]", 1),
            Word("hint", "the best moves, after N seconds of thought", self._hint, "[N]", 1),
            Word(
                "level",
                f"how strong the computer plays{span}",
                self._level,
                "[N]",
                1,
                idle=all(self.people) or not known,
            ),
            Word("undo", "take back your last turn", self._undo, others=("back", "takeback")),
            Word("board", "the board again, as Enter alone does", self._board, others=BOARD),
            Word("flip", "the board from the other side", self._flip),
            Word("notes", "numbers on the cells", self._notes, idle=not self._has_notes),
            Word(
                "draw",
                "end in a draw, if the other player agrees",
                self._draw,
                idle=not self.game.agreement,
            ),
            Word("resign", "give up", self._resign, others=("surrender",)),
            *super().vocabulary(),
            Word("quit", "leave, and be told how to go on later", self._quit, others=LEAVE),
            *[Word(name, "", partial(self._too_early, name), idle=True) for name in AT_THE_END],
        ]

    def run(self) -> int:
        """Play until the match is over or the person leaves; the exit code.

        An exception that ends the match gets a note of how to go on.
        """
        try:
            self._introduce()
            going = True
            while going:
                while self.match.result is None:
                    self._step()
                self.show()
                afterwards = Afterwards(self.match, self.screen, self.flip)
                afterwards.tell()
                if any(self.people) and self.screen.interactive:
                    afterwards.ask()
                self.next, self.flip = afterwards.next, afterwards.flip
                self._shown = None  # it has scrolled away
                going = self.match.result is None  # a turn was taken back
        except LeaveError as left:
            self._leave(str(left))
            return left.code
        except KeyboardInterrupt:
            self._leave("\nInterrupted.")
            return INTERRUPTED
        except (Exception, SystemExit) as failure:
            if self.match.result is None:
                with suppress(Exception):  # a game that has failed may fail again
                    failure.add_note(to_go_on(self.match))
            with attributed(self.game):
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
        for warning in dict.fromkeys([getattr(player, "warning", "") for player in match.players]):
            if warning:
                self.screen.complain(f"Warning: {warning}.")
        if any(self.people):
            known = levels()
            if known and any(spec.startswith("level") for spec in match.specs):
                self.screen.say(_levels_words(known))
            if match.ply == 0 and match.course.standard and self._suits_no_beginner():
                easier = " ".join([f"-o {n}={show_value(v)}" for n, v in game.first_game.items()])
                self.screen.say(f"For a first game: stackyard play {game.name} {easier}")
            self.screen.say("Type a move, or ? for help.")
        if match.course.last is not None:
            words = move_words(match.course.last)
            self.screen.say(f"Going on after move {match.ply}: {words}")

    def _suits_no_beginner(self) -> bool:
        """Whether the options are the usual ones, and others suit a first game better."""
        usual = type(self.game)().settings
        return bool(self.game.first_game) and self.game.settings == usual

    def _step(self) -> None:
        """One move of the match, told in words."""
        before = self.match.course
        if self.people[before.player]:
            self._let_type()
        else:
            self._let_think()
        course = self.match.course
        last = course.last
        if course.ply <= before.ply or last is None:  # a word was typed instead
            return
        self._refused = 0
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
            self.typed.clear()
            meant = HELP_AT
            if isinstance(refused, NotationError):
                moves = self.game.legal_texts(self.match.position)
                meant = self.words.meant(self._last_typed, moves)
            self.screen.complain(f"Not played: {refused}. {meant}")
            self._refused += 1
            if self._refused == MOST_REFUSED and not self.screen.interactive:
                sentence = f"None of the last {MOST_REFUSED} moves of the input can be played."
                raise LeaveError(2, sentence) from None

    def _let_think(self) -> None:
        """A computer's move; with a delay, the board is shown before it."""
        if self.delay:
            self.show()
            if not self.match.course.unfinished or self.match.time_left is None:
                time.sleep(self.delay)  # in the middle of a turn the clock would run
        player = self.match.player
        stoppable = any(self.people) and hasattr(player, "stop")
        try:
            with self.screen.thinking(player.name, stoppable) as watch:
                self.match.step(watch)
        except (IllegalMoveError, NotationError) as refused:
            kind = self.match.specs[self.match.course.player].partition(":")[0]
            raise PluginError(
                f"plugin {registry().player(kind).provider}: player {player.name} chose a move "
                f"that cannot be played: {refused}"
            ) from refused

    def _pointable(self) -> Pointable:
        """The board, and the cells that each move goes by."""
        course = self.match.course
        position = course.position
        moves = [
            (self.game.format_move(int(move), position), self.game.move_cells(int(move), position))
            for move in position.legal_moves()
        ]
        cells = [(text, tuple(cells)) for text, cells in moves if cells]
        return Pointable(marked(course), self.flip, self.notes, cells)

    def _ask(self, match: Match) -> str | None:
        """The next move as it was typed; None after a word, or when the time is up."""
        if not self.typed:
            self.typed = self._read()
            if not self.typed and self.match.result is None:  # Enter alone
                self._shown = None
        if not self.typed:
            return self._by_enter()
        typed = self._last_typed = self.typed.pop(0)
        word = self.words.find(typed)
        if word is None:
            return typed
        self.obey(word)
        return None

    def _by_enter(self) -> str | None:
        """The move that Enter alone makes, if there is one."""
        if self.match.result is not None:
            return None
        position = self.match.position
        move = self.game.empty_move(position)
        return None if move is None else self.game.format_move(move, position)

    def _read(self) -> list[str]:
        """What is typed at the prompt; nothing when the time is up."""
        course = self.match.course
        words = [*self.game.legal_texts(course.position), *self.words.names]
        asked, by_enter = status(course.scene), self._by_enter()
        if by_enter is not None:
            asked = f"{asked} (Enter: {by_enter})"

        def prompt() -> str:
            clocks = self._clocks()
            return f"[{clocks}] {asked}" if clocks else asked

        try:
            return self.screen.ask(
                prompt,
                words,
                seconds=self.match.time_left,
                pointable=self._pointable(),
                drawn=self.is_drawn(),
            ).split()
        except EOFError:
            raise LeaveError(1, "\nThe input has ended.") from None
        except TimeUpError:
            self.match.check_flag()
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

    def _list_moves(self, behind: Sequence[str]) -> None:
        """All legal moves, or those that begin with one cell."""
        position = self.match.position
        if not behind:
            self.screen.say(" ".join(self.game.legal_texts(position)))
            return
        name = behind[0].lower()
        if name not in self.game.board.names:
            names = span(self.game.board)
            self.refuse(f"there is no cell {quoted(name)}; the cells are {names}")
            return
        cell = self.game.board.cell(name)
        found = [
            self.game.format_move(int(move), position)
            for move in position.legal_moves()
            if cell in self.game.move_cells(int(move), position)[:1]
        ]
        self.screen.say(" ".join(found) or f"No move begins with {name} now.")

    def _hint(self, behind: Sequence[str]) -> None:
        """The best moves, as far as a search tells."""
        try:
            seconds = seconds_in(behind[0]) if behind else None
        except ValueError as wrong:
            self.refuse(str(wrong))
            return
        seed = derive(self.match.seed or 0, self.match.ply)
        try:
            advise(self.match.course, seconds, self.screen, seed)
        except NoEngineError as missing:
            self.refuse(str(missing))

    def _level(self, behind: Sequence[str]) -> None:
        """Tell of the levels, or have the computer play at another."""
        sides = [side for side in (0, 1) if not self.people[side]]
        if not sides:
            self.refuse("no computer plays in this match")
            return
        known = levels()
        if not known:
            self.refuse("no installed plugin plays at levels")
            return
        if not behind:
            for side in sides:
                self._tell_seat(side)
            self.screen.say(_levels_words(known))
            return
        number = behind[0]
        if not number.isascii() or not number.isdecimal() or int(number[:3]) not in known:
            self.refuse(f"there is no level {quoted(number)}; they are {known[0]} to {known[-1]}")
            return
        for side in sides:
            close = getattr(self.match.players[side], "close", None)
            if close is not None:
                close()
            self.match.seat(side, f"level:{int(number)}")
            self._tell_seat(side)
        self.match.keep()

    def _tell_seat(self, side: int) -> None:
        """Who plays a side."""
        self.screen.say(f"{self.game.colours[side]}: {self.match.players[side].name}")

    def _board(self, behind: Sequence[str]) -> None:
        self._shown = None

    @property
    def _has_notes(self) -> bool:
        """Whether the game ever has notes, as far as it tells."""
        return bool(self.game.noted or self.match.course.scene.notes)

    def _notes(self, behind: Sequence[str]) -> None:
        """Show the notes or hide them, and say so where there are none."""
        if not self._has_notes:
            self.refuse(f"{self.game.title} has no notes: the board shows everything")
            return
        self.notes = not self.notes
        words = "shown" if self.notes else "hidden"
        if self.notes and not self.match.course.scene.notes:
            words = "shown from now on; this position has none"
        self.screen.say(f"Notes are {words}.")

    def _flip(self, behind: Sequence[str]) -> None:
        self.flip = not self.flip

    def _draw(self, behind: Sequence[str]) -> None:
        """End in a draw if the other player agrees; two people at the keyboard have agreed."""
        try:
            ruling = self.etiquette.offer_draw(self.sides)
        except EtiquetteError as error:
            self.refuse(str(error))
            return
        self.offers = ruling.offers
        if self.offers.draw is not None:
            other = 1 - self.offers.draw
            with self.screen.thinking(self.match.players[other].name, True) as watch:
                accepts = self.match.accepts_draw(other, watch)
            ruling = self.etiquette.answer_draw((other,), accepts)
            self.offers = ruling.offers
            if not accepts:
                self.screen.say(draw_declined(self.match, other))
        ruling.apply(self.match)

    def _too_early(self, name: str, behind: Sequence[str]) -> None:
        """Say of a word that it is for a match that is over."""
        self.refuse(f"{name} is for a match that is over; undo takes back, resign gives up")

    def _resign(self, behind: Sequence[str]) -> None:
        ruling = self.etiquette.resign(self.sides)
        self.offers = ruling.offers
        ruling.apply(self.match)

    def _leave(self, sentence: str) -> None:
        """Say how to go on: nothing is lost."""
        if self.match.result is None:
            self.screen.complain(f"{sentence} {to_go_on(self.match)}")


def _levels_words(known: Sequence[int]) -> str:
    """The range of levels, as a sentence."""
    return f"Levels go from {known[0]}, for beginners, to {known[-1]}: type level 3, say."


def sit_down(
    match: Match, screen: Screen, delay: float, archive: Archive | None
) -> tuple[int, Match]:
    """Play a match, and those that people choose to play after it; the exit code, the last.

    With an `archive` each is kept there.
    """
    flip = False
    while True:
        if archive is not None and match.store is None:
            archive.keep(match, screen.complain)
        session = Session(match, screen, delay)
        session.flip = flip
        try:
            code = session.run()
        finally:
            match.close()
        if session.next is None:
            return code, match
        match, flip = session.next, session.flip
