"""Watching a campaign without playing in it."""
