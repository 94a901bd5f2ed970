"""The form by which moderators set a campaign, for one that is to be made or that is there."""
