"""The web manifest and its icons, by which a browser installs the pages as an application."""

from __future__ import annotations

from functools import lru_cache

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from stackyard_web.server.assets import STATIC
from stackyard_web.server.root_path import root

ICONS = {"180": 180, "192": 192, "512": 512, "maskable": 512}  # pixels
GROUND = "#f6f1e7"  # under an icon that the system cuts to its own shape
MARGIN = 4  # units around such an icon, whose drawing has 32
DAY = "public, max-age=86400"


async def manifest(request: Request) -> Response:
    """The web manifest."""
    icons = [
        {
            "src": f"{root()}/icons/{name}.png",
            "sizes": f"{pixels}x{pixels}",
            "type": "image/png",
            "purpose": "maskable" if name == "maskable" else "any",
        }
        for name, pixels in ICONS.items()
    ]
    content = {
        "name": "Stackyard",
        "description": "Stacking games, against friends and the computer",
        "id": f"{root()}/",
        "start_url": f"{root()}/",
        "scope": f"{root()}/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": icons,
    }
    headers = {"cache-control": DAY}
    return JSONResponse(content, headers=headers, media_type="application/manifest+json")


async def icon(request: Request) -> Response:
    """An icon of the manifest."""
    name = request.path_params["name"]
    if name not in ICONS:
        raise HTTPException(404)
    picture = await to_thread.run_sync(_icon, name)
    return Response(picture, headers={"cache-control": DAY}, media_type="image/png")


@lru_cache(len(ICONS))
def _icon(name: str) -> bytes:
    import resvg_py  # not in a browser, which has the icons as files

    drawing = (STATIC / "icon.svg").read_text("utf-8")
    ground = None if name in {"192", "512"} else GROUND
    if ground:
        wide = 32 + 2 * MARGIN
        drawing = drawing.replace('"0 0 32 32"', f'"-{MARGIN} -{MARGIN} {wide} {wide}"')
    side = ICONS[name]
    return resvg_py.svg_to_bytes(
        svg_string=drawing, width=side, height=side, background=ground, skip_system_fonts=True
    )
