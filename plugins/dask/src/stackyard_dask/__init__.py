"""Work on a Dask cluster."""
