"""One campaign out of a guild's file and into another: as a file that can be carried.

`shape` says which rows of a guild's file belong to a campaign; `packing` writes the file,
`unpacking` reads one by any author into a separate store, and `pouring` puts that into a guild's
file. Synchronous, for workers.
"""
