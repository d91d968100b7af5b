"""Stackyard in the browser: a server, its pages, and the games that are played on it."""
