"""A game as an environment of PettingZoo in which agents take turns (AEC)."""

from __future__ import annotations

from functools import cached_property
from io import BytesIO
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from stackyard.drawing.text import draw
from stackyard.errors import NotationError
from stackyard.plugins.registry import load_game
from stackyard.scenes import Scene
from stackyard.turnloop.history import Course
from stackyard_pictures.raster import png
from stackyard_tensors.planes import LARGEST, Planes, planes_of

AGENTS = ("player_0", "player_1")
WIDTH = 400  # pixels of a picture
ILLEGAL = -1.0  # the reward of an action outside the mask, as PettingZoo's own games have it

Mask = NDArray[np.int8]
Observation = NDArray[np.uint8] | dict[str, Any]


def env(game: str, **options: Any) -> GameEnv:
    """The environment of an installed game: see GameEnv."""
    return GameEnv(game, **options)


class GameEnv(AECEnv, EzPickle):
    """A game with these options, `player_0` being the one who begins.

    An action is a move, the same number in every position; a turn of several moves is as many
    steps of one agent. An observation is a dictionary of the planes and the mask, or, with
    `dict_observation=False`, the planes alone; the mask is in `infos` either way. The winner gets 1
    and the loser -1 at the end, otherwise rewards are 0. An action outside the mask ends the game:
    its agent gets -1 and the other 0. After `max_cycles` cycles, of two moves each, the game is
    truncated; `reset(options={"position": TEXT})` begins elsewhere.

    Raises UnknownGameError and OptionError; TensorError when planes are asked of a game without.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        dict_observation: bool = True,
        **options: object,
    ) -> None:
        AECEnv.__init__(self)
        EzPickle.__init__(
            self,
            game,
            render_mode=render_mode,
            max_cycles=max_cycles,
            dict_observation=dict_observation,
            **options,
        )
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"there is no render mode {render_mode}; the modes are {modes}")
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles is 1 or more, not {max_cycles}")
        self.game = load_game(game, **options)
        self.metadata = self.metadata | {"name": f"{self.game.name}_v0"}  # type: ignore[misc]
        self.render_mode = render_mode
        self.max_moves = None if max_cycles is None else max_cycles * len(AGENTS)
        self.possible_agents = [*AGENTS]
        self.agents: list[str] = []  # none before `reset`
        self.course = Course(self.game)
        actions = self.game.move_space
        self.action_spaces = {agent: Discrete(actions) for agent in AGENTS}
        self.observation_spaces: dict[str, Space[Any]] = {}
        self._dict_observation = dict_observation
        self._nothing: Mask = np.zeros(actions, np.int8)
        self._moves: set[int] = set()  # the legal ones

    def __str__(self) -> str:
        return str(self.metadata["name"])

    @cached_property
    def planes(self) -> Planes:
        """The planes of the game; TensorError if it has none."""
        return planes_of(self.game)

    def action_space(self, agent: str) -> Discrete[np.int64]:
        """The numbers of all moves."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of the planes and the mask; TensorError if the game has no planes."""
        if not self.observation_spaces:
            shape, actions = self.planes.shape, self.game.move_space
            for each in AGENTS:
                space: Space[Any] = Box(0, LARGEST, shape, np.uint8)
                if self._dict_observation:
                    mask = Box(0, 1, (actions,), np.int8)
                    space = Dict({"observation": space, "action_mask": mask})
                self.observation_spaces[each] = space
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; nothing in it is left to chance, so `seed` changes nothing."""
        text = (options or {}).get("position")
        self.course = Course(self.game, None if text is None else self.game.parse_position(text))
        self.agents = [*AGENTS]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, self.course.result is not None)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._update_agent()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Make a move of the agent to act; None for one whose game is over.

        Raises NotationError for a number that is no action.
        """
        if not self.agents:
            raise RuntimeError("no agent is left to act: begin a game by reset()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self._number(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if move in self._moves:
            self.course = self.course.advance(move)
            self._conclude()
            self._update_agent()
        else:
            EnvLogger.warn_on_illegal_move()
            self.rewards[agent] = ILLEGAL
            self.terminations = dict.fromkeys(AGENTS, True)
            self.truncations = dict.fromkeys(AGENTS, True)
            self._close_masks()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """The view of an agent: the planes, with the mask if observations are dictionaries."""
        planes = self.planes
        values = planes.values(self._position, AGENTS.index(agent))
        seen = np.frombuffer(values, np.uint8).reshape(planes.shape)
        if not self._dict_observation:
            return seen
        mask = self.infos[agent]["action_mask"] if agent in self.infos else self._nothing
        return {"observation": seen, "action_mask": mask.copy()}

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as text or pixels; with `human` it is printed."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render mode: make the environment with one")
            return None
        if self.render_mode == "rgb_array":
            return _pixels(self.course.scene)
        text = draw(self.course.scene)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Release nothing: no window is open. PettingZoo's test asks for it."""

    def _number(self, action: Any) -> int:
        """The action as a number; NotationError if it is none of the action space."""
        if not hasattr(action, "__index__") or not 0 <= int(action) < self.game.move_space:
            last = self.game.move_space - 1
            raise NotationError(f"{action!s:.40} is no action; actions are 0 to {last}")
        return int(action)

    def _conclude(self) -> None:
        """Give the rewards if the game is over, and truncate it if it is too long."""
        result = self.course.result
        if result is not None:
            self.terminations = dict.fromkeys(AGENTS, True)
            for number, agent in enumerate(AGENTS):
                if result.winner in (0, 1):
                    self.rewards[agent] = 1.0 if result.winner == number else -1.0
        elif self.max_moves is not None and self.course.ply >= self.max_moves:
            self.truncations = dict.fromkeys(AGENTS, True)

    def _update_agent(self) -> None:
        """Take the agent to act, its moves and the masks from the course."""
        self._position = self.course.position
        self.agent_selection = AGENTS[self.course.player]
        self._close_masks()
        if not (self.terminations[self.agent_selection] or self.truncations[self.agent_selection]):
            self._moves = {int(move) for move in self._position.legal_moves()}
            mask = self._nothing.copy()
            mask[[*self._moves]] = 1
            self.infos[self.agent_selection] = {"action_mask": mask}

    def _close_masks(self) -> None:
        """Let no agent act."""
        self._moves = set()
        self.infos = {agent: {"action_mask": self._nothing.copy()} for agent in AGENTS}


def _pixels(scene: Scene) -> NDArray[np.uint8]:
    """Rows of pixels of red, green and blue."""
    file = BytesIO(png(scene, width=WIDTH))
    from PIL import Image

    return np.asarray(Image.open(file).convert("RGB"), np.uint8)
