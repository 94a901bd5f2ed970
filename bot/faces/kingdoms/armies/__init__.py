"""Armies: which there are, where they stand and who leads them."""
