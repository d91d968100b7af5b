"""A match between people and computers on a screen, from the first move to the end."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import click

from stackyard.errors import IllegalMoveError, NotationError, PluginError, StackyardError
from stackyard.plugins.attribution import attributed
from stackyard.plugins.registry import registry
from stackyard.records.archive import Archive
from stackyard.text import normalize_name, quoted, time_words
from stackyard.turnloop.match import Match
from stackyard.turnloop.player_specs import levels
from stackyard.turnloop.players import HumanPlayer
from stackyard.turnloop.terms import unknown_terms
from stackyard.turnloop.wording import move_words, sitting_out
from stackyard_cli.command_lines import command_line
from stackyard_cli.commands import COMMANDS
from stackyard_cli.common import build_words, changed_settings, first_game_words
from stackyard_cli.error_handling import interrupted_words
from stackyard_cli.exit_codes import INTERRUPTED
from stackyard_cli.match_prompt import QUIT_ALIASES, LeaveError, MatchPrompt
from stackyard_cli.post_game import PostGame
from stackyard_cli.prompt_commands import HELP_HINT, PromptCommand
from stackyard_cli.registered_commands import registered_commands
from stackyard_cli.resume_hint import resume_hint
from stackyard_cli.screen import Screen
from stackyard_cli.stop_signals import set_in_match

MAX_REFUSED = 100  # moves in a row of an input that is no terminal
YES, NO = ("yes", "y"), ("no", "n")


class Session(MatchPrompt):
    """Plays a match to its end.

    The board is shown for `delay` seconds before each move of a computer. `next` is the match that
    people choose to play afterwards, if any. `origin` is the MATCH:PLY that it continues, if any.
    """

    def __init__(self, match: Match, screen: Screen, delay: float = 0.0, origin: str = "") -> None:
        super().__init__(match, screen)
        self._origin, self._begun = origin, match.course
        self.delay = delay
        self.next: Match | None = None
        self._refused = 0  # moves in a row
        self._asked = 0  # texts, Enter alone among them
        self._unsure = ("", -1)  # a command that awaits another, and its place among these
        match.on_message(screen.say)
        for side in (0, 1):
            if self.people[side]:
                person = HumanPlayer(self.game, ask=self._ask, name=match.players[side].name)
                match.seat(side, person, match.specs[side])

    def list_commands(self) -> list[PromptCommand]:
        """The commands that may be typed in place of a move."""
        known = levels()
        span = f", {known[0]} to {known[-1]}" if known else ""
        return [
            *registered_commands("match", self),
            PromptCommand(
                "level",
                f"how strong the computer plays{span}",
                self._level,
                "[N]",
                1,
                hidden=all(self.people) or not known,
            ),
            PromptCommand("undo", "take back your last turn", self._undo, aliases=("back",)),
            PromptCommand("redo", "play again the moves taken back last", self._redo),
            PromptCommand("last", "the last turn of each player", self._last),
            PromptCommand("clock", "the time left", self._clock, hidden=not self._clocks()),
            *self.board_commands(),
            PromptCommand(
                "draw",
                "end in a draw, if the other player agrees",
                self._draw,
                hidden=not self.game.agreement,
            ),
            PromptCommand("resign", "give up", self._resign),
            *super().list_commands(),
            PromptCommand(
                "quit", "leave, with the command to resume later", self._quit, aliases=QUIT_ALIASES
            ),
            *[
                PromptCommand(name, "", partial(self._refuse_until_end, name), hidden=True)
                for name in ("again", "replay", *self._later_names())
            ],
        ]

    def run(self) -> int:
        """Play until the match is over or the person leaves; return the exit code.

        An exception that ends the match gets a note that tells how to resume it.
        """
        set_in_match(True)
        try:
            self._introduce()
            going = True
            while going:
                while self.match.result is None:
                    self._step()
                self.show()
                post_game = PostGame(self.match, self.screen, self.flip, self.undone)
                post_game.show_result()
                if any(self.people) and self.screen.interactive:
                    post_game.run()
                self.next, self.flip = post_game.next, post_game.flip
                self._drawn = None  # the board has scrolled away
                going = self.match.result is None  # a turn was taken back
        except LeaveError as left:
            self._say_how_to_resume(str(left))
            return left.code
        except KeyboardInterrupt as pressed:
            self._say_how_to_resume(interrupted_words(pressed))
            if self.match.result is not None and hasattr(pressed, "__notes__"):
                self.screen.complain(interrupted_words(pressed))
            return INTERRUPTED
        except (Exception, SystemExit) as failure:
            if self.match.result is None:
                with suppress(Exception):  # a game that has failed may fail again
                    failure.add_note(resume_hint(self.match, self.screen.options))
            with attributed(self.game):
                raise
        finally:
            set_in_match(False)
        return 0

    def _introduce(self) -> None:
        game, match = self.game, self.match
        title = f"{game.title} by {game.designer} ({game.year})"
        self.screen.say(", ".join([title, *changed_settings(game)]))
        seats = zip(game.colours, match.players, strict=True)
        self.screen.say(", ".join([f"{colour}: {player.name}" for colour, player in seats]))
        if game.build == "pure":
            self.screen.say(f"This is {build_words(game)}.")
        for sentence in unknown_terms(match.terms):
            self.screen.complain(f"The match goes on without: {sentence}.")
        for warning in dict.fromkeys([getattr(player, "warning", "") for player in match.players]):
            if warning:
                self.screen.warn(warning)
        for remark in dict.fromkeys([getattr(player, "remark", "") for player in match.players]):
            if remark:
                self.screen.say(f"{remark}.")
        if any(self.people):
            known = levels()
            if known and any(spec.startswith("level") for spec in match.specs):
                self.screen.say(_levels_words(known))
            if match.ply == 0 and match.course.standard and self._has_easier_options():
                self.screen.say(f"For a first game: {first_game_words(game)}")
            by_cursor = self.screen.cursor_help(self.board, self.question())
            arrows = ", choose one by arrows and Enter," if by_cursor else ""
            word, colon, _ = self.game.notes_legend.partition(":")
            notes = f" To see the {word} of each cell: notes." if colon else ""
            rules = "" if match.ply else " How to play: rules."
            self.screen.say(f"Type a move{arrows} or ? for help.{rules}{notes}")
        if match.course.last is not None:
            words = move_words(match.course.last)
            self.screen.say(f"Going on after move {match.ply}: {words}")

    def _has_easier_options(self) -> bool:
        """Tell if the game is played with its default options and has easier ones for beginners."""
        defaults = type(self.game)().settings
        return bool(self.game.first_game) and self.game.settings == defaults

    def _step(self) -> None:
        """Play one move, and say it in words."""
        before = self.match.course
        if self.people[before.player]:
            self._play_person()
        else:
            self._play_computer()
        course = self.match.course
        last = course.last
        if course.ply <= before.ply or last is None:  # a command was typed instead
            return
        self._refused = 0
        self.screen.say(move_words(last))
        if course.unfinished or course.result is not None:
            return
        if out := sitting_out(last):
            self.screen.say(out)
        if course.repetition and course.times_stood > 1:
            self.screen.say(f"this position has stood {course.times_stood} times")

    def _play_person(self) -> None:
        """Play the move that a person types, unless it is refused."""
        try:
            self.match.step()
        except (IllegalMoveError, NotationError) as refused:
            self.typed.clear()
            suggestion = HELP_HINT
            if isinstance(refused, NotationError):
                suggestion = self._suggestion()
            self.screen.complain(f"Not played: {refused}. {suggestion}")
            self._refused += 1
            if self._refused == MAX_REFUSED and not self.screen.interactive:
                sentence = f"None of the last {MAX_REFUSED} moves of the input can be played."
                raise LeaveError(2, sentence) from None

    def _suggestion(self) -> str:
        """The command or move that was probably meant, and how to get help."""
        name = normalize_name(self.last_typed)
        if name in {*COMMANDS, *registry().commands}:
            game = [self.game.name] if _takes_game(name) else []
            words = command_line(name.replace("_", "-"), *game)
            return f"To use it: quit, then `{words}`."
        return self.commands.suggestion(self.last_typed, self.board.texts)

    def _play_computer(self) -> None:
        """Play a computer's move; with a delay, the board is shown before it."""
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

    def _ask(self, match: Match) -> str | None:
        """The next move as typed; None after a command, or when the time is up."""
        self._asked += 1
        typed = self.next_typed()
        return self._enter_move() if typed == "" else typed

    def _enter_move(self) -> str | None:
        """The move that Enter alone plays, if there is one."""
        if self.match.result is not None:
            return None
        position = self.match.position
        move = self.game.empty_move(position)
        return None if move is None else self.game.format_move(move, position)

    def question(self) -> str:
        """The clocks, the player to act, what is asked, and the move that Enter alone plays."""
        clocks, move = self._clocks(), self._enter_move()
        enter = "" if move is None else f" (Enter: {move})"
        return f"{f'[{clocks}] ' if clocks else ''}{super().question()}{enter}"

    def _clocks(self) -> str:
        """The time left on each clock; empty without a clock."""
        left = [self.match.time_left_of(side) for side in (0, 1)]
        return ", ".join(
            [
                f"{colour} {time_words(seconds)}"
                for colour, seconds in zip(self.game.colours, left, strict=True)
                if seconds is not None
            ]
        )

    def _level(self, arguments: Sequence[str]) -> None:
        """Show the levels, or change the computer's."""
        sides = [side for side in (0, 1) if not self.people[side]]
        if not sides:
            self.refuse("no computer plays in this match")
            return
        known = levels()
        if not known:
            self.refuse("no installed plugin plays at levels")
            return
        if not arguments:
            for side in sides:
                self._say_seat(side)
            self.screen.say(_levels_words(known))
            return
        number = arguments[0]
        if number not in map(str, known):
            self.refuse(f"there is no level {quoted(number)}; they are {known[0]} to {known[-1]}")
            return
        for side in sides:
            close = getattr(self.match.players[side], "close", None)
            if close is not None:
                close()
            self.match.seat(side, f"level:{number}")
            self._say_seat(side)
        self.match.keep()

    def _say_seat(self, side: int) -> None:
        """Show the player of a side."""
        self.screen.say(f"{self.game.colours[side]}: {self.match.players[side].name}")

    def _redo(self, arguments: Sequence[str]) -> None:
        """Play the moves again that were taken back last, if no other move was played since."""
        if not self.undone or self.undone[-1][0] != self.match.ply:
            self.refuse("there is nothing to play again: redo follows undo")
            return
        *texts, final = self.undone.pop()[1]
        for text in texts:
            self.match.play(text)
            if self.match.course.last is not None:
                self.screen.say(move_words(self.match.course.last))
        self.match.play(final)  # which `_step` says

    def _last(self, arguments: Sequence[str]) -> None:
        """The last turn of each player, a line for each move."""
        turns = self.match.turns[-2:]
        if not turns:
            self.refuse("no move has been played yet")
            return
        for ply in self.match.course.plies(turns[0].first):
            self.screen.say(f"{ply.number}. {move_words(ply)}")

    def _clock(self, arguments: Sequence[str]) -> None:
        """The time left on each clock."""
        self.screen.say(self._clocks() or "This match has no clock.")

    def _draw(self, arguments: Sequence[str]) -> None:
        """End in a draw if the other player agrees; a computer may do so at once."""
        ruling = self.etiquette.offer_draw(self.sides)
        if not all(self.people) and not self._meant("draw"):
            return
        self.offers = ruling.offers
        if self.offers.draw is not None:
            other = 1 - self.offers.draw
            began = time.monotonic()
            accepts = self._accepts_draw(other)
            self.match.add_elapsed(began - time.monotonic())  # not the time of who offers
            ruling = self.etiquette.answer_draw((other,), accepts)
            self.offers = ruling.offers
            if not accepts:
                colour, player = self.match.game.colours[other], self.match.players[other].name
                self.screen.say(f"{colour} ({player}) declines the draw and plays on.")
        ruling.apply(self.match)

    def _accepts_draw(self, side: int) -> bool:
        """Ask a computer, or the other person at this keyboard."""
        if not self.people[side]:
            with self.screen.thinking(self.match.players[side].name, True) as watch:
                return self.match.accepts_draw(side, watch)
        offerer, other = self.game.colours[1 - side], self.game.colours[side]
        question = f"{offerer} offers a draw. {other}: accept? yes or no"
        self.typed.clear()  # what follows the offer was typed by who made it
        answer = ""
        while answer not in (*YES, *NO):
            try:
                answer = self.screen.ask(lambda: question, ("yes", "no")).strip().lower()
            except EOFError:
                return False
        return answer in YES

    def _later_names(self) -> list[str]:
        """The names of commands that plugins register for the end of a match alone."""
        now, later = [
            [one.name for one in registered_commands(prompt, self)] for prompt in ("match", "end")
        ]
        return [name for name in later if name not in now]

    def _refuse_until_end(self, name: str, arguments: Sequence[str]) -> None:
        """Refuse a command that works after the end only."""
        self.refuse(f"{name} works after the end of the match; undo takes back, resign gives up")

    def _meant(self, command: str) -> bool:
        """Tell if a command that may end the match is meant: a person types it twice in a row."""
        if not self.screen.interactive or self._unsure == (command, self._asked - 1):
            return True
        self._unsure = command, self._asked
        self.screen.say(f"Really? Type {command} again.")
        return False

    def _resign(self, arguments: Sequence[str]) -> None:
        """Resign, if it is meant."""
        if not self._meant("resign"):
            return
        ruling = self.etiquette.resign(self.sides)
        self.offers = ruling.offers
        ruling.apply(self.match)

    def _say_how_to_resume(self, sentence: str) -> None:
        """Say how to resume a match that is not over; nothing is lost."""
        if self.match.result is None:
            origin = self._origin if self.match.course.since(self._begun) == () else ""
            hint = resume_hint(self.match, self.screen.options, origin)
            self.screen.complain(f"{sentence} {hint}")


