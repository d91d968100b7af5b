"""The picture of a scene as an array of pixels."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from stackyard_pictures.raster import png
from stackyard.scenes import Scene

WIDTH = 400


def pixels(scene: Scene) -> NDArray[np.uint8]:
    """Rows of pixels of red, green and blue; PictureError without the libraries that draw."""
    file = BytesIO(png(scene, width=WIDTH))
    from PIL import Image  # raster has said if it is missing

    return np.asarray(Image.open(file).convert("RGB"), np.uint8)
