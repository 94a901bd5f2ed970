"""What a module holds for Kingdoms, as typed sections, one file for each of its packs."""
