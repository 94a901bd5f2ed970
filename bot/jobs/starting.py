"""Where a player may begin: the free starting cities of a faction, by name.

This reads the truth, since a faction without players knows nothing yet; it tells no more than whom
the rules offer a choice may know (cohorts.setup.starting-city).
"""

from pathlib import Path

from bot.jobs.opened import world_at
from engine.packs.cohorts.setup.joining import free_cities


def starting_cities(path: Path, campaign: int, tick: int, faction: int) -> list[tuple[int, str]]:
    """The id and name of each starting city of the faction that nobody has after the tick."""
    return [(city.id, city.name) for city in free_cities(world_at(path, campaign, tick), faction)]
