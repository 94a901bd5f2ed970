"""`/me`: what is kept of a person, and how to be forgotten."""
