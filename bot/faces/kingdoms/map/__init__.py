"""The map of Kingdoms: provinces, who owns them, how well they are known, and who is where."""
