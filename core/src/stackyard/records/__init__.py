"""Matches written down, read again, and kept."""
