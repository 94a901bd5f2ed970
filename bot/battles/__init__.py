"""`/battle` and `/odds`: fights that were, and fights that are imagined."""
