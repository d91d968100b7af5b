"""The turn loop: matches, players, hooks, and the history of what was played."""
