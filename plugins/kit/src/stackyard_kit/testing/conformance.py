"""The class that a game's author subclasses; its tests are the contract of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from itertools import chain
from typing import Any, ClassVar, TypeVar

import pytest

from stackyard.errors import PluginError, StackyardError
from stackyard.game import Game
from stackyard.playouts import playout
from stackyard.plugins.problems import is_strict
from stackyard.position import ONGOING
from stackyard_engine.claims import claims_of
from stackyard_kit.testing import (
    builds,
    call_times,
    claims,
    counts,
    evaluations,
    examples,
    hooks,
    keys,
    knowledge,
    lessons,
    matches,
    motifs,
    moves,
    puzzle_checks,
    rules_page,
    source_lines,
    sources,
    symmetries,
    texts,
    threads,
    views,
)
from stackyard_kit.testing import game as game_class
from stackyard_kit.testing.random_games import TOLD, prolonged_game, random_game, rare_ends
from stackyard_kit.testing.samples import (
    ConformanceError,
    RandomGame,
    Sample,
    StoppedError,
    Trial,
    at,
    variants,
)

T = TypeVar("T")
R = TypeVar("R")

SAMPLES = 12  # positions of a game for the slower checks
UNBOUNDED = 5000  # moves after which a possibly endless game is abandoned


class GameConformance:
    """Tests of the contract of every game; subclass it and set `game`.

    Also declare the length of games: at most `longest` moves, or the result of `longest_for`, or
    that positions may repeat for ever (`endless`). `perft` names a JSON file beside the test file,
    `reference` a second source of its counts. For each variant of the options `games` random
    games are played, from `seed` on. `left_out` gives the reason for each standard test that is
    skipped or overridden. A call of a position takes `slowest` seconds at most.

    Examples are lists of tuples; each ends with the options, if they are not the default ones, and
    cells are written by their names in order, with blanks between:

    - `positions`: a position from which random games begin, too, besides the game's `starts`;
    - `bad_options`: option, value, the error's words for what is allowed;
    - `bad_positions` and `bad_moves`: a text, a pattern that the error's sentence holds;
    - `refusals`: position, move, the rule's code, sentence, cells;
    - `descriptions`: position, legal move, words, cells;
    - `endings`: position, the winner's colour or `draw`, words, decisive cells.
    """

    game: ClassVar[type[Game]]
    longest: ClassVar[int | None] = None
    endless: ClassVar[bool] = False
    perft: ClassVar[str] = ""
    reference: ClassVar[sources.Reference | None] = None
    left_out: ClassVar[Mapping[str, str]] = {}
    slowest: ClassVar[float] = TOLD
    positions: ClassVar[examples.Examples] = ()
    bad_options: ClassVar[examples.Examples] = ()
    bad_positions: ClassVar[examples.Examples] = ()
    bad_moves: ClassVar[examples.Examples] = ()
    refusals: ClassVar[examples.Examples] = ()
    descriptions: ClassVar[examples.Examples] = ()
    endings: ClassVar[examples.Examples] = ()
    games: int = 2
    seed: int = 0

    def longest_for(self, game: Game) -> int | None:
        """The most moves that a game with these options can have; None if that is unknown."""
        return self.longest

    def pieces_in(self, text: str) -> int | None:
        """The number of pieces in a position string, all of which the scene has to show.

        None, unless overridden: they are not counted.
        """
        return None

    # Samples

    @pytest.fixture(autouse=True)
    def _standard(self, request: pytest.FixtureRequest) -> None:
        """Skip a test that is left out; refuse one that is overridden without a reason."""
        if not hasattr(self, "game"):
            pytest.fail("say which game is tested, as in game = SiloGame", pytrace=False)
        given = request.config.getoption
        games = given("stackyard_games", None)
        self.games = self.games if games is None else games
        if self.games < 1:
            pytest.fail(f"games: 1 or more are played, not {self.games}", pytrace=False)
        self.seed = self.seed if given("stackyard_seed", None) is None else given("stackyard_seed")
        standard = [test for test in vars(GameConformance) if test.startswith("test_")]
        for name in self._reasons():
            if name not in standard:
                known = ", ".join(standard)
                pytest.fail(f"left_out names {name!r}, which is none of {known}", pytrace=False)
        name = request.node.originalname
        if name not in standard:
            return  # a test of the author's own
        overridden = getattr(type(self), name) is not getattr(GameConformance, name)
        reason = self._reasons().get(name)
        if overridden and not reason:
            pytest.fail(
                f"{type(self).__name__} overrides {name}: give the reason, as in "
                f'left_out = {{"{name}": "…"}}',
                pytrace=False,
            )
        if reason is not None and not overridden:
            pytest.skip(reason)

    def _reasons(self) -> dict[str, str]:
        """The reasons of this class and of those between it and the standard one."""
        reasons: dict[str, str] = {}
        for base in reversed(type(self).__mro__):
            reasons |= vars(base).get("left_out", {})
        return reasons

    def _trials(self) -> tuple[Trial, ...]:
        trials, failure = self._played(self.games, self.seed)
        if failure:
            pytest.fail(failure, pytrace=False)
        return trials

    @classmethod
    @lru_cache(maxsize=4)
    def _played(cls, number: int, seed: int) -> tuple[tuple[Trial, ...], str]:
        """The variants of the game, with this many random games of each; or what prevents them."""
        try:
            return tuple(cls._play(number, seed)), ""
        except (Exception, StoppedError) as error:
            return (), _told(error)

    @classmethod
    def _play(cls, number: int, seed: int) -> Iterator[Trial]:
        """Each variant with its random games, and games that end in rare ways."""
        for game, named in cls._starts(seed):
            limit = None if cls.endless else cls().longest_for(game)
            most = UNBOUNDED if limit is None else limit
            seeds = range(seed, seed + number)
            games = [random_game(game, more, most, "", cls.slowest) for more in seeds]
            games += [random_game(game, seed, most, text, cls.slowest) for text in named]
            yield Trial(game, tuple(games), rare_ends(game, seed, most, ["", *named]))

    @classmethod
    def _starts(cls, seed: int) -> list[tuple[Game, list[str]]]:
        """The variants of the game, and the positions besides the usual one to begin from."""
        found: dict[str, tuple[Game, list[str]]] = {
            repr(game): (game, []) for game in variants(cls.game, seed)
        }
        named: list[tuple[Any, ...]] = [*cls.positions]
        named += [(start.position, start.settings) for start in cls.game.starts]
        for text, options in examples.read(examples.Begun, "positions", named):
            with suppress(StackyardError), at(f"positions, {text}"):
                game = cls.game(**options)
                position = game.parse_position(text)
                if position.winner == ONGOING and not position.mid_turn:
                    found.setdefault(repr(game), (game, []))[1].append(text)
        return list(found.values())

    def _check(self, check: Callable[[T], R], subjects: Iterable[T]) -> list[R]:
        """The findings of a check, one a subject; a failure names its subject and thus the seed."""
        failure, found = "", []
        for subject in subjects:
            try:
                with at(subject):
                    found.append(check(subject))
            except (Exception, StoppedError) as error:
                failure = _told(error)
            if failure:  # fails here, without a traceback of the kit
                pytest.fail(failure, pytrace=False)
        return found

    def _check_game(self, check: Callable[..., R], *given: object) -> R:
        """The finding of a check of the class of the game."""
        return self._check(lambda kind: check(kind, *given), [self.game])[0]

    def _need(self, hook: str, what: str) -> None:
        """Skip a test unless a plugin tells this of the game."""
        if not self._check_game(hooks.is_registered, hook):
            pytest.skip(f"no plugin registers {what} of the game")

    def _walks(self) -> list[RandomGame]:
        return [played for trial in self._trials() for played in trial.games]

    def _first_walks(self) -> list[RandomGame]:
        return [trial.games[0] for trial in self._trials()]

    def _ends(self) -> Iterator[Sample]:
        """The last positions of games that end in many ways."""
        return (played.end() for trial in self._trials() for played in trial.ends)

    def _samples(self, number: int = SAMPLES) -> Iterator[Sample]:
        for played in self._walks():
            yield from played.samples(number)

    # The tests

    def test_description(self) -> None:
        """The game declares its title, designer, subject and options."""
        self._check(views.check_description, [trial.game for trial in self._trials()])

    def test_making(self) -> None:
        """The game is made within a second."""
        self._check(game_class.check_soon, [trial.game for trial in self._trials()])

    def test_silence(self) -> None:
        """The game prints nothing."""
        self._check(game_class.check_silence, self._first_walks())

    def test_options(self) -> None:
        """Each option changes the board, the moves, or who wins; bad values are refused."""
        if not self.game.options and not self.bad_options:
            pytest.skip("the game has no options")
        self._check_game(game_class.check_options, self.seed)
        self._check_game(examples.check_bad_options, self.bad_options)

    def test_starts(self) -> None:
        """Each start that has a name can be played, and each of `positions`."""
        if not self.game.starts and not self.positions:
            pytest.skip("the game names no `starts`, and the class no `positions`")
        named = [(start.position, start.settings) for start in self.game.starts]
        self._check_game(partial(examples.check_begun, whole_turns=False), named)
        self._check_game(partial(examples.check_begun, whole_turns=True), self.positions)

    def test_rules_page(self) -> None:
        """The rules page describes the options, and its pictures and moves are the game's."""
        self._check(rules_page.check_rules_page, [self._trials()[0].game])

    def test_lesson(self) -> None:
        """Each step of the lesson can be done, and what it says about moves is true."""
        self._need("stackyard_register_lessons", "a lesson")
        self._check_game(lessons.check_lesson)

    def test_puzzles(self) -> None:
        """The puzzles follow the rules, and a few of them are solved by a second solver."""
        self._need("stackyard_register_puzzles", "puzzles")
        self._check_game(puzzle_checks.check_puzzles)

    def test_motifs(self) -> None:
        """Motifs are told in a few words and change nothing."""
        self._need("stackyard_register_motifs", "motifs")
        self._check(motifs.check_motifs, self._walks())

    def test_hooks(self) -> None:
        """The game's plugin can be used; no optional hook is mistyped, as far as names can tell."""
        self._check_game(hooks.check_plugin)
        if not hooks.optional_hooks(self.game):
            pytest.skip("the game's plugin has no optional hook")
        self._check_game(hooks.check_hooks)

    def test_knowledge(self) -> None:
        """The knowledge for the engine fits the game; a pass only changes who is to act."""
        hooks.use_plugin(self.game)
        games = [trial.game for trial in self._trials()]
        if not any(self._check(knowledge.is_known, games)):
            pytest.skip("no plugin registers knowledge of the game")
        self._check(knowledge.check_symmetries, games)
        self._check(knowledge.check_images, self._samples())
        self._check(knowledge.check_traits, self._samples())
        self._check(knowledge.check_changes, self._samples())
        self._check(knowledge.check_passed, self._samples())

    def test_reference(self) -> None:
        """In whole games and at many ends a second source has the same moves, winners, words."""
        reference = type(self).reference  # from the class, so that a function stays one
        if reference is None:
            pytest.skip("no second source of the rules is named, as in reference = Judge()")
        self._check(lambda played: sources.check_games(played, reference), self._walks())
        self._check(lambda sample: sources.check_end(sample, reference), self._ends())

    def test_call_times(self) -> None:
        """No call takes long: one of a position `slowest` seconds, one of the game a quarter."""
        samples = (sample for played in self._first_walks() for sample in played.samples(5))
        self._check(lambda sample: call_times.check_calls(sample, self.slowest), samples)

    def test_legal_moves(self) -> None:
        """Legal moves ascend, lie in the move space, and are there until the game is over."""
        self._check(moves.check_legal_moves, self._walks())
        self._check_game(lambda _: moves.check_turns(self._trials()))
        self._check(lambda end: moves.check_position(end.game, end.position), self._ends())

    def test_random_moves(self) -> None:
        """Random moves are legal, and each legal move comes up about equally often."""
        self._check(moves.check_random_moves, self._samples())
        self._check(moves.check_fairness, self._first_walks())

    def test_copies(self) -> None:
        """A copy equals its original, and what is played in one leaves the other alone."""
        self._check(moves.check_copies, self._samples())
        self._check(moves.check_copies_inside_turns, self._walks())

    def test_pickling(self) -> None:
        """A pickled or deep-copied position equals the original and plays on alike."""
        self._check(moves.check_pickling, self._samples())

    def test_keys(self) -> None:
        """Keys and codes are equal exactly where position strings are, whatever the way there."""
        self._check(keys.check_keys, self._trials())
        self._check_game(lambda _: keys.check_codes(self._trials()))

    def test_symmetries(self) -> None:
        """Positions that share a symmetric code are played alike, move for move."""
        if not hasattr(self.game().initial(), "symmetric_code"):
            pytest.skip("the game's positions have no symmetric_code")
        self._check(symmetries.check_symmetries, self._trials())

    def test_evaluate(self) -> None:
        """Near the end of random games `evaluate` is mostly positive for those who win."""
        if not hasattr(self.game().initial(), "evaluate"):
            pytest.skip("the game's positions have no evaluate")
        self._check_game(lambda _: evaluations.check_evaluate(self._trials()))

    def test_playouts(self) -> None:
        """The game's own playout and core's generic one play alike."""
        if self.game().playout is playout:
            pytest.skip("the game has no playout of its own, since its rules are not compiled")
        self._check(moves.check_playouts, self._samples(5))

    def test_threads(self) -> None:
        """Positions played in several threads at once come out as when each is played alone."""
        self._check_game(lambda _: threads.check_threads(self._walks()))

    def test_position_texts(self) -> None:
        """A position string is one line, and reading it gives the position back."""
        self._check(texts.check_position_text, chain(self._samples(), self._ends()))

    def test_move_texts(self) -> None:
        """A move's text is unique, in lower case, without blanks and commas, and gives it back."""
        self._check(texts.check_move_texts, self._samples())

    def test_refusals(self) -> None:
        """A refusal has a rule, a sentence and cells, and leaves the position untouched."""
        self._check(texts.check_refusals, self._trials())
        self._check_game(examples.check_refused, self.refusals)

    def test_nonsense(self) -> None:
        """A text that is no move or no position raises the error meant for it, and no other."""
        self._check(texts.check_nonsense, self._samples(5))
        self._check_game(examples.check_bad_positions, self.bad_positions)
        self._check_game(examples.check_bad_moves, self.bad_moves)

    def test_words(self) -> None:
        """The prompt, the description of a move and that of the end are one line each."""
        self._check(views.check_words, chain(self._samples(), self._ends()))
        self._check_game(examples.check_described, self.descriptions)
        self._check_game(examples.check_ended, self.endings)

    def test_scenes(self) -> None:
        """A scene shows every piece and every change; no two positions look alike."""
        self._check(lambda trial: views.check_scenes(trial, self.pieces_in), self._trials())

    def test_drawings(self) -> None:
        """Scenes can be drawn as text and as SVG."""
        self._check(views.check_drawings, self._samples(5))

    def test_perft(self, request: pytest.FixtureRequest) -> None:
        """The game has the node counts of the manifest."""
        if not self.perft:
            pytest.fail(
                'name a perft manifest beside the test file, as in perft = "perft.json"',
                pytrace=False,
            )
        reference = type(self).reference  # from the class, so that a function stays one
        manifest = request.path.parent / self.perft
        self._check(lambda path: counts.check_manifest(self.game, path, reference), [manifest])

    def test_claims(self) -> None:
        """The claims of the game's package can be checked, and none turns out to be false."""
        hooks.use_plugin(self.game)
        if not self._check_game(claims_of):
            pytest.skip("no plugin registers claims about the game")
        reference = type(self).reference
        other = reference if isinstance(reference, type) else None
        if not self._check_game(claims.check_claims, other):
            name = self.game.about.name
            pytest.skip(f"no check was decided in a moment: run `stackyard certify {name}`")

    def test_termination(self) -> None:
        """No game is longer than declared; where positions repeat, a match ends all the same."""
        if self.endless:
            self._check(matches.check_repetition, self._trials())
            return
        self._check(
            lambda played: matches.check_length(played, self.longest_for(played.game)),
            self._walks(),
        )
        self._check(lambda trial: self._put_off(trial.game), self._trials())

    def _put_off(self, game: Game) -> None:
        """A game prolonged by both players is no longer than declared."""
        longest = self.longest_for(game)
        if longest is not None:
            played = prolonged_game(game, self.seed, longest)
            with at(f"{played}, both players putting off the end"):
                matches.check_length(played, longest)

    def test_records(self) -> None:
        """A match read from its record has the same turns, position and result."""
        self._check(matches.check_records, self._first_walks())

    def test_builds(self) -> None:
        """A process that runs the uncompiled sources plays the same games, seed for seed."""
        trials = self._trials()
        games = list({repr(trial.game): trial.game for trial in trials}.values())
        seeds = [self.seed + more for more in range(self.games)]
        self._check_game(lambda _: builds.check_builds(games, seeds))


def _told(error: BaseException) -> str:
    """The failure in a sentence, with the place in the game and, if any, the author's lines."""
    notes = getattr(error, "__notes__", [])
    told = isinstance(error, (ConformanceError, PluginError))
    raised = "" if told else source_lines.origin(error)
    if raised:
        return "\n".join([f"{type(error).__name__}: {error}", *notes, raised])
    if isinstance(error, (ConformanceError, StackyardError)):
        return "\n".join([str(error), *notes])
    if is_strict() or isinstance(error, pytest.fail.Exception):  # which is told already
        raise error
    words = f"the game leads to {type(error).__name__}: {error}"
    return "\n".join([words, *notes, "STACKYARD_STRICT=1 shows where"])
