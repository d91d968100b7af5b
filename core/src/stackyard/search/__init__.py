"""Playing out, counting and searching positions, and the engines that do it."""
