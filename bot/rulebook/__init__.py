"""`/rules`: the rulebook, asked in plain words."""
