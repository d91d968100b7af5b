"""Builds that start while pip prepares other packages."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pip builds one after the other there")

PATIENCE = 20.0
HOOK = "from stackyard_kit.building.ahead import start; start()"
# A setup.py in whose place this stands: what a wheel is built by.
WHEEL = "import sys; name = 'tiny-1-py3-none-any.whl'\n"
BUILDS = f"{WHEEL}def build_wheel(folder):\n    open(folder + '/' + name, 'w').write('wheel')\n"
WARNS = (
    "    print('tiny_game is installed uncompiled: there is no C compiler cc', file=sys.stderr)\n"
)
FAILS = f"{WHEEL}def build_wheel(folder):\n    sys.exit('No space left on device')\n"
HANGS = (
    f"{WHEEL}import time\ndef build_wheel(folder):\n    open('hangs', 'w')\n    time.sleep(60)\n"
)


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The module, in the folder of a package that pip builds."""
    from stackyard_kit.building import ahead

    for folder in ("tracker", "wheels", "fake/setuptools", "package"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "package")
    monkeypatch.setenv("PIP_BUILD_TRACKER", str(tmp_path / "tracker"))
    kit = str(ROOT / "plugins/kit/src")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "fake"), kit, *sys.path])
    return ahead


def write_backend(tmp_path: Path, source: str) -> None:
    (tmp_path / "fake/setuptools/__init__.py").touch()
    text = source if source in (FAILS, HANGS) else f"{source}    return name\n"
    (tmp_path / "fake/setuptools/build_meta.py").write_text(text, "utf-8")


def start() -> None:
    """Run the hook that starts a build, in a process of its own as pip does."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    subprocess.run([sys.executable, "-c", HOOK], env=env, check=True)


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_the_wheel_that_was_built_ahead_is_taken(ahead: ModuleType, tmp_path: Path) -> None:
    write_backend(tmp_path, BUILDS)
    start()
    assert ahead.take(str(tmp_path / "wheels")) == "tiny-1-py3-none-any.whl"
    assert (tmp_path / "wheels/tiny-1-py3-none-any.whl").read_text("utf-8") == "wheel"
    assert ahead.take(str(tmp_path / "wheels")) is None  # it is taken once


def test_a_reason_for_staying_uncompiled_is_told_when_the_wheel_is_taken(
    ahead: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write_backend(tmp_path, BUILDS + WARNS)
    start()
    assert capfd.readouterr().err == ""
    assert ahead.take(str(tmp_path / "wheels"))
    assert capfd.readouterr().err.strip() == (
        "tiny_game is installed uncompiled: there is no C compiler cc"
    )


@pytest.mark.parametrize("installer", ["another", "pip, which has ended"])
def test_without_pip_nothing_is_built_ahead(
    ahead: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installer: str
) -> None:
    write_backend(tmp_path, BUILDS)
    if installer == "another":
        monkeypatch.delenv("PIP_BUILD_TRACKER")
    else:
        (tmp_path / "tracker").rmdir()
    start()
    assert ahead.take(str(tmp_path / "wheels")) is None


def test_a_build_that_failed_is_done_again_where_its_failure_is_seen(
    ahead: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write_backend(tmp_path, FAILS)
    start()
    assert ahead.take(str(tmp_path / "wheels")) is None
    assert "No space left on device" in capfd.readouterr().err
    assert list((tmp_path / "wheels").iterdir()) == []


def test_a_build_that_was_killed_leaves_no_wheel(ahead: ModuleType, tmp_path: Path) -> None:
    write_backend(tmp_path, HANGS)
    start()
    wait_for(Path("hangs").exists)
    os.kill(builder(), signal.SIGKILL)
    assert ahead.take(str(tmp_path / "wheels")) is None


@pytest.mark.parametrize("end", ["pip is killed", "its folder is gone"])
@pytest.mark.usefixtures("ahead")
def test_a_build_ends_with_pip(tmp_path: Path, end: str) -> None:
    write_backend(tmp_path, HANGS)
    run = f"subprocess.run([sys.executable, '-c', {HOOK!r}], check=True)"
    script = f"import subprocess, sys, time; {run}; time.sleep(60)"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen([sys.executable, "-c", script], env=env) as pip:
        wait_for(Path("hangs").exists)
        process = builder()
        if end == "pip is killed":
            pip.kill()
            pip.wait()
        else:
            (tmp_path / "tracker").rename(tmp_path / "gone")
        wait_for(lambda: not is_running(process))
        pip.kill()


def builder() -> int:
    """The process that builds in the working folder."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and str(os.getpid()) != entry.name:
            try:
                words = (entry / "cmdline").read_bytes()
                if b"ahead import main" in words and (entry / "cwd").readlink() == Path.cwd():
                    return int(entry.name)
            except OSError:
                continue
    raise AssertionError("no build is running")


def is_running(process: int) -> bool:
    """Whether a process runs; one that has ended may wait for its parent."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
