"""Discovery, loading and registration of plugins."""
