"""What the worker processes compute: ticks, views, plans and pictures.

Each function is importable and takes and gives picklable values. Only `resolve`, `verify` and
`seed` read a seed, and only what goes through a faction's view leaves the others.
"""
