"""A stack: who is in it, how fast it goes and what slows it."""
