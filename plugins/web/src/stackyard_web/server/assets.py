"""The files of pages, under names that change with their content so that browsers can keep them.

The templates name files as they lie in `static`; `themes.css` is made from the themes of core.
Neighbouring style sheets, and neighbouring scripts with the modules that they import, become one
file each when the server starts.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path

from jinja2.ext import Extension
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from stackyard_pictures.themes import page_style

STATIC, TEMPLATES = [Path(__file__).parents[1] / name for name in ("static", "templates")]
# Those that a browser insists on; Windows programs change them in the registry.
TYPES = {"js": "text/javascript", "css": "text/css"}
UNCHANGING = "public, max-age=31536000, immutable"
STYLE = re.compile(r'(?:<link rel="stylesheet" href="/static/[\w.]+">\s*)+')
SCRIPT = re.compile(r'(?:<script type="module" src="/static/[\w.]+"></script>\s*)+')
USED = re.compile(r'"/static/([\w.]+)"')
ALONE = re.compile(r'"/static/(\w+\.(?:css|js|woff2))"')
URL = re.compile(r"url\([\"']?(?:/static/)?(\w[\w.-]*)[\"']?\)")
IMPORT = re.compile(r'^import\s+(?:(\{[^}]*\}|\* as \w+)\s+from\s+)?"\./([\w.]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b(?!\().*", re.MULTILINE)
MARGIN = re.compile(r"^\s*(?://.*\n)?", re.MULTILINE)
LONG_TEXT = re.compile(r"^[^`\n]*(?:`[^`\n]*`[^`\n]*)*`[^`\n]*$", re.MULTILINE)  # of several lines
HASHED = re.compile(r"([\w.]+)-[0-9a-f]{10}(\.\w+)")


@dataclass(frozen=True)
class Asset:
    """A file as browsers receive it."""

    name: str
    body: bytes

    @cached_property
    def digest(self) -> str:
        """A name for the content."""
        return sha256(self.body).hexdigest()[:10]

    @property
    def url(self) -> str:
        """The address, which changes with the content."""
        stem, _, suffix = self.name.rpartition(".")
        return f"/static/{stem}-{self.digest}.{suffix}"

    @property
    def media_type(self) -> str:
        """The type of the content."""
        suffix = self.name.rpartition(".")[2]
        return TYPES.get(suffix) or mimetypes.guess_type(self.name)[0] or "application/octet-stream"


class Assets:
    """The files in a folder, and the bundles that templates need."""

    def __init__(self, folder: Path, templates: Path) -> None:
        self._texts = {file.name: file.read_bytes() for file in sorted(folder.iterdir())}
        self._texts["themes.css"] = page_style().encode()
        self._plain = {name: Asset(name, body) for name, body in self._texts.items()}
        self._bundles = dict[str, Asset]()
        for file in sorted(templates.glob("*.html")):
            self.name_bundles(file.read_text("utf-8"))

    def find(self, name: str) -> tuple[Asset, bool] | None:
        """The file of a name in an address, and whether this name is that of its content."""
        fit = HASHED.fullmatch(name)
        if fit is None:
            found = self._plain.get(name)
            return None if found is None else (found, False)
        file = f"{fit[1]}{fit[2]}"
        known = self._bundles.get(file) or self._plain.get(file)
        return None if known is None else (known, known.url.endswith(f"/{name}"))

    def name_bundles(self, template: str) -> str:
        """A template that names bundles in place of files."""
        template = STYLE.sub(lambda found: self._styles(USED.findall(found[0])), template)
        template = SCRIPT.sub(lambda found: self._scripts(USED.findall(found[0])), template)
        return ALONE.sub(lambda found: f'"{self._plain[found[1]].url}"', template)

    def _styles(self, names: list[str]) -> str:
        text = "\n".join([self._texts[name].decode() for name in names])
        url = self._bundle(names, URL.sub(self._named, text))
        return f'<link rel="stylesheet" href="{url}">\n'

    def _scripts(self, names: list[str]) -> str:
        url = self._bundle(names, script_bundle(names, self._texts))
        return f'<script type="module" src="{url}"></script>\n'

    def _named(self, found: re.Match[str]) -> str:
        file = self._plain.get(found[1])
        return f'url("{file.url.rpartition("/")[2]}")' if file else found[0]

    def _bundle(self, names: list[str], text: str) -> str:
        stems = [name.partition(".")[0] for name in names]
        name = ".".join([*stems, names[0].rpartition(".")[2]])
        made = self._bundles[name] = Asset(name, text.encode())
        return made.url


def script_bundle(names: Iterable[str], texts: dict[str, bytes]) -> str:
    """One script with the same effect as these modules and all that they import.

    Each module becomes a function that is called once and returns its exports. Indentation and
    comments on lines of their own are left out. ValueError if a module imports or exports in a way
    that this does not read, has a text of several lines, or if two modules import each other.
    """
    done = dict[str, str]()

    def add(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"{' and '.join(above[above.index(name) :])} import each other")
        if name in done:
            return
        text = texts[name].decode()
        for _, imported in IMPORT.findall(text):
            add(imported, (*above, name))
        exported = ", ".join(kept for _, kept in EXPORT.findall(text))
        text = MARGIN.sub("", EXPORT.sub(r"\1 \2", IMPORT.sub(_imported, text)))
        if left := LEFT.search(text) or LONG_TEXT.search(text):
            raise ValueError(f"{name}: {left[0]!r} cannot be put into a bundle")
        done[name] = (
            f"const {_variable(name)} = (() => {{\n{text}return {{ {exported} }};\n}})();\n"
        )

    for name in names:
        add(name, ())
    return "\n".join(done.values())


def _imported(found: re.Match[str]) -> str:
    names, module = found[1], _variable(found[2])
    if names is None:
        return ""
    if names.startswith("*"):
        return f"const {names.removeprefix('* as ')} = {module};"
    return f"const {names.replace(' as ', ': ')} = {module};"


def _variable(name: str) -> str:
    return f"${name.partition('.')[0]}"


@lru_cache(1)
def assets() -> Assets:
    """The files of this package, as they were when the server started."""
    return Assets(STATIC, TEMPLATES)


class BundleNames(Extension):
    """The extension of Jinja that puts the names of bundles into templates."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """A template's source with the names of bundles."""
        return assets().name_bundles(source)


async def file(request: Request) -> Response:
    """A file or bundle; browsers are told not to keep it if the name is of other content.

    Some files are at the address `/` and their name: browsers want the script that shows
    notifications above the pages that it serves, and programs look for the description of all
    addresses there, search engines for what they may visit.
    """
    found = assets().find(request.url.path.rpartition("/")[2])
    if found is None:
        raise HTTPException(404)
    asset, named = found
    headers = {
        "cache-control": UNCHANGING if named else "no-cache",
        "etag": f'W/"{asset.digest}"',  # packed or not
    }
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(asset.body, headers=headers, media_type=asset.media_type)
