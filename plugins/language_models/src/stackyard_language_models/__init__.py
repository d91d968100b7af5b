"""Language models as players: a server of the Model Context Protocol, and matches by prompts."""
