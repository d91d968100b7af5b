"""The picture of a scene as an array of pixels."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from stackyard.scenes import Scene
from stackyard_pictures.raster import png

WIDTH = 400


def pixels(scene: Scene) -> NDArray[np.uint8]:
    """Rows of pixels of red, green and blue."""
    from PIL import Image

    file = BytesIO(png(scene, width=WIDTH))
    return np.asarray(Image.open(file).convert("RGB"), np.uint8)
