"""Breakthrough (Dan Troyka, 2000) for Stackyard."""
