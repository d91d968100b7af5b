"""Observations of a state: the planes of its position, and the position as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from stackyard.game import Game
from stackyard_tensors.planes import Planes, TensorError, planes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from stackyard_openspiel.states import SpielState


class PlanesObserver:
    """An observer as OpenSpiel wants it: `tensor`, views of it in `dict`, and `set_from`.

    A game without a shape for a tensor has the string alone: `tensor` is None, and `set_from`
    raises TensorError.
    """

    def __init__(self, game: Game, params: Any = None) -> None:
        if params:
            raise ValueError(f"the observation takes no parameters, not {params}")
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        self._planes: Planes | TensorError
        try:
            self._planes = planes_of(game)
        except TensorError as failure:
            self._planes = failure
            return
        shape = self._planes.shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict["observation"] = self.tensor.reshape(shape)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the planes that a player sees into `tensor`."""
        if isinstance(self._planes, TensorError):
            raise self._planes
        assert self.tensor is not None
        values = self._planes.values(state.course.position, player)
        self.tensor[:] = np.frombuffer(values, np.uint8)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position as text, the same for both players."""
        return str(state)
