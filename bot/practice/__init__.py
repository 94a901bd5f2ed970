"""The practice table: the bot on a simulated Discord, for people without a token, and for tests.

Nothing here is part of the bot that Discord sees; of the bot, only the command line knows it.
"""

MARK = "practice.json"
"""The file that makes a data folder a practice table's: no bot on Discord may use that folder, and
no table another one.
"""

PATIENCE = 600.0
"""Seconds after which what is waited for here is held never to come: only for what hangs, so that
nothing depends on how busy the machine is.
"""
