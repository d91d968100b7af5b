"""Slicron, a game by Saïd Galdseid, for Stackyard."""
