"""Battles of stack against stack: their scenes, account and picture."""
