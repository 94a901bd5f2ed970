"""How the factions stand to each other, since when, and who wants what."""
