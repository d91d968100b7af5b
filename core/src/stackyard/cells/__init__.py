"""Sets of cells, as bits of numbers, and their images under the symmetries of a board."""
