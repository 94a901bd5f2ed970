"""An agent: its skills, what it can try with which chance, how it goes."""
