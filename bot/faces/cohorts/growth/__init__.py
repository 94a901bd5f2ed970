"""How a city grew, turn by turn."""
