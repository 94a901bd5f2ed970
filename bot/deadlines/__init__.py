"""The commands about deadlines, and what moderators do about turns that are late."""
