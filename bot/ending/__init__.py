"""The end of a campaign: the day of grace, the ceremony, the secrets that are told."""
