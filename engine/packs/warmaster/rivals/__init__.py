"""Computer players of Warmaster: players of Cohorts who raise, array and lead armies of points.

What they do by the means of Warmaster alone: units of mixed arms (`levies`), places, brigades and
directives (`arrays`), leaders, spells and items (`leaders`), battles for honour (`duels`).
"""

from __future__ import annotations

from typing import Final

from engine.packs.cohorts.rivals import playing
from engine.packs.cohorts.rivals.deeds import Deed
from engine.packs.cohorts.rivals.desk import Desk
from engine.packs.cohorts.rivals.means import BETTERING, Means
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.warmaster.college import MakeMagicItem
from engine.packs.warmaster.orders.casting import SetSpellOrder
from engine.packs.warmaster.orders.commanding import NameCommander, PostCharacter
from engine.packs.warmaster.orders.deploying import DeployUnit
from engine.packs.warmaster.orders.directing import DissolveBrigade, FormBrigade, GiveDirective
from engine.packs.warmaster.orders.doctrine import SetBoldness, SetItemUse, SetKeepLine
from engine.packs.warmaster.orders.equipping import EquipMagicItem, UnequipMagicItem
from engine.packs.warmaster.rivals import arrays, duels, leaders
from engine.packs.warmaster.rivals.levies import WEIGHING, levies

CARE: Final = (
    DeployUnit,
    DissolveBrigade,
    EquipMagicItem,
    FormBrigade,
    GiveDirective,
    NameCommander,
    PostCharacter,
    SetBoldness,
    SetItemUse,
    SetKeepLine,
    SetSpellOrder,
    UnequipMagicItem,
)
"""What only gets the own armies ready."""


def _told(realm: RivalView, desk: Desk) -> None:
    arrays.array(realm, desk)
    leaders.lead(realm, desk)
    duels.duel(realm, desk)


PLAY: Final = playing(
    Means(
        soldiers=levies,
        told=_told,
        weighing=WEIGHING,
        guilds={"college": (Deed(MakeMagicItem, "lore", "magic_item", tries=12),)},
        needless=frozenset(order.path for order in BETTERING),
        care=frozenset(order.path for order in CARE),
    )
)
"""Computer players of Warmaster."""
