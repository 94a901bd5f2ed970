"""How a campaign comes to be on Discord, begins, pauses and ends."""
