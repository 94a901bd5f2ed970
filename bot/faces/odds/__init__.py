"""How a forecast is shown, for all systems: as facts, in words and as a picture."""
