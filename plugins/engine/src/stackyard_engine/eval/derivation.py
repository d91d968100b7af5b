"""Finds out how the traits of a game's scenes follow from the attributes of its positions.

Random games are sampled. For what lies on the cells a few looks at words of the position are
searched, the same at every cell, that determine it in all samples: bits of sets, the lowest bits
and the length of a stack. What they mean is a table, made and checked on thousands of positions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.builds import nearest
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard_engine.eval.cell_reader import BIT, COUNT, NUMBER, UNKNOWN, CellReader
from stackyard_engine.eval.layouts import LARGEST, SETS, Look, Vector, Way, layouts
from stackyard_engine.eval.scene_features import (
    HELD,
    HOLDS,
    LONGEST,
    MOBILE,
    SceneFeatures,
)

MODULE: Final = "stackyard_engine.eval.attributes"
GAMES: Final = 80  # random games
CHECKS: Final = 40  # others, in which what was found is checked
STEP: Final = 2  # moves between two positions of a game
SPARSE: Final = 20  # after this many moves, the distance grows by one
FEW: Final = 12  # positions from which the looks are searched, and more of each contradiction
CELLWISE: Final = 8  # words of a vector for each cell, at most
PARTS: Final = 7  # looks that determine a trait, at most
TABLE: Final = 1 << 16  # entries of a table, at most
TRIES: Final = 6  # searches, each after a contradiction
BEYOND: Final = 2  # numbers met above a bound from which they mean the same

Sample = tuple[list[int], list[int]]  # the words of a position, and its traits
Seen = dict[tuple[int, ...], int]  # what a tuple of looks means
Group = tuple[Sequence[int], Sequence[Way]]  # traits and the ways that determine them

PLAYER: Final = Look(BIT, 0, 0)
MID_TURN: Final = Look(BIT, 1, 0)


@dataclass(frozen=True)
class Reading:
    """A plan for reading traits: see CellReader."""

    widths: tuple[int, ...]
    words: int
    plan: tuple[int, ...]
    tables: tuple[int, ...]

    def reader(self, kind: type, scene: SceneFeatures) -> CellReader:
        """A reader for one evaluator of positions of a class."""
        return CellReader(
            nearest(kind, MODULE).write_words,
            vec[i64](self.widths),
            self.words,
            vec[i64](self.plan),
            vec[i64](self.tables),
            MOBILE - 1,
            HOLDS - 1,
            scene.cells,
            vec[i64](scene.highest if scene.stacked else []),
            scene.read,
        )


# By game, options and kinds of pieces.
_KNOWN: dict[tuple[object, ...], Reading | None] = {}


def reading_of(game: Game, scene: SceneFeatures) -> Reading | None:
    """A plan for reading the traits of a game's scenes from attributes; None if there is none."""
    key = (type(game), *game.settings.values(), *scene.looks)
    if key not in _KNOWN:
        _KNOWN[key] = _derived(game, scene)
    return _KNOWN[key]


def _derived(game: Game, scene: SceneFeatures) -> Reading | None:
    """See `reading_of`; what is found is checked in other games."""
    words = _Words(game)
    samples: list[Sample] = []
    for attempt in range(TRIES):
        positions = _positions(game, range(attempt * GAMES, (attempt + 1) * GAMES))
        samples += [(words.of(one), scene.traits(one)) for one in positions]
        found = _reading_from(game, scene, words, samples)
        if found is None or _is_right(game, scene, found, (attempt + 1) * GAMES):
            return found
    return None


def _reading_from(
    game: Game, scene: SceneFeatures, words: _Words, samples: Sequence[Sample]
) -> Reading | None:
    """A reading that is right in these samples."""
    groups: list[Group] = []
    for trait in HELD:
        found = _determined([trait], iter([words.counts()]), samples)
        if found is None:
            return None
        groups.append(([trait], found))
    for begin in scene.told_apart:
        traits = range(begin, begin + scene.cells)
        found = _determined(traits, layouts(game.board, words.numbers, words.vectors), samples)
        if found is None:
            return None
        groups.append((traits, found))
    return words.reading(groups, samples)


