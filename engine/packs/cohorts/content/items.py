"""The things of a Cohorts module: weapons, armor, gear, mounts, artillery and ships.

Ratios are cost:yield (`cohorts.item.ratio-notation`): `cost` base points make `yields` items.
Weights are in the unit in which a human weighs 35.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, get_args

from pydantic import Field

from engine.module.art import IconOrNone
from engine.module.sections import Data, KeyOf, Named
from engine.packs.cohorts.content.battle import DamageTypeKey, SpecialAttack
from engine.packs.cohorts.content.bonus import Words
from engine.packs.cohorts.content.land import Needs, Percent
from engine.packs.cohorts.content.peoples import (
    Attribute,
    GuildKind,
    RaceKey,
    Size,
    SpellKey,
    TalentKey,
)

ImprovementKey = Annotated[str, KeyOf(("improvements",))]
WeaponKey = Annotated[str, KeyOf(("weapons",))]
ArmorKey = Annotated[str, KeyOf(("armors",))]
ItemKey = Annotated[str, KeyOf(("weapons", "armors", "gear", "mounts"))]
GoodsKey = Annotated[
    str, KeyOf(("weapons", "armors", "gear", "mounts", "potions", "resources"), things=True)
]
"""Any item of Cohorts or of another pack in use, and units of resources."""
WeaponClass = Literal["blade", "sword", "axe", "bow", "pole", "staff", "hammer", "exotic", "shield"]
EquipPlace = Literal[
    "main_hand",
    "off_hand",
    "ranged",
    "armor",
    "head",
    "back",
    "hand",
    "finger",
    "foot",
    "mount",
]
PLACES: Final[tuple[EquipPlace, ...]] = get_args(EquipPlace)
"""Where items are worn and wielded (`cohorts.item.equipment-slots`)."""
SCHOOLS: Final[tuple[tuple[WeaponClass, WeaponClass], ...]] = (
    ("blade", "sword"),
    ("pole", "staff"),
)
"""Classes that have two words, the usual one first (`cohorts.skill.weapon-specialists`)."""
Count = Annotated[int, Field(ge=0)]
PHYSICAL = "physical"
"""The type of attacks of which nothing else is said."""


def words_for(kind: WeaponClass) -> tuple[WeaponClass, ...]:
    """The words for a class of weapons, the one that is asked for first."""
    school = next((words for words in SCHOOLS if kind in words), ())
    return (kind, *(word for word in school if word != kind))


class GuildNeed(Data):
    """A guild that the city must have, of at least this level."""

    kind: GuildKind
    level: Annotated[int, Field(ge=1)]


class Made(Named):
    """What a city makes: the improvement and its least level, resources, ratio and weight.

    `item_level` above 0 needs a secret of that level (`cohorts.city.equipment-knowledge`);
    `race` must live in the city.
    """

    made_in: ImprovementKey
    level: Annotated[int, Field(ge=1, le=4)]
    cost: Annotated[int, Field(ge=1)]
    yields: Annotated[int, Field(ge=1)]
    weight: Annotated[float, Field(ge=0)]
    needs: Needs = ()
    race: RaceKey | None = None
    guild: GuildNeed | None = None
    item_level: Count = 0
    icon: IconOrNone = None


class Equipment(Made):
    """What a piece wears, wields or rides, and gives it as long as it does.

    `modifiers` change attributes, skills and ratings, `hp` and `pow` among them. `special`
    is added to the bearer's special attack of that type. A `talents` entry takes no slot; the
    `spells` can be cast without a book (`cohorts.item.equipment-characteristics`).
    """

    df: Count = 0
    mar: Count = 0
    sar: Count = 0
    modifiers: Words
    special: SpecialAttack | None = None
    talents: tuple[TalentKey, ...] = ()
    spells: tuple[SpellKey, ...] = ()


class Armor(Equipment):
    """Armor (`cohorts.item.armor-table`)."""


class Weapon(Equipment):
    """A weapon or shield (`cohorts.item.starter-weapons`, `cohorts.table.further-weapons`).

    Damage figures are the attack factor; 0 in damage and power means no such attack. `hands`
    holds both 1 and 2 for a weapon that is used either way. `percent_on_foot` is what its melee
    damage is worth without a mount. Its attack types choose the RES modifier that its target has
    (`cohorts.item.weapon-characteristics`).
    """

    classes: Annotated[tuple[WeaponClass, ...], Field(min_length=1, max_length=2)]
    hands: Annotated[tuple[Literal[1, 2], ...], Field(min_length=1, max_length=2)]
    melee_damage: Annotated[float, Field(ge=0)] = 0
    melee_power: Count = 0
    melee_type: DamageTypeKey = PHYSICAL
    percent_on_foot: Percent = 100
    missile_damage: Annotated[float, Field(ge=0)] = 0
    missile_power: Count = 0
    missile_type: DamageTypeKey = PHYSICAL

    @property
    def two_handed(self) -> bool:
        """Whether it takes both hands for everyone."""
        return 1 not in self.hands

    @property
    def either_way(self) -> bool:
        """Whether it is used in one hand or, if the other is empty, in both."""
        return {1, 2} <= set(self.hands)

    @property
    def words(self) -> tuple[WeaponClass, ...]:
        """Its classes by every word there is for each, as bonuses and schools may name them."""
        return tuple(dict.fromkeys(word for each in self.classes for word in words_for(each)))

    @property
    def sorts(self) -> tuple[WeaponClass, ...]:
        """Its classes as tables of items take them: by every word, but staves apart from poles.

        Those tell them apart (`cohorts.action.poison-recipes`,
        `cohorts.table.makeable-equipment`).
        """
        apart = {"staff", "pole"} - {*self.classes}
        return tuple(each for each in self.words if each not in apart)

    def fits(self, place: str) -> bool:
        """Whether it may be held in that place with the other hand empty.

        Places are main_hand, off_hand and ranged (`cohorts.item.weapon-hands`).
        """
        shield = "shield" in self.classes
        match place:
            case "main_hand":
                return self.melee_damage > 0 and not shield
            case "off_hand":
                return shield or (self.melee_damage > 0 and not self.two_handed)
            case "ranged":
                return self.missile_damage > 0
            case _:
                return False


class AttackAttributes(Data):
    """The attributes that modify the damage of weapons (`cohorts.table.makeable-equipment`).

    In melee by class of weapon, either word of two; one left out does not attack. All missiles
    share one.
    """

    melee: Mapping[WeaponClass, Attribute]
    missile: Attribute

    def of(self, weapon: Weapon, attack: Literal["melee", "missile"]) -> tuple[Attribute, ...]:
        """The attributes of an attack, each once, in the order of the weapon's classes.

        Of several the damage follows their average.
        """
        if attack == "missile":
            return (self.missile,)
        found: list[Attribute] = []
        for each in weapon.classes:
            for word in words_for(each):
                attribute = self.melee.get(word)
                if attribute:
                    found.append(attribute)
                    break
        return tuple(dict.fromkeys(found))


class Carrying(Data):
    """How fast something moves in one mode and how much it carries there."""

    rate: Count
    capacity: Count


class Gear(Equipment):
    """Gear and transport (`cohorts.table.gear`); transport is carried, never equipped."""

    place: Literal["head", "back", "hand", "finger", "foot", "transport"]
    land: Carrying | None = None
    air: Carrying | None = None
    water: Carrying | None = None


class Mount(Equipment):
    """A war mount (`cohorts.item.mount-table`); modes left out are ones it cannot move in."""

    hp: Count
    largest_rider: Size
    land: Carrying | None = None
    air: Carrying | None = None
    water: Carrying | None = None
    charge: Count = 0
    """The AF bonus of a melee attack after a move (`cohorts.combat-spell.charge`)."""


class Artillery(Named):
    """An artillery piece (`cohorts.table.artillery`); `points` are those of the lumber mill.

    `targets` says what its bombardment hits; `spares` are targets that it cannot hit.
    """

    points: Annotated[int, Field(ge=1)]
    recruits: Annotated[int, Field(ge=1)]
    crew: Annotated[int, Field(ge=1)]
    needs: Needs
    range: Count
    speed: Count
    damage_count: Count
    damage_amount: Count
    targets: str
    spares: tuple[Literal["castle", "road", "village", "city improvement", "guild"], ...] = ()
    weight: Annotated[float, Field(ge=0)]
    icon: IconOrNone = None


class Ship(Named):
    """A ship type (`cohorts.table.ships`); `points` are those of the shipyard."""

    points: Annotated[int, Field(ge=1)]
    recruits: Annotated[int, Field(ge=1)]
    needs: Needs
    speed: Count
    troop_capacity: Count
    cargo_capacity: Count
    artillery: Mapping[Annotated[str, KeyOf(("artillery",))], Annotated[int, Field(ge=1)]] = {}
    icon: IconOrNone = None
