"""Games of arenas on a Dask cluster."""
