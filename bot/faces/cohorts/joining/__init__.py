"""Joining: the steps of designing a party, and how they read."""
