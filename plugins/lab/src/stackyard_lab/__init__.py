"""The laboratory: tournaments of computer players whose numbers can be trusted."""
