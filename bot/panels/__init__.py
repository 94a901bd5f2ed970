"""What panels show: facts for people, one file per panel, from what one faction knows.

Pure: neither Discord nor pictures. A panel is a file here that makes its facts from a view, a
picture in `bot.images.panels`, a job in `bot.jobs.panels` that does both in a worker, and a command
in `bot.cogs.show` that shows them.
"""
