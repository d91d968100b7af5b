"""Matches in the formats of others: text for people, and Abstract Play."""
