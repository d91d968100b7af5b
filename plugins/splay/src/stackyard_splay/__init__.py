"""Splay, a game by Greg Schmidt, for Stackyard."""
