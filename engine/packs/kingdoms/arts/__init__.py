"""The spells of Kingdoms that are cast as actions: what each does, without the world it is in."""
