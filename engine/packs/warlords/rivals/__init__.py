"""Computer players of Warlords: the realm as in Cohorts, its battles by cards, heroes and relics.

Their differences from players of Cohorts, and additions, are one value (`MEANS`): which cards a
city trains (`worth`), what forces are worth (`forces`), who stands where in a stack (`ranks`), and
what heroes, colleges, churches and temples are good for (`heroes`).
"""

from __future__ import annotations

from typing import Final

from engine.packs.cohorts.rivals import Means, playing
from engine.packs.cohorts.rivals.desk import Desk
from engine.packs.cohorts.rivals.means import BETTERING
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.warlords.rivals.forces import WEIGHING
from engine.packs.warlords.rivals.heroes import CHURCH, COLLEGE, HEROES, types_and_relics
from engine.packs.warlords.rivals.ranks import blessings_sought, in_line
from engine.packs.warlords.rivals.worth import soldiers


def _told(realm: RivalView, desk: Desk) -> None:
    types_and_relics(realm, desk)
    in_line(realm, desk)
    blessings_sought(realm, desk)


MEANS: Final = Means(
    soldiers=soldiers,
    told=_told,
    heroes=HEROES,
    guilds={"college": COLLEGE, "church": CHURCH},
    needless=frozenset(order.path for order in BETTERING),
    weighing=WEIGHING,
    care=frozenset((("hero", "type"), ("hero", "equip"), ("hero", "unequip"), ("hero", "cast"))),
)
PLAY: Final = playing(MEANS)
"""Computer players of Warlords."""
