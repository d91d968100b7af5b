"""The hooks of this package; Dask is imported when it is used."""

from __future__ import annotations

from stackyard.plugins.hookspecs import RegisterNamed, hookimpl


@hookimpl
def stackyard_register_executors(register: RegisterNamed) -> None:
    """Register Dask clusters."""
    register(
        "dask",
        "stackyard_dask.cluster:cluster",
        "A Dask cluster; the argument is the address of its scheduler.",
    )
