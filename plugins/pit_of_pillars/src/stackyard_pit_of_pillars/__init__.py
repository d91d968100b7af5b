"""Pit of Pillars, a game by Christian Freeling, for Stackyard."""
