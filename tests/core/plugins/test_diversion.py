"""Output that plugins write past Python while they are loaded goes to standard error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

WRITES = {
    "os.write": "import os; os.write(1, b'loud\\n')",
    "a C library": "import ctypes; ctypes.CDLL(None).printf(b'loud\\n')",
    "a child process": "import subprocess; subprocess.run(['echo', 'loud'], check=True)",
    "os.system": "import os; os.system('echo loud')",
    "sys.__stdout__": "import sys; sys.__stdout__.write('loud\\n')",
    "a file descriptor": "import os; open(1, 'w', closefd=False).write('loud\\n')",
}

# A library that prints before, between and after, and loads its plugins in between.
PROGRAM = """
import sys
print("before")
from stackyard.plugins.registry import registry
problems = registry().problems
assert not problems, problems
print("after")
"""
HOOK = "\nfrom stackyard import hookimpl\n@hookimpl\ndef stackyard_match_started(match): pass\n"


def run(program: str, plugin: Path, shell: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program]
    if shell:
        command = ["/bin/sh", "-c", f'exec "$@" {shell}', "sh", *command]
    variables = os.environ | {"STACKYARD_PLUGINS": str(plugin)}
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=True)


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    return tmp_path / "loud.py"


@pytest.mark.parametrize("way", WRITES)
def test_what_a_plugin_writes_while_it_is_loaded_goes_to_standard_error(
    way: str, plugin: Path
) -> None:
    plugin.write_text(f"{WRITES[way]}{HOOK}")
    done = run(PROGRAM, plugin)
    assert (done.stdout, done.stderr) == ("before\nafter\n", "loud\n")


def test_nothing_is_written_anywhere_if_standard_error_is_closed(plugin: Path) -> None:
    plugin.write_text(f"{WRITES['os.write']}{HOOK}")
    done = run(PROGRAM, plugin, "2>&-")
    assert (done.stdout, done.stderr) == ("before\nafter\n", "")


def test_a_file_that_took_the_place_of_a_closed_standard_output_is_left_alone(
    plugin: Path, tmp_path: Path
) -> None:
    plugin.write_text(f"print('quiet'){HOOK}")
    opened = f"file = open({str(tmp_path / 'data')!r}, 'w')\nassert file.fileno() == 1\n"
    checked = "import os\nassert os.fstat(1).st_ino == os.fstat(file.fileno()).st_ino\n"
    loaded = "from stackyard.plugins.registry import registry\nregistry()\nfile.write('kept')\n"
    run(opened + loaded + checked, plugin, ">&-")
    assert (tmp_path / "data").read_text() == "kept"


def test_output_of_another_thread_stays_where_it_is_while_plugins_are_loaded(plugin: Path) -> None:
    plugin.write_text(f"import time\ntime.sleep(0.3){HOOK}")
    program = """
import os, threading, time
def write():
    for _ in range(50):
        os.write(1, b"x")
        time.sleep(0.01)
thread = threading.Thread(target=write)
thread.start()
from stackyard.plugins.registry import registry
registry()
thread.join()
"""
    assert run(program, plugin).stdout == 50 * "x"


def test_plugins_loaded_in_two_threads_leave_standard_output_as_it_was(plugin: Path) -> None:
    plugin.write_text(f"import time\ntime.sleep(0.1){HOOK}")
    program = """
import os, threading
from stackyard.plugins.isolation import loading
from stackyard.plugins.registry import Registry
with loading():
    threads = [threading.Thread(target=Registry) for _ in range(2)]
    for thread in threads:
        thread.start()
    os.write(1, b"aside")
for thread in threads:
    thread.join()
os.write(1, b"answer")
print(threading.active_count())
"""
    done = run(program, plugin)
    assert (done.stdout, done.stderr) == ("answer1\n", "aside")
