"""`/help`, the primer and `/about`."""
