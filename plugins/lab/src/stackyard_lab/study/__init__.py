"""Studies of games: whether a game is balanced, deep, clear, dramatic and decisive."""
