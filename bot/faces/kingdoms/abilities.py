"""What the abilities of Kings and heroes are good for, in a line each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.packs.kingdoms.pieces.abilities import Ability

ABOUT: Final[Mapping[Ability, str]] = {
    "TA": "Armies fight better under a commander who knows tactics",
    "MA": "Armies march further, and come to a battle sooner",
    "NA": "Fleets sail further and fight better",
    "AR": "Shoots before it comes to blows, in encounters",
    "ME": "Strikes in encounters, and has more hit points",
    "WH": "Resurrects, blesses provinces, parts the sea",
    "PS": "Charms heroes, sways them, sees from afar",
    "IL": "Illusions: false terrain, phantom armies, hidden features",
    "EL": "Floods, tornadoes and earthquakes",
    "NE": "Raises dead armies, spreads plague, kills from afar",
    "SA": "Invents by practice",
    "DR": "Hires, talks with monsters, leads and recruits other races",
    "SP": "Spies, trails, pursues, and is seldom seen",
    "EX": "Explores further and faster",
    "TH": "Steals in encounters",
}
"""Sources: kingdoms.ability.*, kingdoms.magic.schools."""
