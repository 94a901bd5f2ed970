"""Tables of Warmaster in a campaign."""

from engine.packs.cohorts.content import Content
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.content.lists import NO_ARMOUR
from tests.rules.scene import module
from tests.rules.tables import Compared, Rows, table


@table("warmaster.map.naval")
def ships(rows: Rows, content: Content) -> Compared:
    made = [
        {
            "ship": ship.name,
            "attacks": ship.attacks,
            "hits": ship.hits,
            "armour": "none" if ship.armour == NO_ARMOUR else f"{ship.armour}+",
            "stands": ship.stands,
        }
        for ship in module("warmaster").content(WarmasterContent).war_ships.values()
    ]
    return rows, made
