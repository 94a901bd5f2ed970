"""`/announce`: what moderators tell all players at once."""
