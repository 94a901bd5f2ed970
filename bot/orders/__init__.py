"""Orders of players: given, planned, listed, shared, submitted; their forms and panels."""
