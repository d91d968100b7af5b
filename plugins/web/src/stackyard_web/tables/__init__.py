"""Tables: matches that pages play and watch."""
