"""The variants of a study: the combinations of the values that `--vary` gives to options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from stackyard.errors import OptionError
from stackyard.game import Game
from stackyard.options import Option, Value, resolve, show_value
from stackyard.plugins.registry import load_game
from stackyard.text import normalize_name, quoted

MOST = 64  # variants of a study


@dataclass(frozen=True)
class Variants:
    """The games to compare, in the order of the values given, and a sentence for each left out."""

    games: tuple[Game, ...]
    left_out: tuple[str, ...] = ()


def read_variants(game: str, chosen: Mapping[str, object], vary: Iterable[str]) -> Variants:
    """The variants of a game, from the options `chosen` for all and texts as `size=4,6`.

    A combination that the game refuses is left out, unless it refuses all. Raises OptionError for
    texts that are malformed, contradict one another or do not suit the game.
    """
    options = load_game(game).options
    fixed = {normalize_name(name): value for name, value in chosen.items()}
    axes: dict[str, tuple[Value, ...]] = {}
    for text in vary:
        name, values = _read(game, options, text)
        if name in fixed:
            raise _error(name, text, f"option {name} is set by -o and varied: give one of the two")
        if name in axes:
            raise _error(name, text, f"option {name} is varied twice: give all its values at once")
        axes[name] = values
    if not axes:
        return Variants((load_game(game, **fixed),))
    resolve(options, fixed, game)  # refuses what suits no variant
    combinations = [*product(*axes.values())]
    if len(combinations) > MOST:
        sentence = f"{len(combinations):,} combinations: a study has at most {MOST}, so vary less"
        raise _error(next(iter(axes)), len(combinations), sentence)
    games, left_out = [], []
    for values in combinations:
        try:
            games.append(load_game(game, **fixed, **dict(zip(axes, values, strict=True))))
        except OptionError as refused:
            left_out.append(str(refused))
    if not games:
        raise _error(next(iter(axes)), "", f"no combination can be played: {left_out[0]}")
    return Variants(tuple(games), tuple([f"Left out: {words}." for words in left_out]))


def _read(game: str, options: Iterable[Option], text: str) -> tuple[str, tuple[Value, ...]]:
    """The option and its values in `size=4,6`."""
    typed, equals, listing = text.partition("=")
    name = normalize_name(typed)
    if not equals or not name:
        raise _error(name, text, f"{quoted(text)}: write NAME=VALUE,VALUE, as in size=4,6")
    declared = {option.name: option for option in options}
    if name not in declared:
        resolve(options, {name: None}, game)
    parts = listing.split(",")
    if not all(part.strip() for part in parts):
        raise _error(name, text, f"{quoted(text)}: a value is missing beside a comma or =")
    values = [declared[name].read(part, game) for part in parts]
    for value in values:
        if values.count(value) > 1:
            raise _error(name, text, f"option {name}: {show_value(value)} is given twice")
    return name, tuple(values)


def _error(option: str, value: object, sentence: str) -> OptionError:
    """An error about `--vary`."""
    return OptionError(option, value, "NAME=VALUE,VALUE", f"--vary: {sentence}")
