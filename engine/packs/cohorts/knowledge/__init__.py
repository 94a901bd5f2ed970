"""What factions of Cohorts know: sightings, memories and views, and what orders choose from.

It stands on `trade` and `worth`, of which views hold a part; all that moves or acts stands above.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.knowledge import discoveries, memories, sighting

CHAPTER: Final = Chapter(
    records=(
        memories.Sighting,
        memories.Memory,
        memories.LevelLimit,
        memories.Captive,
        discoveries.Meeting,
    ),
    events=(
        sighting.StackSighted,
        discoveries.PlaceSighted,
        discoveries.PlaceReached,
        discoveries.CitySighted,
        discoveries.FactionMet,
    ),
)
