"""The commands, a file for each; a file is imported when its command runs."""
