"""One line of a report for every event that the rules emit, by subject.

Importing this package registers them all with `bot.reports.telling`.
"""

from bot.reports.lines import cities, movement, orders, people, sightings, stacks

__all__ = ["cities", "movement", "orders", "people", "sightings", "stacks"]
