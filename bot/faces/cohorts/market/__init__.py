"""The market: who has what open, offers and agreements."""
