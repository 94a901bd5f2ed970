"""Notes and treaties between factions."""
