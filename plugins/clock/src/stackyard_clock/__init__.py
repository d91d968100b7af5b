"""A clock for matches."""
