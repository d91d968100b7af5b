"""Studies of games: is a game balanced, deep, clear, dramatic and decisive?"""
