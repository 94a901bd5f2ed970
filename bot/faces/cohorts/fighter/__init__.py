"""A character or military unit: its state, figures, gear, skills and spells."""
