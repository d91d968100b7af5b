from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stackyard.errors import OptionError
from stackyard.options import Option, Settings, Span, Value, chosen, resolve, show_value, typed

GOAL = Option("goal", "any", ("any", "end", "home"), "Where to go.")
SIZE = Option("size", 6, range(4, 27, 2), "How many columns.")
TURNS = Option("turns", 3, range(1, 10), "How many turns.")
SIDE = Option("side", 5, range(3, 10, 2), "How long a side is.")
KOMI = Option("komi", 0.5, Span(-10, 10.5), "What the second player gets.")
SCALE = Option("scale", 1.0, Span(0.001, 1_234_567.5), "How much a lead counts.")
SWAP = Option("swap", False, (False, True), "Whether sides may be swapped.")
LEVEL = Option("level", 1, (1, 2.5, 7.0, "x"), "Numbers and a word.")
ONLY = Option("only", "this", ("this",), "No choice.")
HALF = Option(
    "half",
    lambda settings: settings["size"] // 2,
    range(1, 14),
    "Half of it.",
    default_text="half the size",
)


@pytest.mark.parametrize(
    ("option", "allowed"),
    [
        (GOAL, "any, end or home"),
        (SIZE, "4, 6, 8, … 26"),
        (TURNS, "1 to 9"),
        (SIDE, "3, 5, 7 or 9"),
        (KOMI, "a number from -10 to 10.5"),
        (SCALE, "a number from 0.001 to 1234567.5"),
        (SWAP, "off or on"),
        (LEVEL, "1, 2.5, 7 or x"),
        (ONLY, "this"),
    ],
    ids=lambda given: given.name if isinstance(given, Option) else "",
)
def test_what_is_allowed_is_put_into_words(option: Option, allowed: str) -> None:
    assert option.allowed == allowed


def test_the_default_is_shown_as_it_is_typed() -> None:
    options = (GOAL, SIZE, KOMI, SWAP, HALF)
    shown = [option.default_words for option in options]
    assert shown == ["any", "6", "0.5", "off", "half the size"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, {}),
        ({"size": 6, "half": 3}, {}),
        ({"size": 8}, {"size": 8}),
        ({"size": 8, "half": 3}, {"size": 8, "half": 3}),
    ],
)
def test_what_follows_from_other_options_is_not_chosen(given: Settings, told: Settings) -> None:
    options = (SIZE, HALF)
    assert chosen(options, resolve(options, given)) == told


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (GOAL, "end", "end"),
        (GOAL, " HOME ", "home"),
        (SIZE, 8, 8),
        (SIZE, "26", 26),
        (SIZE, "+4", 4),
        (SIZE, " 08 ", 8),
        (KOMI, "-10", -10.0),
        (KOMI, 10.5, 10.5),
        (KOMI, "1e1", 10.0),
        (LEVEL, "1", 1),
        (LEVEL, 2.5, 2.5),
        (LEVEL, 7.0, 7.0),
        (LEVEL, "X", "x"),
        (ONLY, "this", "this"),
    ],
)
def test_a_value_or_its_text_is_read(option: Option, given: object, value: Value) -> None:
    read = option.read(given)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize("given", [True, "on", "true", "YES", "1", 1])
def test_a_switch_is_turned_on(given: object) -> None:
    assert SWAP.read(given) is True


@pytest.mark.parametrize("given", [False, "off", "false", "No", "0", 0])
def test_a_switch_is_turned_off(given: object) -> None:
    assert SWAP.read(given) is False


@pytest.mark.parametrize(
    ("option", "given"),
    [
        (GOAL, "nowhere"),
        (GOAL, ""),
        (GOAL, None),
        (SIZE, 5),
        (SIZE, 28),
        (SIZE, 2),
        (SIZE, "six"),
        (SIZE, "6.0"),
        (SIZE, "0x6"),
        (SIZE, "٦"),
        (SIZE, "+-6"),
        (SIZE, "-+6"),
        (SIZE, "--6"),
        pytest.param(SIZE, "9" * 5000, id="a number of 5000 digits"),
        (SIZE, True),
        (TURNS, 0),
        (TURNS, -1),
        (KOMI, 10.6),
        (KOMI, "nan"),
        (KOMI, "inf"),
        (KOMI, "much"),
        (KOMI, True),
        (SWAP, "maybe"),
        (SWAP, 2),
    ],
)
def test_a_refused_value_is_named_with_the_option_and_what_is_allowed(
    option: Option, given: object
) -> None:
    with pytest.raises(OptionError) as caught:
        option.read(given, "silo")
    error = caught.value
    assert (error.option, error.value, error.allowed) == (option.name, given, option.allowed)
    sentence = str(error)
    assert sentence.startswith(f"silo, option {option.name}: {str(given)[:40]}")
    assert sentence.endswith(f"is not allowed; choose {option.allowed}")
    assert len(sentence) < 160


def test_without_an_owner_the_sentence_begins_with_the_option() -> None:
    with pytest.raises(OptionError, match=r"^option size: 5 is not allowed; choose 4, 6, 8, … 26$"):
        SIZE.read(5)


@given(st.sampled_from([SIZE, TURNS, SIDE]), st.integers(-40, 40))
def test_a_number_and_its_text_are_read_alike(option: Option, number: int) -> None:
    assert isinstance(option.values, range)
    for given_as in (number, str(number)):
        if number in option.values:
            assert option.read(given_as) == number
        else:
            with pytest.raises(OptionError):
                option.read(given_as)


