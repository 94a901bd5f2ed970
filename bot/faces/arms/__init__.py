"""Coats of arms: what they are made of, and their picture."""
