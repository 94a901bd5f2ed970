"""A city: its people, actions, works, guilds and resources."""
