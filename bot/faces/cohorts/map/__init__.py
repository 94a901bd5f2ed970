"""From what a faction knows to what its map shows: the chart, planned ways, the part that is known.

Importing one part loads no other, so that the event loop never loads what only pictures need.
"""
