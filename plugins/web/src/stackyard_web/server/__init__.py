"""The server: connections, limits and safety."""
