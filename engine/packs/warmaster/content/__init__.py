"""What a module holds for Warmaster, as typed sections, one file a subject."""
