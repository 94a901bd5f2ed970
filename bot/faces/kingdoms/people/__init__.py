"""Kings and heroes: who they are, what they can do and what they carry."""