def _takes_game(name: str) -> bool:
    """Tell if a shell command has an argument GAME."""
    context = click.get_current_context(silent=True)
    root = None if context is None else context.find_root().command
    if context is None or not isinstance(root, click.Group):
        return False
    with suppress(StackyardError):  # what a plugin registers may not be importable
        command = root.get_command(context, name)
        arguments = [] if command is None else command.params
        return any(isinstance(each, click.Argument) and each.name == "game" for each in arguments)
    return False


def _levels_words(known: Sequence[int]) -> str:
    """The range of levels, as a sentence."""
    return f"Levels run from {known[0]} (beginner) to {known[-1]}. To change, type `level 3`."


def play_matches(
    match: Match, screen: Screen, delay: float, archive: Archive | None, origin: str = ""
) -> tuple[int, Match]:
    """Play a match and any that people choose to play after it.

    Returns the exit code and the last match. With an `archive` each match is stored there.
    `origin` is the MATCH:PLY that the first one continues, if any.
    """
    flip = False
    while True:
        if archive is not None and match.store is None:
            archive.keep(match, screen.complain)
        session = Session(match, screen, delay, origin)
        session.flip = flip
        try:
            code = session.run()
        finally:
            match.close()
        if session.next is None:
            return code, match
        match, flip, origin = session.next, session.flip, ""
