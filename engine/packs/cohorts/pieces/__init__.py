"""What there is in the world: pieces and the map as records, and plain questions about them.

Whose a thing is, what lies in what, who holds how many of an item, how many people a city has. It
stands on `content` alone, and everything that acts stands on it.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.pieces import hotspots, links, ownership, positions, records, territories

CHAPTER: Final = Chapter(
    records=(
        records.Map,
        records.Province,
        links.Link,
        territories.Barony,
        territories.Territory,
        territories.Kingdom,
        records.City,
        records.Village,
        records.Tower,
        records.Guild,
        records.Stack,
        positions.Position,
        records.Character,
        records.Unit,
        records.Agent,
        records.Possession,
        ownership.Relation,
        hotspots.HotSpot,
    ),
)
