"""Copies of the guilds' files that the bot makes by itself, and how one is put back.

`keeping` says which copies are kept, `shelf` is the folder of them, `making` makes one when it is
due, `rounds` lets that go on while the bot runs, and `restoring` puts one back.
"""
