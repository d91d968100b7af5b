"""Nine Men's Morris, a traditional game."""
