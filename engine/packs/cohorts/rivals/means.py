"""What a pack that builds on Cohorts has its computer players do by its own means.

All else they do as players of Cohorts do. A pack says so with one value: `playing(Means(...))`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.orders import Order
from engine.packs.cohorts.characters.drilling import FieldTrainSoldiers
from engine.packs.cohorts.characters.enchanting import EnchantItem
from engine.packs.cohorts.cities.making import MakeEquipment
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.guilds.enchanting import CollegeEnchantItem
from engine.packs.cohorts.guilds.talents import SetUnitTalents
from engine.packs.cohorts.guilds.teaching import GuildTrainCombatUnit
from engine.packs.cohorts.rivals.cities import Soldiers, soldiers
from engine.packs.cohorts.rivals.deeds import Deed
from engine.packs.cohorts.rivals.desk import Desk
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.rivals.reckoning import PLAIN, Weighing
from engine.packs.cohorts.stacks.equipping import EquipMilitaryUnit
from engine.packs.cohorts.stacks.training_camp import TrainingCamp

BETTERING: Final[Sequence[type[Order]]] = (
    CollegeEnchantItem,
    EnchantItem,
    EquipMilitaryUnit,
    FieldTrainSoldiers,
    GuildTrainCombatUnit,
    MakeEquipment,
    SetUnitTalents,
    TrainingCamp,
)
"""Orders that make units and their arms better in Cohorts; where a unit fights by its type, they
bring nothing."""
Part = Callable[[RivalView, Desk], None]
"""Orders of one part of a turn, given on the plan as those before have left it."""


def _nothing(_realm: RivalView, _desk: Desk) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Means:
    """Differences from Cohorts, and additions."""

    soldiers: Soldiers = soldiers
    """What units a city may train now, and what each is worth to it."""
    told: Part = _nothing
    """Basic orders of the pack's own, given once everybody has a place for the turn."""
    heroes: Sequence[Deed] = ()
    """Further uses of a character's action."""
    guilds: Mapping[GuildKind, Sequence[Deed]] = field(
        default_factory=dict[GuildKind, "Sequence[Deed]"]
    )
    """Further uses of a guild's action, by kind."""
    needless: frozenset[tuple[str, ...]] = frozenset()
    """Orders of Cohorts, by path, that bring nothing in the pack's battles, and are not given."""
    weighing: Weighing = PLAIN
    """What units are worth, and what is usual of those whom nobody has seen."""
    care: frozenset[tuple[str, ...]] = frozenset()
    """Further orders, by path, that a caretaker of all a player's pieces may give."""


COHORTS = Means()
"""The means of Cohorts alone."""
