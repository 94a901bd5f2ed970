"""Strategic magic: who casts what, on whom, how far, and what comes of it."""
