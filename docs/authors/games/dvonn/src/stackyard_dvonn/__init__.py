"""DVONN, a game by Kris Burm."""
