"""Contents of a new world apart from its land: hot spots, and holders of wild cities."""

import operator
from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from engine.module.art import Icon
from engine.module.sections import Data, KeyOf, Named
from engine.packs.cohorts.content.items import ArmorKey, ItemKey, WeaponKey
from engine.packs.cohorts.content.land import Percent, TerrainKey
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.content.worldmaking import MinMax, Positive

Slot = Annotated[int, Field(ge=1, le=10)]
HotSpotKey = Annotated[str, KeyOf(("hot_spots",))]
TaskKey = Annotated[str, KeyOf(("quests", "adventures"))]


class HotSpotKind(Named):
    """A kind of hot spot (`cohorts.world.hot-spots`): on land of these families.

    `icon` stands on the map; a `hidden` one is on nobody's map until it is
    revealed; one with `uses` is gone once it was used that often.
    """

    families: Annotated[tuple[TerrainKey, ...], Field(min_length=1)]
    icon: Icon
    text: str
    quests: tuple[TaskKey, ...] = ()
    hidden: bool = False
    uses: Positive | None = None


class Arms(Data):
    """What every soldier of a unit has, by place (`cohorts.item.equipment-slots`)."""

    main_hand: WeaponKey | None = None
    off_hand: WeaponKey | None = None
    ranged: WeaponKey | None = None
    armor: ArmorKey | None = None
    head: ItemKey | None = None
    back: ItemKey | None = None
    hand: ItemKey | None = None
    foot: ItemKey | None = None
    mount: ItemKey | None = None

    def worn(self) -> Mapping[str, str]:
        """The items by place, without empty places."""
        return {place: item for place, item in self if item}


class WildTroop(Data):
    """A kind of unit that guards wild cities; its name goes behind that of the city."""

    name: Annotated[str, Field(min_length=1, max_length=10)]
    arms: Arms = Arms()


class WildCities(Data):
    """How the cities that nobody controls are held.

    There are `soldiers_per_thousand` people, in units of at most `unit_soldiers`. Their level
    is the least of `level` beside a starting city and one more for every `hexes_per_level`.
    `fortified_percent` holds the chances of fortification level 0, 1, 2 ... and adds up to 100.
    The units of a city are dealt over the battle slots `slots` in turn; none named is the usual
    slot of a new unit for all of them.
    """

    soldiers_per_thousand: Annotated[int, Field(ge=0)]
    unit_soldiers: Positive
    level: MinMax
    hexes_per_level: Positive
    troops: tuple[WildTroop, ...]
    fortified_percent: Annotated[tuple[Percent, ...], Field(min_length=1, max_length=5)]
    guild_percent: Percent
    guild_level: MinMax
    guilds: tuple[GuildKind, ...]
    slots: Annotated[tuple[Slot, ...], Field(exclude_if=operator.not_)] = ()

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        if sum(self.fortified_percent) != 100:
            raise ValueError("fortified_percent must add up to 100")
        if self.soldiers_per_thousand and not self.troops:
            raise ValueError("soldiers need at least one of troops")
        return self
