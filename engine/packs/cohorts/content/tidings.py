"""Events of a campaign that all the world hears: from which size and level on, as a module sets it.

Source: cohorts.campaign.tidings.
"""

from typing import Annotated

from pydantic import Field

from engine.module.sections import Data


class Tidings(Data):
    """From where on news are public; what is not public, its own side alone learns.

    Source: cohorts.campaign.tidings.
    """

    battle: Annotated[int, Field(ge=0, le=1_000_000)] = 400
    """Soldiers of both sides together, from which all hear of a battle of factions; 0 for never."""
    hero: Annotated[int, Field(ge=0, le=1000)] = 5
    """The level from which all hear of a character's death, quests and titles; 0 for never."""
    renown: Annotated[int, Field(ge=0, le=1000)] = 10
    """All hear who is the first to reach this level, and each further step of it; 0 for never."""
    cities: bool = True
    """Whether all hear which cities fall and whose lands are laid waste."""
    works: bool = True
    """Whether all hear of castles, and of the first guild of each type that a faction has."""
