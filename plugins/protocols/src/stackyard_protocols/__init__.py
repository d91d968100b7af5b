"""Stackyard's games and players over UGI and GTP, and programs that speak them as players."""
