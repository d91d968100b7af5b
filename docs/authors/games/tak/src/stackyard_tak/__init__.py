"""Tak, a game by James Ernest and Patrick Rothfuss."""
