"""Cards: a unit or character of a campaign as it goes into a battle of Warmaster."""
