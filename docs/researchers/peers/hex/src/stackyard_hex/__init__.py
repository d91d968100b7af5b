"""Hex (Piet Hein, 1942; John Nash, 1948) for Stackyard."""
