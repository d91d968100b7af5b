"""The commands of the coach, a file for each, and what they show."""
