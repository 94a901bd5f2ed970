"""Battles in slots: their scenes, account and picture."""
