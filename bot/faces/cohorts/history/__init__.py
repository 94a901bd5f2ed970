"""What belongs together in a faction's history, and how a campaign is won."""
