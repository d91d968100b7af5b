"""The class that a game's author subclasses; its tests are the contract of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import ClassVar, TypeVar

import pytest

from stackyard.game import Game
from stackyard_kit.testing import (
    builds,
    claims,
    counts,
    examples,
    keys,
    matches,
    moves,
    rules_page,
    sources,
    symmetries,
    texts,
    threads,
    views,
)
from stackyard_kit.testing import game as game_class
from stackyard_kit.testing.samples import (
    ConformanceError,
    Sample,
    Trial,
    Walk,
    at,
    linger,
    stroll,
    variants,
)

T = TypeVar("T")

SAMPLES = 12  # positions of a game for the slower checks
UNBOUNDED = 5000  # moves after which a possibly endless game is abandoned
FIXED = "test_left_out"


class GameConformance:
    """Tests of the contract of every game; subclass it and set `game`.

    Also declare the length of games: at most `longest` moves, or the result of `longest_for`, or
    that positions may repeat for ever (`endless`). `perft` names a JSON file beside the test file,
    `reference` a second source of its counts. For each variant of the options `games` random
    games are played, from `seed` on. `left_out` gives the reason for each standard test that is
    skipped or overridden.

    Examples are lists of tuples; each ends with the options, if they are not the default ones, and
    cells are written by their names in order, with blanks between:

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
        self.games = given("stackyard_games", None) or self.games
        self.seed = self.seed if given("stackyard_seed", None) is None else given("stackyard_seed")
        name = request.node.originalname
        if not hasattr(GameConformance, name):
            return  # a test of the author's own
        overridden = getattr(type(self), name) is not getattr(GameConformance, name)
        reason = self._reasons().get(name)
        if name == FIXED and (overridden or reason is not None):
            pytest.fail(f"{FIXED} can be neither overridden nor left out", pytrace=False)
        if overridden and reason is None:
            pytest.fail(
                f"{type(self).__name__} overrides {name}: give the reason, as in "
                f'left_out = {{"{name}": "…"}}',
                pytrace=False,
            )
        if reason is not None and not reason.strip():
            pytest.fail(f"left_out names {name}, but the reason is empty", pytrace=False)
        if reason is not None and not overridden:
            pytest.skip(reason)

    def _reasons(self) -> dict[str, str]:
        """The reasons of this class and of those between it and the standard one."""
        reasons: dict[str, str] = {}
        for base in reversed(type(self).__mro__):
            reasons |= vars(base).get("left_out", {})
        return reasons

    def _trials(self) -> tuple[Trial, ...]:
        return self._played(self.games, self.seed)

    @classmethod
    @lru_cache(maxsize=4)
    def _played(cls, number: int, seed: int) -> tuple[Trial, ...]:
        """The variants of the game, with this many random games of each."""
        found = []
        for game in variants(cls.game, seed):
            limit = None if cls.endless else cls().longest_for(game)
            walks = [
                stroll(game, seed + more, UNBOUNDED if limit is None else limit)
                for more in range(number)
            ]
            found.append(Trial(game, tuple(walks)))
        return tuple(found)

    def _walks(self) -> list[Walk]:
        return [walk for trial in self._trials() for walk in trial.walks]

    def _first_walks(self) -> list[Walk]:
        return [trial.walks[0] for trial in self._trials()]

    def _samples(self, number: int = SAMPLES) -> Iterator[Sample]:
        for walk in self._walks():
            yield from walk.samples(number)

    # The tests

    def test_left_out(self) -> None:
        """Each test that is left out is a standard one."""
        for name in self._reasons():
            if not name.startswith("test_") or not hasattr(GameConformance, name):
                known = ", ".join([test for test in vars(GameConformance) if test[:5] == "test_"])
                pytest.fail(f"left_out names {name!r}, which is none of {known}", pytrace=False)

    def test_description(self) -> None:
        """The game declares its title, designer, subject and options."""
        _check(views.check_description, [trial.game for trial in self._trials()])

    def test_making(self) -> None:
        """The game is made within a second."""
        _check(game_class.check_soon, [trial.game for trial in self._trials()])

    def test_silence(self) -> None:
        """The game prints nothing."""
        _check(game_class.check_silence, self._first_walks())

    def test_options(self) -> None:
        """Each option changes the board, the moves, or who wins; bad values are refused."""
        _check(lambda kind: game_class.check_options(kind, self.seed), [self.game])
        _check(lambda kind: examples.check_bad_options(kind, self.bad_options), [self.game])

    def test_starts(self) -> None:
        """Each start that has a name can be played."""
        _check(game_class.check_starts, [self.game])

    def test_rules_page(self) -> None:
        """The rules page describes the options, and its pictures and moves are the game's."""
        _check(rules_page.check_rules_page, [self._trials()[0].game])

    def test_reference(self) -> None:
        """In whole games a second source allows the same moves and names the same winner."""
        reference = type(self).reference  # from the class, so that a function stays one
        if reference is not None:
            _check(lambda walk: sources.check_games(walk, reference), self._walks())

    def test_legal_moves(self) -> None:
        """Legal moves ascend, lie in the move space, and are there until the game is over."""
        _check(moves.check_legal_moves, self._walks())

    def test_random_moves(self) -> None:
        """Random moves are legal, and each legal move comes up about equally often."""
        _check(moves.check_random_moves, self._samples())
        firsts = (sample for walk in self._first_walks() for sample in walk.samples(5))
        _check(moves.check_fairness, firsts)

    def test_copies(self) -> None:
        """A copy equals its original, and what is played in one leaves the other alone."""
        _check(moves.check_copies, self._samples())
        _check(moves.check_copies_inside_turns, self._walks())

    def test_pickling(self) -> None:
        """A pickled or deep-copied position equals the original and plays on alike."""
        _check(moves.check_pickling, self._samples())

    def test_keys(self) -> None:
        """Keys and codes are equal exactly where position strings are, whatever the way there."""
        _check(keys.check_keys, self._trials())

    def test_symmetries(self) -> None:
        """Positions that share a symmetric code are played alike, move for move."""
        _check(symmetries.check_symmetries, self._trials())

    def test_playouts(self) -> None:
        """The game's own playout and core's generic one play alike."""
        _check(moves.check_playouts, self._samples(5))

    def test_threads(self) -> None:
        """Positions played in several threads at once come out as when each is played alone."""
        _check(lambda _: threads.check_threads(self._walks()), [self.game.__name__])

    def test_position_texts(self) -> None:
        """A position string is one line, and reading it gives the position back."""
        _check(texts.check_position_text, self._samples())

    def test_move_texts(self) -> None:
        """A move's text is lower case, without blanks, unique, and gives the move back."""
        _check(texts.check_move_texts, self._samples())

    def test_refusals(self) -> None:
        """A refusal has a rule, a sentence and cells, and leaves the position untouched."""
        _check(texts.check_refusals, self._trials())
        _check(lambda kind: examples.check_refused(kind, self.refusals), [self.game])

    def test_nonsense(self) -> None:
        """A text that is no move or no position raises the error meant for it, and no other."""
        _check(texts.check_nonsense, self._samples(5))
        _check(lambda kind: examples.check_bad_positions(kind, self.bad_positions), [self.game])
        _check(lambda kind: examples.check_bad_moves(kind, self.bad_moves), [self.game])

    def test_words(self) -> None:
        """The prompt, the description of a move and that of the end are one line each."""
        _check(views.check_words, self._samples())
        _check(lambda kind: examples.check_described(kind, self.descriptions), [self.game])
        _check(lambda kind: examples.check_ended(kind, self.endings), [self.game])

    def test_scenes(self) -> None:
        """A scene shows every piece and every change; no two positions look alike."""
        _check(lambda trial: views.check_scenes(trial, self.pieces_in), self._trials())

    def test_drawings(self) -> None:
        """Scenes can be drawn as text and as SVG, whose description names each piece."""
        _check(views.check_drawings, self._samples(5))

    def test_perft(self, request: pytest.FixtureRequest) -> None:
        """The game has the node counts of the manifest."""
        if not self.perft:
            pytest.fail(
                'name a perft manifest beside the test file, as in perft = "perft.json"',
                pytrace=False,
            )
        reference = type(self).reference  # from the class, so that a function stays one
        manifest = request.path.parent / self.perft
        _check(lambda path: counts.check_manifest(self.game, path, reference), [manifest])

    def test_claims(self) -> None:
        """The claims of the game's package can be checked, and none turns out to be false."""
        _check(claims.check_claims, [self.game])

    def test_termination(self) -> None:
        """No game is longer than declared; where positions repeat, a match ends all the same."""
        if self.endless:
            _check(matches.check_repetition, self._trials())
            return
        _check(lambda walk: matches.check_length(walk, self.longest_for(walk.game)), self._walks())
        _check(lambda trial: self._put_off(trial.game), self._trials())

    def _put_off(self, game: Game) -> None:
        """A game prolonged by both players is no longer than declared."""
        longest = self.longest_for(game)
        if longest is not None:
            walk = linger(game, self.seed, longest)
            with at(f"{walk}, both players putting off the end"):
                matches.check_length(walk, longest)

    def test_records(self) -> None:
        """A match read from its record has the same turns, position and result."""
        _check(matches.check_records, self._first_walks())

    def test_builds(self) -> None:
        """A process that runs the uncompiled sources plays the same games, seed for seed."""
        trials = self._trials()
        games, seeds = [trial.game for trial in trials], [walk.seed for walk in trials[0].walks]
        _check(lambda _: builds.check_builds(games, seeds), [self.game.__name__])


def _check(check: Callable[[T], object], subjects: Iterable[T]) -> None:
    """Run a check on each subject; a failure names the subject and thus the seed."""
    for subject in subjects:
        failure = ""
        try:
            with at(subject):
                check(subject)
        except ConformanceError as error:
            failure = "\n".join([str(error), *error.__notes__])
        if failure:  # fails here, without a traceback of the kit
            pytest.fail(failure, pytrace=False)
