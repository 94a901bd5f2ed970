"""The terms of a campaign: settings of its module that moderators change while it runs."""
