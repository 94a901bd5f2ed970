"""The rules of the game: worlds, orders, turns and dice, the same bytes on every Python.

Pure: no Discord, no database, no clock, no randomness but its own dice, no files but module
data. Whatever talks to people or remembers things belongs in `bot`.
"""

__version__ = "0.9.0"
