"""What shows Kingdoms to people: a face for each of its packs."""
