"""The host of campaigns: Discord, storage, the schedule, images, the practice table.

It calls `engine` for every rule and decides none itself. Start it with `python -m bot`.
"""
