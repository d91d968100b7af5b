"""What this package provides; Dask is imported when it is used."""

from __future__ import annotations

from stackyard.plugins.hookspecs import RegisterNamed, hookimpl


@hookimpl
def stackyard_register_executors(register: RegisterNamed) -> None:
    """Register the clusters of Dask."""
    register(
        "dask",
        "stackyard_dask.cluster:cluster",
        "A Dask cluster, the argument being the address of its scheduler.",
    )