@given(st.integers(0, 2**62 - 1))
def test_every_number_of_a_wide_range_is_read(number: int) -> None:
    assert Option("seed", None, range(2**62), "Any.").read(str(number)) == number


def test_the_last_number_of_a_wide_range_is_read() -> None:
    assert Option("seed", None, range(2**62), "Any.").read(2**62 - 1) == 2**62 - 1


@given(st.floats(-10, 10.5))
def test_every_number_of_a_span_is_read(number: float) -> None:
    assert KOMI.read(number) == KOMI.read(repr(number)) == number


def test_a_switch_that_cannot_be_turned_off_refuses_it() -> None:
    option = Option("sound", True, (True,), "Always on.")
    assert option.read("yes") is True
    with pytest.raises(OptionError, match="off is not allowed; choose on$"):
        option.read("off")


def test_the_numbers_0_and_1_are_no_switch() -> None:
    option = Option("handicap", 0, (0, 1), "Stones.")
    assert [repr(option.read(text)) for text in ("0", "1")] == ["0", "1"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "on"),
        (False, "off"),
        (None, "none"),
        (6, "6"),
        (2.50, "2.5"),
        (1e9, "1000000000"),
        ("any", "any"),
    ],
)
def test_values_are_shown_as_they_are_typed(value: Value, shown: str) -> None:
    assert show_value(value) == shown


def test_what_is_not_given_has_its_default() -> None:
    assert resolve([SIZE, HALF, GOAL], {}) == {"size": 6, "half": 3, "goal": "any"}


def test_settings_can_be_given_back_where_no_choice_is_the_default() -> None:
    options = [SIZE, Option("limit", None, range(1, 10), "How long a line may be.")]
    settings = resolve(options, {"size": 8})
    assert settings == {"size": 8, "limit": None}
    assert resolve(options, settings) == settings
    assert resolve([SIZE, HALF], {"size": 10, "half": None}) == {"size": 10, "half": 5}
    shown = {name: show_value(value) for name, value in settings.items()}
    assert resolve(options, shown) == settings
    assert typed(settings) == " -o size=8"
    with pytest.raises(OptionError, match="has no option 'colour'"):
        resolve(options, {"colour": None})


def test_a_computed_default_follows_the_options_before_it() -> None:
    assert resolve([SIZE, HALF], {"size": "10"}) == {"size": 10, "half": 5}
    assert resolve([SIZE, HALF], {"size": "10", "half": "2"}) == {"size": 10, "half": 2}


def test_a_computed_default_sees_every_option_declared_before() -> None:
    seen: list[Settings] = []

    def look(settings: Settings) -> int:
        seen.append(dict(settings))
        return 1

    resolve([GOAL, SIZE, Option("x", look, range(3), "Looks."), TURNS], {"goal": "end"})
    assert seen == [{"goal": "end", "size": 6}]


@pytest.mark.parametrize(
    ("default", "values", "refused"),
    [
        (9, range(2, 6), "option size: its default, 9, is not among its values; choose 2 to 5"),
        (7, range(4, 27, 2), "choose 4, 6, 8, … 26"),
        ("all", ("any", "end"), "its default, all, is not among its values; choose any or end"),
        (2.0, Span(-1, 1), "its default, 2, is not among its values"),
        (4, (), "option size has no values; name at least one"),
        (4, range(4, 4), "option size has no values"),
        (5, (None, 5), "option size: None is no value; it may be the default"),
    ],
)
def test_an_option_whose_default_cannot_be_chosen_is_refused_where_it_is_declared(
    default: Value, values: tuple[Value, ...] | range | Span, refused: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(refused)):
        Option("size", default, values, "How large it is.")


def test_settings_come_in_the_order_of_declaration() -> None:
    given = {"goal": "end", "size": 8, "half": 1}
    assert list(resolve([SIZE, HALF, GOAL], given)) == ["size", "half", "goal"]


@pytest.mark.parametrize("name", ["first_move", "first-move", "FIRST-Move"])
def test_names_match_with_hyphens_and_underscores_alike(name: str) -> None:
    option = Option("first_move", 1, range(5), "Where to begin.")
    assert resolve([option], {name: "3"}) == {"first_move": 3}


def test_an_unknown_option_is_answered_with_those_there_are() -> None:
    with pytest.raises(OptionError) as caught:
        resolve([SIZE, GOAL], {"colour": "red"}, "silo")
    error = caught.value
    assert (error.option, error.value, error.allowed) == ("colour", "red", "size, goal")
    assert str(error) == "silo has no option 'colour'; its options: size, goal"


def test_where_there_are_no_options_the_answer_says_so() -> None:
    with pytest.raises(OptionError, match=r"^this has no option 'size'; its options: none$"):
        resolve([], {"size": 4})


def test_the_owner_is_named_for_a_refused_value() -> None:
    with pytest.raises(OptionError, match=r"^filo, option size: 5 is not allowed"):
        resolve([SIZE], {"size": 5}, "filo")


@pytest.mark.parametrize("given", [10**5000, -(10**5000), [10**5000]], ids=["+", "-", "listed"])
@pytest.mark.parametrize("option", [GOAL, SIZE, KOMI, SWAP])
def test_a_number_that_python_does_not_write_is_refused_like_any_other(
    option: Option, given: object
) -> None:
    sentence = f"^option {option.name}: a number of .* is not allowed; choose {option.allowed}$"
    with pytest.raises(OptionError, match=sentence):
        option.read(given)
