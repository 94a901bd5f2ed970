"""Runs the worked cases of the rulebook against the code, and tells which rules are tested."""
