"""Evaluation of positions by learned weights."""
