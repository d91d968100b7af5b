"""Training weights by self-play."""
