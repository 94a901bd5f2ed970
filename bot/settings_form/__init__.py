"""The form in which moderators set a campaign, new or existing."""
