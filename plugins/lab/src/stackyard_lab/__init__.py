"""Tournaments of computer players, with ratings and their uncertainty."""
