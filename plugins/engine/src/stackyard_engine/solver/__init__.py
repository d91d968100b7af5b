"""Exact results: solvers, their tables and checkpoints."""
