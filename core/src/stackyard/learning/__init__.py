"""Judgement learned from play and exact results: weights of small patterns."""
