"""Games of OpenSpiel: the installed games of Stackyard, registered under names of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from stackyard.game import Game
from stackyard.plugins.problems import ProblemError
from stackyard.plugins.registry import registry
from stackyard.turnloop.history import Course
from stackyard_openspiel.observer import PlanesObserver
from stackyard_openspiel.parameters import (
    Parameter,
    most_moves_of,
    parameters_of,
    settings_of,
    specification,
)
from stackyard_openspiel.states import Line, SpielState, state_of

PREFIX = "python_stackyard_"  # OpenSpiel asks for the first word
USUAL_MOST_MOVES = 10_000  # moves that make a draw


class SpielGame(pyspiel.Game):
    """A game of Stackyard as a game of OpenSpiel; `rules` is the game itself.

    Each game has a subclass of its own, which names its type and its class.
    """

    spiel_type: ClassVar[Any]
    rules_class: ClassVar[type[Game]]

    def __init__(self, params: Mapping[str, Parameter] | None = None) -> None:
        given = dict(self.spiel_type.parameter_specification) | dict(params or {})
        options = self.rules_class.options
        self.rules = self.rules_class(**settings_of(options, given))
        self.most_moves = most_moves_of(given)
        super().__init__(
            self.spiel_type,
            pyspiel.GameInfo(
                num_distinct_actions=self.rules.move_space,
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self.most_moves,
            ),
            parameters_of(options, self.rules.settings, self.most_moves),
        )
        self._begin = Line(Course(self.rules), self.most_moves)

    def new_initial_state(self, state: Any = None) -> SpielState:
        """The start, or the state that a position's text, a struct or its dictionary describes."""
        if state is None:
            return SpielState(self, self._begin)
        if isinstance(state, str):
            state = {"position": state}
        elif not isinstance(state, Mapping):
            state = state.to_dict()
        return state_of(self, state)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer of the planes; with perfect recall, of the history as a string."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self.rules, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def register_games() -> list[str]:
    """Register every installed game that OpenSpiel does not have yet; return the names of all.

    A game that cannot be loaded is left out; `stackyard plugins` says why.
    """
    names = []
    for name in registry().games:
        try:
            game_class = registry().game(name)
        except ProblemError:
            continue
        names.append(PREFIX + name)
        if names[-1] not in pyspiel.registered_names():
            _register(names[-1], game_class)
    return names


def _register(name: str, game_class: type[Game]) -> None:
    game_type = pyspiel.GameType(
        short_name=name,
        long_name=game_class.about.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification(game_class.options, USUAL_MOST_MOVES),
    )
    # OpenSpiel drops it after the interpreter has ended, which a class survives and a function not.
    members = {"spiel_type": game_type, "rules_class": game_class, "__module__": __name__}
    made = globals()[name] = type(name, (SpielGame,), members)  # pickle looks for it there
    pyspiel.register_game(game_type, made)
