"""F.I.L.O., a game by Richard Hutnik, for Stackyard."""
