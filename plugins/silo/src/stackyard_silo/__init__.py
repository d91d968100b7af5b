"""Silo, a game by Mark Steere, for Stackyard."""
