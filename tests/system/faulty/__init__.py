"""Heaps with a fault each, which is found in both builds."""
