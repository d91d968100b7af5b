"""The game, the position and the player that a conversation is about."""

from __future__ import annotations

from stackyard.analysis import Analysis, Limit, Source, analyse
from stackyard.descriptions import PlayerKind
from stackyard.errors import IllegalMoveError, OptionError, Refusal
from stackyard.game import Game
from stackyard.options import Option, Settings, Value, chosen, resolve, show_value
from stackyard.plugins.registry import load_game
from stackyard.text import normalize_name
from stackyard.turnloop.history import Course
from stackyard.turnloop.player_specs import read_player_spec
from stackyard.turnloop.wording import ending
from stackyard_protocols.move_search import MoveSearch, check_player, strongest
from stackyard_protocols.tokens import read_token

MOVES_LEFT = 30  # by which the time left is divided
OVERHEAD = 0.01  # seconds kept back for the answer, unless the other side says how many
LEAST = 0.001  # seconds for a move
REPETITION = Option("Repetition", Game.repetition, range(2**31), "")


class EngineSession:
    """A game with its options, the course played so far, and a player to search it.

    A refused change leaves everything as it was.
    """

    def __init__(self, game: Game, spec: str | None = None, seed: int = 1) -> None:
        self.game = game
        self.spec = strongest() if spec is None else spec
        self.seed = seed
        self.overhead = OVERHEAD
        self.repetition = game.repetition
        self.course = Course(game)
        self._line: tuple[str | None, list[str]] = (None, [])  # of the last `set_position`
        self._given = chosen(game.options, game.settings)
        self._refused: Settings = {}  # values that the others rule out, until they change
        check_player(self.spec, game)
        self.search = MoveSearch(game, self.spec, seed)

    # Settings

    @property
    def player_kind(self) -> PlayerKind:
        """The kind of the player."""
        kind: PlayerKind = read_player_spec(self.spec, self.game).registered.about
        return kind

    def player_settings(self) -> dict[str, Value]:
        """The settings of the player's kind; None where nothing is known."""
        parsed = read_player_spec(self.spec, self.game)
        known: dict[str, Value] = dict(parsed.settings)
        if parsed.seed is not None:
            known["seed"] = parsed.seed
        return {option.name: known.get(option.name) for option in self.player_kind.options}

    def set_player(self, spec: str) -> None:
        """Describe another player; PlayerSpecError if there is none."""
        check_player(spec, self.game)
        search = MoveSearch(self.game, spec, self.seed)
        search.prepare()
        self.search.close()
        self.spec, self.search = spec, search

    def set_player_option(self, name: str, value: str) -> None:
        """Change one setting of the player; `none` takes it back."""
        known = {key: show_value(given) for key, given in self.player_settings().items()}
        settings = {**known, name: value}
        words = ",".join([f"{key}={text}" for key, text in settings.items() if text != "none"])
        self.set_player(f"{self.player_kind.name}:{words}" if words else self.player_kind.name)

    def set_options(self, *words: str) -> None:
        """Change options of the game, and how often a position must stand for a draw.

        The words are names, each followed by its value. This begins the game anew. OptionError if
        a value is not allowed; one that only the other options rule out counts with the next ones.
        """
        given: Settings = dict(zip(map(normalize_name, words[::2]), words[1::2], strict=True))
        times: object = self.repetition
        if option_named(self.game.options, REPETITION.name) is None:
            times = given.pop(normalize_name(REPETITION.name), times)
        repetition = REPETITION.read(times, self.game.name)
        assert isinstance(repetition, int)
        resolve(self.game.options, given, self.game.name)
        try:
            self._begin({**self._given, **self._refused, **given}, repetition)
            self._refused = {}
        except OptionError:
            self._refused |= given
            self._begin({**self._given, **given}, repetition)
            self._refused = {k: v for k, v in self._refused.items() if k not in given}

    def _begin(self, settings: Settings, repetition: int) -> None:
        """Begin the game anew with these settings; OptionError if they are not allowed."""
        game = load_game(self.game.name, **settings)
        Course(game, repetition=repetition)  # refuses 1
        check_player(self.spec, game)
        self.search.close()
        self.game, self.search = game, MoveSearch(game, self.spec, self.seed)
        self.repetition, self._given = repetition, settings
        self._restart()

    def _restart(self) -> None:
        self.course, self._line = self.started(None), (None, [])

    # Positions

    def new_game(self) -> None:
        """Forget the moves, and all that was found in searches."""
        self.search.close()
        self._restart()

    def started(self, text: str | None) -> Course:
        """The course without moves that begins at a position, given as text, or at the start."""
        start = None if text is None else self.game.parse_position(text)
        return Course(self.game, start, self.repetition)

    def set_position(self, text: str | None, tokens: list[str]) -> None:
        """Take a start position and the moves from there.

        Raises PositionError, NotationError or IllegalMoveError; then the position stays.
        """
        start, played = self._line
        course = self.course
        if text != start or tokens[: len(played)] != played:
            course, played = self.started(text), []
        for token in tokens[len(played) :]:
            course = course.play(read_token(course, token))
        self.course, self._line = course, (text, list(tokens))

    def play(self, token: str) -> None:
        """Play a move; NotationError or IllegalMoveError if it cannot be played."""
        self.course = self.course.play(read_token(self.course, token))

    def legal_texts(self) -> list[str]:
        """The texts of the legal moves; none when the game is over."""
        over = self.course.result is not None
        return [] if over else self.game.legal_texts(self.course.position)

    def require_move(self) -> None:
        """Raise IllegalMoveError if the game is over, so that there is nothing to search."""
        if self.course.result is not None:
            words = f"the game is over: {ending(self.course)}"
            raise IllegalMoveError(Refusal("game-over", words))

    def limit_of(self, seconds: float) -> Limit:
        """The limit of a search that must answer within a time in seconds."""
        return Limit(seconds=max(seconds - self.overhead, LEAST))

    # Knowledge

    def from_table(self) -> Analysis | None:
        """The exact analysis from a kept table of solved positions; None without one."""
        found = analyse(self.course, Limit(positions=1))
        return found if found.source is Source.TABLE else None

    def close(self) -> None:
        """Release the player's resources."""
        self.search.close()


def option_named(options: tuple[Option, ...], name: str) -> Option | None:
    """The option of that name, with - and _ alike, in either case."""
    wanted = normalize_name(name)
    return next((option for option in options if option.name.lower() == wanted), None)


def allotted(left: float, increment: float) -> float:
    """The seconds to spend on a move with so much time left and added after each turn."""
    return min(left / 2, left / MOVES_LEFT + 0.75 * increment)
