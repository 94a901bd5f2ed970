"""Campaigns that leave a server, come into one, or are copied."""
