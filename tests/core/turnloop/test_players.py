from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stackyard.analysis import Analysis, Limit
from stackyard.errors import PlayerSpecError
from stackyard.rng import Rng, derive
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match, make_player
from stackyard.turnloop.players import HumanPlayer, RandomPlayer
from stackyard.turnloop.watch import Watch
from stackyard_engine.engine import MctsEngine
from stackyard_engine.players import EnginePlayer

if TYPE_CHECKING:
    from tests.toy_games import WalkGame, WalkMaker, Yard

GRAPH = ("a 0 bcd", "b 1 efg", "c 1 efg", "d 1 efg", "e 0 hi", "f 0 hi", "g 0 hi")
ENDS = ("h 1 won 0", "i 1 won 1")
PICKY = """
from stackyard.descriptions import PlayerKind
from stackyard import Option, hookimpl
class Picky:
    def __init__(self, game, seed, **settings):
        self.name, self.game, self.seed, self.settings = "picky", game, seed, settings
    def choose(self, match):
        return int(match.position.legal_moves()[0])
@hookimpl
def stackyard_register_players(register):
    depth = Option("depth", 3, range(1, 9), "How deep.")
    slow = Option("slow", False, (False, True), "Whether to wait.")
    register(PlayerKind("first-one", "Plays all games.", (depth, slow)), Picky)
    register(PlayerKind("picky", "Plays two games.", games=("chess", "walk_on")), Picky)
    register(PlayerKind("walker", "Plays two others.", games=("chess", "walk")), Picky)
"""


@pytest.fixture
def game(walk: WalkMaker) -> WalkGame:
    return walk(*GRAPH, *ENDS)


@pytest.mark.parametrize(
    ("spec", "kind", "name"),
    [
        ("human", HumanPlayer, "human"),
        ("random", RandomPlayer, "random"),
        ("mcts", EnginePlayer, "mcts"),
        (" MCTS ", EnginePlayer, "mcts"),
    ],
)
def test_a_name_alone_describes_a_player(
    game: WalkGame, spec: str, kind: type[object], name: str
) -> None:
    player = make_player(spec, game)
    assert type(player) is kind
    assert player.name == name


@pytest.mark.parametrize(
    ("spec", "simulations", "seconds", "seed"),
    [
        ("mcts", 1000, None, 5),
        ("mcts:2000", 2000, None, 5),
        ("mcts:simulations=2000", 2000, None, 5),
        ("mcts:2000,seed=7", 2000, None, 7),
        ("mcts:seed=7,simulations=20", 20, None, 7),
        ("mcts:SEED=7", 1000, None, 7),
        ("mcts:seed=0", 1000, None, 0),
        ("mcts:seconds=0.5", None, 0.5, 5),
        ("mcts:30,seconds=2", 30, 2.0, 5),
    ],
)
def test_settings_follow_the_colon(
    game: WalkGame, spec: str, simulations: int | None, seconds: float | None, seed: int
) -> None:
    player = make_player(spec, game, seed=5)
    assert isinstance(player, EnginePlayer)
    assert player.limit == Limit(simulations=simulations, seconds=seconds)
    assert isinstance(player.engine, MctsEngine)
    assert player.engine.seed == seed


def test_a_bare_value_goes_to_the_first_option(game: WalkGame) -> None:
    player = make_player("random:12", game)
    assert isinstance(player, RandomPlayer)
    assert player.seed == 12


def test_the_largest_seed_that_is_allowed_can_be_given(game: WalkGame) -> None:
    player = make_player(f"random:seed={2**62 - 1}", game)
    assert isinstance(player, RandomPlayer)
    assert player.seed == 2**62 - 1


def test_a_seed_is_drawn_afresh_where_none_is_given(game: WalkGame) -> None:
    players = [make_player("random", game) for _ in range(5)]
    seeds = {player.seed for player in players if isinstance(player, RandomPlayer)}
    assert len(seeds) == 5


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "there is no player ''; the players are human, random, mcts"),
        ("alice", "there is no player 'alice'; the players are human, random, mcts"),
        (":5", "there is no player ''; the players are human, random, mcts"),
        ("mcts:", "player mcts: nothing follows the colon"),
        ("human:1", "player human: '1' is not KEY=VALUE; the keys are none"),
        ("human:a=1", "player human has no option 'a'; its options: none"),
        (
            "mcts:seed=1,5",
            "player mcts: '5' is not KEY=VALUE; the keys are simulations, seconds, n",
        ),
        ("mcts:5,", "player mcts: '' is not KEY=VALUE; the keys are simulations, seconds, node"),
        ("mcts:5,simulations=6", "player mcts: simulations is given twice"),
        ("mcts:seed=1,Seed=1", "player mcts: seed is given twice"),
        ("mcts:depth=3", "player mcts has no option 'depth'; its options: simulations, seconds, n"),
        ("mcts:=3", "player mcts has no option ''; its options: simulations, seconds, node"),
        ("mcts:0", "player mcts, option simulations: 0 is not allowed; choose 1 to 1000000000"),
        ("mcts:many", "player mcts, option simulations: many is not allowed; choose 1 to"),
        ("mcts:seconds=0", "player mcts, option seconds: 0 is not allowed; choose a number from 0"),
        ("mcts:seconds=", "player mcts, option seconds:  is not allowed"),
        ("random:seed=-1", "player random, option seed: -1 is not allowed; choose 0 to 46116860"),
        ("random:seed=-+1", "player random, option seed: -+1 is not allowed"),
    ],
)
def test_a_description_that_cannot_be_read_says_what_is_wrong(
    game: WalkGame, spec: str, words: str
) -> None:
    with pytest.raises(PlayerSpecError) as caught:
        make_player(spec, game)
    assert str(caught.value).startswith(words)


