"""What may be expected of a battle or an encounter that one only asks about."""
