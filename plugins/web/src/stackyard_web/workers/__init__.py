"""Worker processes, and the calls they answer."""
