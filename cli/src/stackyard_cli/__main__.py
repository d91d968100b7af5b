"""`python -m stackyard_cli` is the same as `stackyard`."""

from stackyard_cli.entry import run

run()
