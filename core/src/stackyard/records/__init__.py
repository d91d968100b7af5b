"""Records of matches, and the archive that stores them."""