def test_a_player_of_a_plugin_gets_the_game_a_seed_and_its_settings(
    game: WalkGame, yard: Yard
) -> None:
    yard.install("picky", PICKY)
    player = make_player("First_One:4,slow=on", game, seed=9)
    assert type(player) is yard.module("picky").Picky
    assert vars(player) == {
        "name": "picky",
        "game": game,
        "seed": 9,
        "settings": {"depth": 4, "slow": True},
    }


def test_a_player_may_play_certain_games_only(game: WalkGame, yard: Yard) -> None:
    yard.install("picky", PICKY)
    with pytest.raises(PlayerSpecError, match=r"^player picky plays chess, walk_on, not walk$"):
        make_player("picky", game)
    assert type(make_player("walker", game)) is yard.module("picky").Picky


def chosen(game: WalkGame, spec: str, seed: int, plies: int = 0) -> int | str | None:
    """The player's choice at the start, or after `plies` moves."""
    match = Match(game, (spec, spec), seed=seed)
    for _ in range(plies):
        match.step()
    return match.player.choose(match)


@pytest.mark.parametrize("spec", ["random", "mcts:30"])
def test_a_computer_player_repeats_its_choices_for_the_same_seed(game: WalkGame, spec: str) -> None:
    for seed in range(10):
        first, second = (Match(game, (spec, spec), seed=seed) for _ in range(2))
        assert first.run() == second.run()
        assert [turn.moves for turn in first.turns] == [turn.moves for turn in second.turns]


@pytest.mark.parametrize("spec", ["random", "mcts:1"])
def test_a_computer_player_differs_from_seed_to_seed(game: WalkGame, spec: str) -> None:
    assert {chosen(game, spec, seed) for seed in range(40)} == {1, 2, 3}


def test_a_random_player_chooses_by_its_seed_and_the_number_of_moves(game: WalkGame) -> None:
    player, match = RandomPlayer(game, 3), Match(game, seed=1)
    for ply in range(3):
        move = player.choose(match)
        expected = match.position.random_move(Rng(derive(3, ply)).bits())
        assert move == expected
        match.play(move)


def test_after_an_undo_a_computer_player_chooses_the_same_again(game: WalkGame) -> None:
    match = Match(game, ("random", "mcts:20"), seed=11)
    match.run()
    played = [turn.moves for turn in match.turns]
    while match.turns:
        match.undo()
    match.run()
    assert [turn.moves for turn in match.turns] == played


def test_an_only_move_is_played_without_thinking(walk: WalkMaker) -> None:
    class Refusing(MctsEngine):
        def analyse(self, course: Course, limit: Limit, watch: Watch | None = None) -> Analysis:
            raise AssertionError(course)

    game = walk("a 0 b", "b 1 drawn")
    assert EnginePlayer("mcts", Refusing(1), Limit(seconds=1), game).choose(Match(game)) == 1


def test_a_step_watches_the_player_and_may_have_it_move_at_once(game: WalkGame) -> None:
    shares: list[float] = []

    def stop(share: float) -> bool:
        shares.append(share)
        return True

    match = Match(game, ("mcts:1000000000", "random"), seed=1, repetition=0)
    match.step(stop)
    assert match.ply == 1
    assert len(shares) == 1
    assert shares[0] < 1e-6


def test_a_player_closes_its_engine_when_its_match_is_closed(game: WalkGame) -> None:
    closed: list[str] = []

    class Closing(MctsEngine):
        def close(self) -> None:
            closed.append(self.name)

    match = Match(game, (EnginePlayer("mcts", Closing(1), Limit(seconds=1), game), "random"))
    match.close()
    assert closed == ["mcts"]


def test_a_seat_may_be_given_to_another_player(game: WalkGame) -> None:
    match = Match(game, ("human", "random"), seed=3)
    match.seat(0, "mcts:7")
    match.seat(1, RandomPlayer(game, 1), "random:seed=1")
    assert match.specs == ("mcts:7", "random:seed=1")
    assert [player.name for player in match.players] == ["mcts", "random"]
    again = Match(game, ("mcts:7", RandomPlayer(game, 1)), seed=3)
    match.run()
    again.run()
    assert match.course.moves == again.course.moves


def test_a_person_is_asked_on_the_terminal_until_a_legal_move_is_typed(
    game: WalkGame, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed, prompts = iter(["", "?", "z", " C "]), []

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return next(typed)

    monkeypatch.setattr("builtins.input", answer)
    match = Match(game)
    assert match.player.choose(match) == 2
    assert prompts == ["your move: "] * 4
    assert capsys.readouterr().err.splitlines() == [
        "'' is no letter",
        "'?' is no letter",
        "no way leads from a to z",
    ]


def test_the_end_of_the_input_is_not_hidden(
    game: WalkGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", end)
    match = Match(game)
    with pytest.raises(EOFError):
        match.step()
    assert not match.turns


def test_a_program_may_ask_a_person_in_its_own_way(game: WalkGame) -> None:
    def last(match: Match) -> str:
        return game.legal_texts(match.position)[-1]

    match = Match(game, (HumanPlayer(game, ask=last), HumanPlayer(game, ask=last)))
    match.run()
    assert [turn.moves for turn in match.turns] == [(3,), (6,), (8,)]
