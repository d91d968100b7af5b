"""Connect Four (Howard Wexler and Ned Strongin, 1974) for Stackyard."""
