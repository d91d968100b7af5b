"""A worker process: `python -m stackyard_web.worker` reads jobs, a line each, and answers so."""

from __future__ import annotations

import json
import os
import sys

from stackyard.errors import StackyardError
from stackyard.plugins.finding import words_of
from stackyard_web.jobs import JOBS


def main() -> None:
    """Work until nobody asks any more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a plugin prints is no answer
    for line in sys.stdin:
        name, arguments = json.loads(line)
        try:
            answer = {"done": JOBS[name](**arguments)}
        except StackyardError as error:
            answer = {"refused": str(error)}
        except Exception as failure:  # a plugin's
            answer = {"failed": words_of(failure)}
        answers.write(f"{json.dumps(answer)}\n")
        answers.flush()


if __name__ == "__main__":
    main()
