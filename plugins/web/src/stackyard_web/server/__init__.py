"""The HTTP server: connections, addresses, limits, security, logs."""
