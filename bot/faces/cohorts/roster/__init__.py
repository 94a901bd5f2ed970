"""All that a player has, by place."""
