"""Positions as tensors, for the adapters to libraries that learn."""
