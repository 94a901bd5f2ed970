"""How characters spend the six phases of a turn."""
