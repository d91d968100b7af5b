"""The harness, with scripted models."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.conftest import GAMES
from tests.toy_games import WalkGame, read_spot

from stackyard import Course, IllegalMoveError, Match, NotationError, Rng, load_game, record_of
from stackyard.records.reader import course_of
from stackyard.turnloop.outcome import Reason
from stackyard_language_models.harness import ModelPlayer, parse_answer, prompt_of
from stackyard_silo.refusals import refused


def scripted(*answers: str) -> tuple[ModelPlayer, list[str]]:
    """A model with these answers, and the prompts that it gets."""
    prompts: list[str] = []
    rest = iter(answers)

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return next(rest)

    return ModelPlayer("scripted", answer), prompts


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_can_be_answered(name: str) -> None:
    rng, course = Rng(5), Course(load_game(name))
    for _ in range(40):
        if course.result is not None:
            break
        moves = [int(move) for move in course.position.legal_moves()]
        texts = course.game.legal_texts(course.position)
        for move, text in zip(moves, texts, strict=True):
            for form in (text, f"`{text}`.", f"**{text}**", f"**`{text}`**", f"{text}**"):
                assert parse_answer(f"It is best.\nFinal answer: {form}", course) == move
        assert parse_answer(text, course) == move
        course = course.play(moves[rng.below(len(moves))])


def test_a_prompt_has_rules_position_and_board_and_no_list_of_moves() -> None:
    course = Course(load_game("silo")).play("a")
    prompt = prompt_of(course)
    for part in ("You play Silo as blue", "Moves so far: a", "Position: ", "size=6"):
        assert part in prompt
    assert "Your last answer" not in prompt
    assert "Your last answer was refused: too short." in prompt_of(course, "too short")
    assert "legal moves are" not in prompt.lower()


@pytest.mark.parametrize(
    "form", ["**Final answer**: a", "**Final Answer:** `a`", "FINAL ANSWER : a"]
)
def test_an_answer_may_be_in_bold_letters(form: str) -> None:
    course = Course(load_game("silo"))
    assert (
        course.game.format_move(parse_answer(f"I think.\n{form}", course), course.position) == "a"
    )


def test_an_escape_is_played_as_such_or_refused() -> None:
    game = load_game("filo", size=6)
    course = Course(game, game.parse_position("w/w/b/-/bb/- 0,0 10,9 w"))
    assert game.legal_texts(course.position) == ["a", "b", "a*"]
    for form in ("a*", "`a*`", "**a***", "**a*.**"):
        move = parse_answer(f"Final answer: {form}", course)
        assert game.format_move(move, course.position) == "a*"
    with pytest.raises(IllegalMoveError):
        parse_answer("Final answer: b*", course)


def test_the_last_answer_counts() -> None:
    course = Course(load_game("silo"))
    said = "Move: c is tempting.\nFinal answer: c\nNo. **Final answer: a**\nWhy this move: it"
    assert course.game.format_move(parse_answer(said, course), course.position) == "a"
    with pytest.raises(NotationError, match="no line"):
        parse_answer("I give no answer", course)
    with pytest.raises(NotationError, match="no line"):
        parse_answer("", course)
    with pytest.raises(IllegalMoveError, match="no checker of yours"):
        parse_answer("Final answer: b", course)


@pytest.mark.parametrize("line", ["**Final answer:** a", "*Move:* `a`", "Final answer:\n**a**"])
def test_an_answer_may_be_set_in_bold(line: str) -> None:
    course = Course(load_game("silo"))
    assert course.game.format_move(parse_answer(f"Hm.\n{line}", course), course.position) == "a"


def test_options_are_written_as_people_type_them_and_left_out_where_there_are_none() -> None:
    assert "pie=on" in prompt_of(Course(load_game("slicron", pie=True)))
    walk: type[WalkGame] = type("Walk", (WalkGame,), {"graph": dict([read_spot("a 0 b")])})
    assert "Options" not in prompt_of(Course(walk()))


def test_a_refused_answer_is_asked_again_with_the_reason() -> None:
    player, prompts = scripted("Final answer: b", "Final answer: a")
    match = Match(load_game("silo"), (player, "random"))
    match.step()
    assert match.course.moves == (0,)
    assert player.refused == 1
    assert f"refused: {refused('not-yours', column='b', colour='red').sentence}" in prompts[1]


@pytest.mark.parametrize(
    ("answer", "reason", "words"),
    [
        (lambda prompt: "Final answer: b", Reason.ILLEGAL, "no legal move in 2 answers"),
        (lambda prompt: 1 / 0, Reason.FAULT, "ZeroDivisionError"),
    ],
)
def test_a_model_that_fails_forfeits_and_the_record_says_why(
    answer: Callable[[str], str], reason: Reason, words: str
) -> None:
    match = Match(load_game("silo"), (ModelPlayer("bad", answer), "random"), seed=1)
    result = match.run()
    assert (result.winner, result.reason) == (1, reason)
    record = record_of(match)
    assert record.result is not None
    assert words in record.result.sentence
    assert course_of(record).result == result
