"""Making a site: which packages go, what is refused, and what the user is told."""

from __future__ import annotations

import zipfile
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.conftest import GAMES

from stackyard.errors import UnknownGameError
from stackyard_site import folder
from stackyard_site.command import command
from stackyard_site.distributions import files, needed
from stackyard_site.errors import SiteError
from stackyard_site.folder import packed, write_site
from stackyard_site.runtime import ARCHIVE, VERSION, read_runtime

MOST_BYTES = 4_000_000  # of the packages, packed


def test_a_site_has_what_its_games_need_and_no_server() -> None:
    names = {one.name.lower() for one in needed(["stackyard-silo"])}
    assert {"stackyard-core", "stackyard-coach", "stackyard-web", "stackyard-silo"} <= names
    assert {"starlette", "jinja2", "markupsafe"} <= names
    assert not {"uvicorn", "websockets", "pillow", "msgspec", "stackyard-filo"} & names


def test_a_game_that_is_not_installed_is_named() -> None:
    with pytest.raises(SiteError, match="towers, which is not installed"):
        needed(["towers"])


def test_the_packages_are_python_and_fit_the_budget() -> None:
    owners = [f"stackyard-{game.replace('_', '-')}" for game in GAMES]
    content = packed(needed(owners), {})
    assert len(content) < MOST_BYTES
    assert content == packed(needed(owners), {})
    with zipfile.ZipFile(BytesIO(content)) as archive:
        names = archive.namelist()
    assert "stackyard_silo/rules.py" in names
    assert "stackyard_web/templates/table.html" in names
    assert any(name.endswith("entry_points.txt") and "stackyard_silo" in name for name in names)
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc"))]


def test_an_editable_package_need_not_name_its_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    described = tmp_path / "a_game-1.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.4\nName: a-game\nVersion: 1\n")
    (tmp_path / "a_game.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    assert ("a_game.py", tmp_path / "a_game.py") in files(distribution("a-game"))


def test_licences_go_with_the_packages() -> None:
    (starlette,) = [one for one in needed(["stackyard-silo"]) if one.name == "starlette"]
    assert any("LICENSE" in path for path, _ in files(starlette))


def test_a_missing_pyodide_is_told_with_the_commands_that_get_it(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match=rf"npm pack pyodide@{VERSION}.*pip download"):
        read_runtime(tmp_path)


def test_another_pyodide_is_refused(tmp_path: Path) -> None:
    (tmp_path / ARCHIVE).write_bytes(b"another one")
    with pytest.raises(SiteError, match="is not the file that this version was tested with"):
        read_runtime(tmp_path)


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine", "utf-8")
    with pytest.raises(SiteError, match="holds other files"):
        write_site(tmp_path, tmp_path, ["silo"])
    assert (tmp_path / "letter.txt").read_text("utf-8") == "mine"


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The pages of a site by their names, in place of those of its games."""
    content = {"index.html": "1", "games/silo/index.html": "1"}

    def made(out: Path, blocked: object) -> None:
        for name, text in content.items():
            if text == "interrupted":
                raise KeyboardInterrupt
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            (out / name).write_text(text, "utf-8")

    monkeypatch.setattr(folder, "read_runtime", lambda path: ({"pyodide.mjs": b""}, {}))
    monkeypatch.setattr(folder, "make_pages", made)
    return content


def test_a_site_is_written_over_a_former_one_and_leaves_other_files(
    pages: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also from inside, and in a checkout by which it is published."""
    out = tmp_path / "out"
    write_site(out, tmp_path, ["silo"])
    for name in (".git/HEAD", "CNAME"):
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_text("mine", "utf-8")
    del pages["games/silo/index.html"]
    pages["index.html"] = "2"
    monkeypatch.chdir(out)
    assert write_site(Path(), tmp_path, ["silo"]).games == ("silo",)
    assert (out / "index.html").read_text("utf-8") == "2"
    assert not (out / "games").exists()
    assert (out / ".git/HEAD").read_text("utf-8") == (out / "CNAME").read_text("utf-8") == "mine"


def test_a_server_may_read_a_site(pages: dict[str, str], tmp_path: Path) -> None:
    made = tmp_path / "made"
    made.mkdir()
    write_site(tmp_path / "out", tmp_path, ["silo"])
    assert (tmp_path / "out").stat().st_mode == made.stat().st_mode


def test_an_interruption_leaves_the_former_site(pages: dict[str, str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_site(out, tmp_path, ["silo"])
    pages |= {"index.html": "2", "more.html": "interrupted"}
    with pytest.raises(KeyboardInterrupt):
        write_site(out, tmp_path, ["silo"])
    assert (out / "index.html").read_text("utf-8") == "1"
    assert (out / "pyodide/pyodide.mjs").exists()


def test_a_file_that_cannot_be_written_is_named(pages: dict[str, str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_site(out, tmp_path, ["silo"])
    worker = (out / "service_worker.js").read_text("utf-8")
    (out / "index.html").unlink()
    (out / "index.html").mkdir()
    pages["index.html"] = "2"
    with pytest.raises(IsADirectoryError) as refused:
        write_site(out, tmp_path, ["silo"])
    assert refused.value.filename == str(out / "index.html")
    assert (out / "service_worker.js").read_text("utf-8") == worker


def test_an_interrupted_first_site_leaves_nothing(pages: dict[str, str], tmp_path: Path) -> None:
    pages["index.html"] = "interrupted"
    with pytest.raises(KeyboardInterrupt):
        write_site(tmp_path / "out", tmp_path, ["silo"])
    assert not (tmp_path / "out").exists()


def test_an_unknown_game_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UnknownGameError):
        write_site(tmp_path / "out", tmp_path, ["chess"])
    assert not (tmp_path / "out").exists()


def test_the_command_says_what_it_needs(tmp_path: Path) -> None:
    out = tmp_path / "out"
    ended = CliRunner().invoke(command, [str(out), "--games", "silo", "--runtime", str(tmp_path)])
    assert isinstance(ended.exception, SiteError)
    assert "npm pack" in str(ended.exception)
    assert not out.exists()
