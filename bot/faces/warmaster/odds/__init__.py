"""What may be expected of a battle of a Warmaster campaign."""
