from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.full_disk import room_for

from stackyard_cli import files

Text = Callable[..., str]
Keep = Callable[..., int]

BIG = """
from stackyard import hookimpl
from stackyard.descriptions import Exporter

@hookimpl
def stackyard_register_exporters(register):
    write = lambda records, view: b"x" * 2_000_000
    register(Exporter("big", "Is big.", (".big",), "text/plain"), write)
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)


def there() -> list[str]:
    return sorted([path.name for path in Path.cwd().iterdir()])


@pytest.mark.parametrize("before", [None, "mine"])
def test_a_full_disk_leaves_what_was_there(
    before: str | None, keep: Keep, refusal: Text, use_plugin: Callable[[str, str], Path]
) -> None:
    number = str(keep())
    use_plugin("big", BIG)
    if before is not None:
        Path("game.big").write_text(before, "utf-8")
    with room_for(1_000_000):
        sentence = refusal("export", number, "--to", "game.big", "--force")
    assert sentence.startswith("--to game.big: File too large")
    assert there() == ([] if before is None else ["game.big"])
    assert before is None or Path("game.big").read_text("utf-8") == before


def test_what_is_interrupted_leaves_what_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    Path("game.json").write_bytes(b"mine")
    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write("--to", "game.json", b"half")
    assert there() == ["game.json"]
    assert Path("game.json").read_bytes() == b"mine"


def test_a_file_keeps_its_place_and_its_permissions(keep: Keep, output: Text) -> None:
    number = str(keep())
    Path("elsewhere").mkdir()
    for name in ("kept.json", "missing.json"):
        Path(name).symlink_to(Path("elsewhere", name))
    Path("plain.json").touch()
    Path("elsewhere/kept.json").touch(0o600)
    for name in ("kept.json", "missing.json", "new.json"):
        output("export", number, "--to", name, "--force")
    assert there() == ["elsewhere", "kept.json", "missing.json", "new.json", "plain.json"]
    for name in ("kept.json", "missing.json"):
        assert Path(name).is_symlink()
        assert Path("elsewhere", name).read_bytes() == Path("new.json").read_bytes()
    assert Path("kept.json").stat().st_mode & 0o777 == 0o600
    plain = Path("plain.json").stat().st_mode
    assert [Path(name).stat().st_mode for name in ("missing.json", "new.json")] == [plain, plain]


def test_what_is_no_plain_file_is_written_to(keep: Keep, refusal: Text) -> None:
    number = str(keep())
    sentence = refusal("export", number, "--to", "/dev/full", "--format", "json")
    assert sentence.startswith("--to /dev/full: No space left on device")
