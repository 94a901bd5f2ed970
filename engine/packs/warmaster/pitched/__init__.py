"""Pitched battles: armies bought by points, fought for honour alone (warmaster.battle.kinds)."""
