"""Battles in lines (`kingdoms.battle`)."""
