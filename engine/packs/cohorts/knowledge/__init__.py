"""What factions of Cohorts know: sightings, memories and views, and what orders choose from.

It stands on `trade` and `worth`, of which views hold a part; all that moves or acts stands above.
"""