def _is_right(game: Game, scene: SceneFeatures, reading: Reading, first: int) -> bool:
    """Tell if a reading is right in random games from this number on."""
    reader = reading.reader(type(game.initial()), scene)
    found = vec[i64]([0] * len(scene.patterns.radices))
    for position in _positions(game, range(first, first + CHECKS)):
        reader.read(position, found)
        if [int(trait) for trait in found] != scene.traits(position):
            return False
    return True


def _positions(game: Game, games: range) -> Iterator[Position]:
    """Positions of random games: more of their beginnings, of each game at other moves."""
    for number in games:
        rng = Rng(derive(number, 2))
        position = game.initial()
        for ply in range(LONGEST):
            if position.winner != ONGOING:
                break
            if (ply + number) % (STEP + ply // SPARSE) == 0:
                yield position
            position.play(position.random_move(rng.bits()))


class _Words:
    """The words of the positions of a game: see `attributes`."""

    def __init__(self, game: Game) -> None:
        position = game.initial()
        self._module: Any = nearest(type(position), MODULE)
        size = int(self._module.scalars(position))
        self.numbers = list(range(self._module.FIRST, size))
        self.vectors: list[Vector] = []
        for length in self._module.lengths(position):
            width = int(length) if length <= CELLWISE * len(game.board) else 0
            self.vectors.append((size, width))
            size += width
        self._found = vec[i64]([0] * size)
        self._widths = vec[i64]([width for _, width in self.vectors])

    def of(self, position: Position) -> list[int]:
        """The words of a position."""
        self._module.write_words(position, self._widths, self._found)
        return [int(word) for word in self._found]

    def counts(self) -> list[Way]:
        """Looks that may tell how many pieces lie beside the board."""
        few = [begin + n for begin, width in self.vectors if width <= SETS for n in range(width)]
        looks = [MID_TURN]
        for word in self.numbers + few:
            looks += [Look(NUMBER, word, LARGEST), Look(COUNT, word, LARGEST)]
        return [(look,) for look in looks]

    def reading(self, groups: Sequence[Group], samples: Sequence[Sample]) -> Reading | None:
        """The tables of some traits and the plan by which they are used; None if too large."""
        words, widths, size = self._needed(groups)
        plan: list[int] = []
        tables: list[int] = []
        for traits, ways in groups:
            bounded, seen = _bounded(ways, _meanings(traits, ways, samples))
            strides = [1]
            for way in bounded:
                strides.append(strides[-1] * way[0].radix)
            if strides[-1] > TABLE:
                return None
            for number, trait in enumerate(traits):
                plan += [trait, len(tables), len(bounded)]
                for way, stride in zip(bounded, strides, strict=False):
                    look = way[number]
                    plan += [look.form, words[look.word], look.argument, stride]
            table = [UNKNOWN] * strides[-1]
            for parts, value in seen.items():
                table[sum([p * s for p, s in zip(parts, strides, strict=False)])] = value
            tables += table
        return Reading(widths, size, tuple(plan), tuple(tables))

    def _needed(self, groups: Sequence[Group]) -> tuple[dict[int, int], tuple[int, ...], int]:
        """The places of words if vectors without use are left out, their widths, and the size."""
        used = {look.word for _, ways in groups for way in ways for look in way}
        size = self._module.FIRST + len(self.numbers)
        places_by_word = {word: word for word in range(size)}
        widths = []
        for begin, width in self.vectors:
            words = range(begin, begin + width)
            widths.append(width if used & {*words} else 0)
            places_by_word |= {word: size + n for n, word in enumerate(words)}
            size += widths[-1]
        return places_by_word, tuple(widths), size


def _determined(
    traits: Sequence[int], lists: Iterator[list[Way]], samples: Sequence[Sample]
) -> list[Way] | None:
    """Ways that determine these traits in all samples, from one of the lists; None if none do."""
    for every in lists:
        ways = [way for way in every if not _is_exceeded(way, samples)]
        few = [*samples[:: -(-len(samples) // FEW)]]
        for _ in range(TRIES):
            chosen = _searched(traits, ways, few)
            if chosen is None:
                break
            wrong = _contradictions(traits, chosen, samples)
            if not wrong:
                return chosen
            few += wrong
    return None


def _is_exceeded(way: Way, samples: Sequence[Sample]) -> bool:
    """Tell if numbers are met that are too large to be told apart, such as packed stacks."""
    return way[0].form == NUMBER and any(
        not 0 <= words[look.word] < LARGEST for look in way for words, _ in samples
    )


def _searched(
    traits: Sequence[int], ways: Sequence[Way], samples: Sequence[Sample]
) -> list[Way] | None:
    """A few ways that determine these traits in the samples, found one after the other."""
    ways = [tuple([PLAYER for _ in traits]), *ways]
    wanted = [found[trait] for _, found in samples for trait in traits]
    columns = [[look.at(words[look.word]) for words, _ in samples for look in way] for way in ways]
    chosen = [0]
    known: list[int] = columns[0]
    while _disorder(known, wanted) and len(chosen) < PARTS:
        best, best_disorder = -1, _disorder(known, wanted) - 1e-9
        for number, column in enumerate(columns):
            disorder = _disorder([*zip(known, column, strict=True)], wanted)
            if disorder < best_disorder:
                best, best_disorder = number, disorder
        if best < 0:
            return None
        chosen.append(best)
        numbers: dict[tuple[int, int], int] = {}
        pairs = zip(known, columns[best], strict=True)
        known = [numbers.setdefault(pair, len(numbers)) for pair in pairs]
    if _disorder(known, wanted):
        return None
    for number in [*chosen]:
        others = [other for other in chosen if other != number]
        rest = [tuple([columns[n][row] for n in others]) for row in range(len(wanted))]
        if not _disorder(rest, wanted):
            chosen = others
    return [ways[number] for number in chosen]


def _disorder(known: Sequence[Hashable], wanted: Sequence[int]) -> float:
    """The uncertainty that is left about the wanted numbers if these are known; 0 for none."""
    parts: dict[Hashable, Counter[int]] = defaultdict(Counter)
    for (one, value), number in Counter(zip(known, wanted, strict=True)).items():
        parts[one][value] = number
    found = 0.0
    for counts in parts.values():
        if len(counts) > 1:
            number = sum(counts.values())
            found += number - sum([n * n for n in counts.values()]) / number
    return found


def _contradictions(
    traits: Sequence[int], ways: Sequence[Way], samples: Sequence[Sample]
) -> list[Sample]:
    """Some samples in which the ways mean one thing and another."""
    first: dict[tuple[int, ...], tuple[int, Sample]] = {}
    found: list[Sample] = []
    for sample in samples:
        for parts, value in _meanings(traits, ways, [sample]).items():
            before, other = first.setdefault(parts, (value, sample))
            if before != value:
                found += [other, sample]
        if len(found) > FEW:
            break
    return found


def _meanings(traits: Sequence[int], ways: Sequence[Way], samples: Sequence[Sample]) -> Seen:
    """The values seen in samples, each with the trait that it means."""
    seen: Seen = {}
    for words, found in samples:
        for number, trait in enumerate(traits):
            parts = tuple([way[number].at(words[way[number].word]) for way in ways])
            seen[parts] = found[trait]
    return seen


def _bounded(ways: Sequence[Way], seen: Seen) -> tuple[list[Way], Seen]:
    """The ways with the least arguments that tell apart what has to be, and what they mean then.

    Lengths above a bound mean the same if several of them were met; other numbers, and lengths of
    which none was met, are not known.
    """
    bounded = []
    for place, way in enumerate(ways):
        if way[0].form != BIT:
            most = max([parts[place] for parts in seen])
            bound = most + 1  # of what was never met
            least = most if way[0].form == NUMBER else 0
            for lower in range(most - BEYOND, least - 1, -1):
                cut = _cut(seen, place, lower)
                if cut is None:
                    break
                bound = lower
            seen = _cut(seen, place, bound) or seen
            bounded.append(tuple([replace(look, argument=bound) for look in way]))
        else:
            bounded.append(way)
    return bounded, seen


def _cut(seen: Seen, place: int, bound: int) -> Seen | None:
    """The values seen if numbers at a place are at most `bound`; None if that is ambiguous."""
    found: Seen = {}
    for parts, value in seen.items():
        cut = (*parts[:place], min(parts[place], bound), *parts[place + 1 :])
        if found.setdefault(cut, value) != value:
            return None
    return found
