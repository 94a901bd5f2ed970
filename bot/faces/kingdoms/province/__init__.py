"""A province and its features, as far as they are known."""
