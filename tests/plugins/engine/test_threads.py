"""Records that are read for the first time by many threads at once."""

from __future__ import annotations

import subprocess
import sys

from stackyard import Match, load_game
from stackyard.records.format import encode
from stackyard.records.writer import record_of

PROGRAM = """
import sys, threading
from stackyard.records.format import decode
sys.setswitchinterval(1e-6)
document = sys.stdin.buffer.read()
together = threading.Barrier(40)
def read():
    together.wait()
    decode(document)
threads = [threading.Thread(target=read) for _ in range(40)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("read")
"""
PROCESSES = 12  # a third of them died where types were built by the first to read


def test_many_threads_that_read_at_once_do_no_harm() -> None:
    match = Match(load_game("silo", size=4), ("random", "random"), seed=1)
    match.run()
    document = encode(record_of(match))
    for _ in range(PROCESSES):
        words = [sys.executable, "-c", PROGRAM]
        done = subprocess.run(words, input=document, capture_output=True, check=False)
        assert (done.returncode, done.stdout.strip()) == (0, b"read")
