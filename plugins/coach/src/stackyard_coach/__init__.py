"""Teaching players: lessons, puzzles, hints, and reviews of matches."""
