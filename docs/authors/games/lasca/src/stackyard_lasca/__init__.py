"""Lasca, a game by Emanuel Lasker."""
