"""The log: what was done to a campaign, and taking it back."""
