"""Positions and matches as pictures: SVG, PNG, films, and parts of pages."""
