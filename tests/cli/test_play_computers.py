from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import pytest
from click.testing import Result

from stackyard import Match, load_game
from stackyard.turnloop.wording import ending

Run = Callable[..., Result]
Text = Callable[..., str]
Answer = Callable[..., Any]
Lasting = Callable[[dict[str, Any]], dict[str, Any]]

SPECS = [("random", "random"), ("mcts:20", "random"), ("mcts:simulations=10", "mcts:20,seed=4")]


@pytest.mark.parametrize(("first", "second"), SPECS)
def test_a_whole_game_replays_through_the_library_to_the_same_position(
    first: str, second: str, answer: Answer
) -> None:
    words = ["--first", first, "--second", second, "--seed", "11", "-o", "size=4"]
    record = answer("play", "silo", *words)
    assert list(record) == [
        "format",
        "version",
        "id",
        "game",
        "options",
        "plugin",
        "rules_version",
        "players",
        "seed",
        "repetition",
        "terms",
        "start",
        "began",
        "changed",
        "comment",
        "turns",
        "position",
        "result",
        "variations",
    ]
    game = load_game(record["game"], **record["options"])
    match = Match(game)
    for turn in record["turns"]:
        assert turn["colour"] == game.colours[int(match.position.player)]
        for move in turn["moves"]:
            match.play(move)
    assert match.result is not None
    assert record["result"] == {
        "winner": game.colours[match.result.winner],
        "reason": "rules",
        "sentence": ending(match.course),
    }
    assert game.format_position(match.position) == record["position"]
    assert record["players"] == [
        {"colour": "red", "name": first.partition(":")[0], "spec": first},
        {"colour": "blue", "name": second.partition(":")[0], "spec": second},
    ]
    assert (record["start"], record["seed"], record["repetition"]) == (None, 11, 3)
    assert record["plugin"] == {"name": "silo", "version": version("stackyard-silo")}


@pytest.mark.parametrize(("first", "second"), SPECS)
@pytest.mark.parametrize("seed", ["0", "1", "-5", "123456789012345678901234567890"])
def test_the_same_seed_repeats_the_game(
    first: str, second: str, seed: str, answer: Answer, lasting: Lasting
) -> None:
    words = ["play", "silo", "--first", first, "--second", second, "-o", "size=4"]
    once, again = answer(*words, "--seed", seed), answer(*words, "--seed", seed)
    assert lasting(once) == lasting(again)
    assert once["id"] != again["id"]


def test_different_seeds_give_different_games(answer: Answer) -> None:
    words = ["play", "silo", "--first", "random", "--second", "random"]
    games = {str(answer(*words, "--seed", str(seed))["turns"]) for seed in range(5)}
    assert len(games) == 5


def test_without_a_seed_the_one_that_was_drawn_repeats_the_game(
    answer: Answer, lasting: Lasting
) -> None:
    words = ["play", "silo", "--first", "random", "--second", "mcts:5"]
    record = answer(*words)
    assert lasting(answer(*words, "--seed", str(record["seed"]))) == lasting(record)


def test_two_players_of_a_kind_do_not_make_the_same_choices(answer: Answer) -> None:
    record = answer("play", "silo", "--first", "random", "--second", "random", "--seed", "1")
    columns = [turn["moves"][0] for turn in record["turns"]]
    mirrored = [chr(ord("a") + ord("f") - ord(column)) for column in columns]
    assert columns[::2] != mirrored[1::2]


def test_the_game_is_told_move_by_move(output: Text, answer: Answer) -> None:
    words = ["play", "silo", "--first", "random", "--second", "random", "--seed", "6"]
    record = answer(*words)
    lines = output(*words).splitlines()
    told = [line for line in lines if line.startswith(("red moves ", "blue moves "))]
    assert [(line.split()[0], line[-2]) for line in told] == [
        (turn["colour"], turn["moves"][0]) for turn in record["turns"]
    ]
    assert lines[-1] == f"{record['result']['winner']} wins: {record['result']['sentence']}"
    assert not any(" > " in line for line in lines)


def test_quiet_prints_the_result_only(output: Text, answer: Answer) -> None:
    words = ["play", "silo", "--first", "random", "--second", "random", "--seed", "6"]
    result = answer(*words)["result"]
    assert output(*words, "--quiet") == f"{result['winner']} wins: {result['sentence']}\n"


def test_a_person_may_play_quietly_too(run: Run) -> None:
    small = ["play", "silo", "-o", "size=4", "-o", "height=1", "--second", "human"]
    played = run(*small, "--quiet", typed="a x\nd b c\n")
    assert played.exit_code == 0
    assert played.stdout == "blue wins: all blue checkers form one unbroken run in column b\n"
    assert played.stderr == (
        "Not played: 'x' is no move; name the column to move from, a to d. Type ? for help.\n"
    )


def test_a_drawn_game_has_no_winner(toys: str, answer: Answer) -> None:
    words = ["--plugin", toys, "play", "shuttle", "--first", "random", "--second", "random"]
    assert answer(*words, "--seed", "1")["result"] == {
        "winner": None,
        "reason": "repetition",
        "sentence": "the same position has stood 3 times",
    }


def test_a_game_from_a_file_is_played_by_the_computer(toys: str, answer: Answer) -> None:
    words = ["--plugin", toys, "play", "pairs", "--first", "mcts:200", "--second", "mcts:200"]
    record = answer(*words, "-o", "counters=4", "--seed", "1")
    assert [(turn["colour"], turn["moves"]) for turn in record["turns"]] == [("white", ["2", "2"])]
    assert record["position"] == "0'b"
    assert record["result"]["winner"] == "white"


@pytest.mark.parametrize("side", ["--first", "--second"])
@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (
            "parrot",
            "there is no player 'parrot';"
            " the players are human, random, mcts, alphabeta, level, perfect, mirror",
        ),
        (
            "",
            "there is no player '';"
            " the players are human, random, mcts, alphabeta, level, perfect, mirror",
        ),
        ("human:x", "player human: 'x' is not KEY=VALUE; the keys are none"),
        ("random:", "player random: nothing follows the colon"),
        ("mcts:", "player mcts: nothing follows the colon"),
        ("mcts:0", "player mcts, option simulations: 0 is not allowed; choose 1 to 1000000000"),
        (
            "mcts:seconds=nan",
            "player mcts, option seconds: nan is not allowed; choose a number from 0.001 to 3600",
        ),
        (
            "mcts:1,2",
            "player mcts: '2' is not KEY=VALUE; "
            "the keys are simulations, seconds, nodes, workers, "
            "horizon, minimax, scale, exploration, rave, history, decisive, proof, seed",
        ),
        ("mcts:seed=1,seed=2", "player mcts: seed is given twice"),
        (
            "mcts:depth=4",
            "player mcts has no option 'depth'; "
            "its options: simulations, seconds, nodes, workers, "
            "horizon, minimax, scale, exploration, rave, history, decisive, proof, seed",
        ),
        (
            "random:seed=-1",
            "player random, option seed: -1 is not allowed; choose 0 to 4611686018427387903",
        ),
    ],
)
def test_a_player_that_cannot_be_read_is_refused(
    side: str, spec: str, sentence: str, refusal: Text
) -> None:
    assert refusal("play", "silo", side, spec) == sentence


@pytest.mark.parametrize("seed", ["x", "1.5", ""])
def test_a_seed_that_is_no_whole_number_is_refused(seed: str, refusal: Text) -> None:
    assert "'--seed'" in refusal("play", "silo", f"--seed={seed}")
