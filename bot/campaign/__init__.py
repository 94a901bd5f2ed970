"""What every subject shares of a campaign: its almanac, attendance, status, roles, steps."""
