"""A folder of files in which the games are played without a server."""
