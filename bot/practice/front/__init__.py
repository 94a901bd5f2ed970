"""A front that lets a bot in a process of its own talk to the simulated Discord.

It speaks Discord's HTTP API and gateway over loopback sockets, for the tests of crashes, lost
connections and rate limits. It is not for playing: the practice table runs in one process. The bot
itself imports nothing of it, so that no setting can point it at another Discord.
"""
