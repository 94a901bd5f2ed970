"""One campaign out of a guild's file and into another: as a file that can be carried.

`shape` says what of a guild's file belongs to a campaign; `packing` writes the file, `unpacking`
reads one, whoever made it, into a store of its own, and `pouring` puts that into a guild's file.
Synchronous, for workers.
"""
