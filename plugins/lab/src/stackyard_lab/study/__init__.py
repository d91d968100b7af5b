"""Studies of games: their balance, depth, clarity, drama and decisiveness."""
