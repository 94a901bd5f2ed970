"""What goes out to channels: the messages of the outbox, how they look, and their delivery."""
