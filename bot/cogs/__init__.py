"""What people can do, one extension for each group of commands."""
