"""The coach's data about matches in the archive: what it keeps, and what it reads."""
