"""Battles of Warmaster: the field and who stands on it, scenes, account and pictures."""
