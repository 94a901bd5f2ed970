"""A kingdom: its treasury with the account of a turn, its people, treaties and inventions."""
