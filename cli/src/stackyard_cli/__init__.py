"""The stackyard command."""
