"""What the coach keeps of matches in the archive, and what it reads there."""
