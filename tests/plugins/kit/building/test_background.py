"""Wheels that are built while pip prepares other packages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from threading import Timer

import pytest
from tests.conftest import PATIENCE, ROOT

from stackyard_kit.building.background import CORES as INSTALLED

if sys.platform == "linux":
    import fcntl

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a wheel waits for pip elsewhere")

# The hooks run from the clone, so they lock the clone's files, wherever the tests have the kit.
KIT = ROOT / "plugins/kit/src"
CORES = [KIT / "stackyard_kit/building" / path.name for path in INSTALLED]

# What pip runs for each hook: its name is among the words of the command.
METADATA = """
import sys
from pathlib import Path
from stackyard_kit.building.background import start

def build():
    {build}
    folder = Path(sys.argv[sys.argv.index("--dist-dir") + 1])
    folder.mkdir()
    wheel = folder / "tiny-1-py3-none-any.whl"
    wheel.write_text("wheel", "utf-8")
    {after}

start(build)
"""
WHEEL = """
import sys
from stackyard_kit.building.background import take

sys.argv[1:] = ["bdist_wheel", "--dist-dir", "wheels"]
print("taken" if take() else "none")
"""
TELLS = "print('a note of the compiler')"
FAILS = "sys.exit('No space left on device')"
WAITS = """import time
    for _ in range(3000):
        if Path("go").exists():
            break
        time.sleep(0.02)
"""


@pytest.fixture(autouse=True)
def _package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "wheels").mkdir()
    monkeypatch.chdir(tmp_path)


def call(script: str, hook: str, made_by: str = "pip-build-env-x7") -> str:
    """The output of a hook, in an environment of this name."""
    path = os.pathsep.join([made_by, str(KIT)])
    command = [sys.executable, "-c", script, hook]
    env = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    return done.stdout


def begin(
    build: str, hook: str = "prepare_metadata_for_build_wheel", after: str = "", **given: str
) -> None:
    call(METADATA.format(build=build, after=after), hook, **given)


def test_the_wheel_is_moved_to_where_pip_wants_it_with_what_its_build_printed() -> None:
    begin(TELLS)
    said = call(WHEEL, "build_wheel")
    assert said.split() == [*["a", "note", "of", "the", "compiler"], "taken"]
    assert Path("wheels/tiny-1-py3-none-any.whl").read_text("utf-8") == "wheel"


@pytest.mark.parametrize(("build", "after"), [(FAILS, ""), ("", FAILS)])
def test_a_build_that_failed_leaves_no_wheel(build: str, after: str) -> None:
    """Not even a part of one."""
    begin(build, after=after)
    assert call(WHEEL, "build_wheel").split()[-1] == "none"
    assert list(Path("wheels").iterdir()) == []


@pytest.mark.parametrize(
    ("hook", "made_by"),
    [
        ("prepare_metadata_for_build_wheel", "/home/packager"),
        ("prepare_metadata_for_build_editable", "pip-build-env-x7"),
    ],
)
def test_nothing_but_an_isolated_wheel_is_built_in_the_background(hook: str, made_by: str) -> None:
    begin(TELLS, hook, made_by=made_by)
    assert not Path("build").exists()
    assert call(WHEEL, "build_wheel") == "none\n"


def test_a_wheel_that_was_left_behind_is_not_taken_by_another_build() -> None:
    begin(TELLS)
    assert call(WHEEL, "build_wheel", "/home/packager") == "none\n"


def test_pip_goes_on_while_the_wheel_is_built_and_then_waits_for_it() -> None:
    begin(WAITS)
    assert not list(Path("build/background").rglob("*.whl"))
    Timer(1, Path("go").touch).start()
    assert call(WHEEL, "build_wheel") == "\ntaken\n"


def test_nothing_is_begun_when_pip_is_gone() -> None:
    hook = [sys.executable, "-c", METADATA.format(build="Path('begun').touch()", after="")]
    pip = f"import subprocess; subprocess.run({[*hook, 'prepare_metadata_for_build_wheel']})"
    cores = [path.open("rb") for path in CORES]
    for core in cores:
        fcntl.flock(core, fcntl.LOCK_EX)  # a build on each of them
    call(pip, "install")
    for core in cores:
        core.close()
    assert call(WHEEL, "build_wheel") == "\nnone\n"
    assert not Path("begun").exists()
