"""Scripts that noxfile.py runs for releases; RELEASING.md tells the whole way."""
