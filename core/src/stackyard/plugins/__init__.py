"""Finding plugins, loading them, and asking them what they provide."""
