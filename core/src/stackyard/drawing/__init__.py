"""Drawing scenes: one module for each medium."""
