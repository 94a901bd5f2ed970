"""Characters: their skills, what they do with their actions, and what comes of it."""
