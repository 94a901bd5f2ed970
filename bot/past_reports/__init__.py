"""`/report`: what was posted to a faction, read again."""
