"""`/turn`: what is left to do this turn."""
