"""What may be expected of a battle that one only asks about."""
