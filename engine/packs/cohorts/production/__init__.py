"""Production of Cohorts: what the world does by itself when a turn or month ends.

It stands on `guilds` and `cities`, which grow then; what an order sends along then is here too.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.production import hunger, idling, orders, statuses, weekly

CHAPTER: Final = Chapter(
    events=(
        idling.PlayerIdle,
        weekly.PopulationGrew,
        weekly.RecruitsRaised,
        weekly.SiegeEndured,
        hunger.GarrisonHungered,
        orders.ItemsSent,
        orders.UnitSent,
        statuses.StatusSuffered,
        statuses.StatusCured,
        statuses.StatusChanged,
    ),
    orders=(
        idling.Excuse,
        orders.SendItems,
        orders.SendUnit,
        orders.SendReinforcements,
    ),
)
