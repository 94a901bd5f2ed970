"""What shows the game of kings to people: a face for each of its packs, and a folder a subject."""
