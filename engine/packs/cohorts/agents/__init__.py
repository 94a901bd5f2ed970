"""Agents: how they enter service, what they do with their action, and how they end."""
