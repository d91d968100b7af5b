"""What helps a player to become better: lessons, puzzles, hints, and reviews of matches."""
