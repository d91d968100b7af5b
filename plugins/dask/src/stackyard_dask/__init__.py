"""Stackyard's work on a Dask cluster."""
