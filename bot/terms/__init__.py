"""The form by which moderators set a campaign's terms, for one that is to be made or that is there.

`draft` is what is put down, `pages` are the pages, `panel` the message that turns them. What a
change of the terms does is in `bot.campaigns.terms`, how a campaign is made in
`bot.campaigns.forming`.
"""
