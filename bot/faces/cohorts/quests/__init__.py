"""Quests and adventures: where they wait, what they ask, who could go."""
