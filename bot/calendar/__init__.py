"""The calendar of a campaign as people change it: holidays, extensions, vacations, early runs.

When a turn is due is told by `bot.campaign.almanac`, which all subjects share.
"""
