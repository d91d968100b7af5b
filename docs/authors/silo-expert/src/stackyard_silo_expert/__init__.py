"""Knowledge and puzzles of small boards of Silo, a game that somebody else wrote."""
