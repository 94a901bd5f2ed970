"""What soldiers fight with, where they stand in the line for it, and the talents that fit it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.packs.cohorts.characters.enchanting import SKILL as ENCHANTING
from engine.packs.cohorts.characters.enchanting import EnchantItem
from engine.packs.cohorts.cities.making import makeable, obstacles
from engine.packs.cohorts.content import Armor, Content, Talent, Weapon
from engine.packs.cohorts.guilds.talents import SetUnitTalents
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Character, City, Unit
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.cohorts.stacks.equipping import EquipCharacter, EquipMilitaryUnit
from engine.packs.cohorts.stacks.transfers import TransferItems
from engine.packs.cohorts.stacks.wounded import AbandonWounded
from engine.packs.cohorts.things.arms import is_weapon, shoots, worth
from engine.packs.cohorts.things.equipment import PLACES, EquipPlace, fits, heads
from engine.packs.cohorts.worth.talents import supplied
from engine.rivals import Reason

COMPANY: Final = 40
"""Soldiers that make a unit worth its name."""
FRONT: Final = 5
"""The last battle slot of the first rank; behind it stand those who shoot."""
_FLANKS: Final = (1, 5)
"""Where riders stand."""
_LOST: Final = 60
"""Percent of wounds from which the wounded of a unit are given up."""
_FEW: Final = 50
"""Number of soldiers below which a unit gives nobody up."""
_BATCH: Final = 10
"""As many arms are handed to an enchanter at once."""


# ---------------------------------------------------------------- kinds of arms


def weapons_in(realm: RivalView, city: City) -> int:
    """How many soldiers the most plentiful weapon that lies in a city is enough for."""
    lying = held(realm.world, city.place)
    return max((e.count for e in lying if is_weapon(realm.content.item(e.item))), default=0)


def makes_weapons(realm: RivalView, city: City) -> bool:
    """Whether a city can make any weapon at all."""
    made = (item for item in makeable(realm.content) if is_weapon(item))
    return any(next(obstacles(realm.world, realm.content, city, i), None) is None for i in made)


# ---------------------------------------------------------------- the line


def slot_for(content: Content, items: Sequence[str], number: int) -> int:
    """The battle slot of the unit of that number with such arms: each rank is filled evenly.

    Riders stand on the flanks, who shoots and is no match hand to hand behind the others.
    """
    known = [content.item(each) for each in items]
    weapons = [each for each in known if isinstance(each, Weapon) and is_weapon(each)]
    missiles = any(map(shoots, weapons))
    if missiles and not any(not shoots(each) for each in weapons):
        return FRONT + 1 + number % FRONT
    if any(each in content.mounts for each in items):
        return _FLANKS[number % len(_FLANKS)]
    return 1 + number % FRONT


def tend(realm: RivalView, desk: Desk, unit: Unit) -> None:
    """See to a unit: its arms say where it stands and what it is taught.

    Wounded who would take months to heal are let go.
    """
    if unit.wounds >= _LOST and unit.soldiers > _FEW and not realm.skill.counts_heads:
        desk.give(AbandonWounded, Reason("too_hurt", (unit.place,)), {"unit": ref(unit)})
    armed = any(is_weapon(realm.content.item(each)) for each in unit.equipment.values())
    slot = slot_for(realm.content, tuple(unit.equipment.values()), unit.id)
    if armed and (slot > FRONT) != (unit.slot > FRONT):
        values = {"piece": ref(unit), "slot": slot}
        desk.give(AssignBattleSlot, Reason("by_arms", (unit.place,)), values)
    city = realm.world.at(unit.holder)
    if not isinstance(city, City) or city not in realm.cities():
        return
    if len(unit.talents) < realm.content.training.talents_at(unit.level):
        for key in talents_for(realm, city, tuple(unit.equipment.values())):
            values = {"piece": ref(unit), "changes": (f"add {key}",)}
            taught = key not in unit.talents
            if taught and desk.give(SetUnitTalents, Reason("suits", (unit.place,)), values):
                return


def talents_for(realm: RivalView, city: City, worn: Sequence[str]) -> list[str]:
    """The talents that guilds of a city give and that are of use with such arms, the best first."""
    content = realm.content
    taught = [content.talents[key] for key in supplied(realm.world, content, city)]
    rated = [(_use(content, each, worn), each.key) for each in taught]
    return [key for use, key in sorted(rated, reverse=True) if use]


def _use(content: Content, talent: Talent, worn: Sequence[str]) -> float:
    """What a talent is worth with such arms: the percentages that it brings to them."""
    items = [content.item(each) for each in worn]
    words = {word for each in items if isinstance(each, Weapon) for word in each.words}
    has = {
        "armor DF": any(isinstance(each, Armor) for each in items),
        "shield DF": "shield" in words,
        "mount HP": any(each in content.mounts for each in worn),
        "rate": False,
    }
    use = 0.0
    for bonus in talent.bonuses:
        weapon = bonus.when.get("weapon", "")
        fits_arms = has.get(bonus.target, True) and (not weapon or weapon in words)
        if fits_arms and "terrain" not in bonus.when:
            use += (bonus.percent + 10 * bonus.add) * (2 if weapon else 1)
    return use


# ---------------------------------------------------------------- putting on


def arm(realm: RivalView, desk: Desk, city: City) -> None:
    """Give better arms from a city's stock to the units and characters in it."""
    for unit in realm.garrison(city):
        better = _better(realm, unit, city)
        if better:
            desk.give(
                EquipMilitaryUnit,
                Reason("arms", (unit.place,)),
                {"unit": ref(unit), **better},
            )
    for hero in list(realm.world.by(Character, "holder", city.place)):
        if hero.player == realm.player and not hero.dead and not hero.captor:
            for place, item in list(_better(realm, hero, city).items())[:2]:
                gift = {"sponsor": ref(city), "target": ref(hero), "item": item, "count": 1}
                if desk.give(TransferItems, Reason("arms", (hero.place,)), gift):
                    values = {"character": ref(hero), place: item}
                    desk.give(EquipCharacter, Reason("arms", (hero.place,)), values)
            _supply(realm, desk, city, hero)


def _supply(realm: RivalView, desk: Desk, city: City, hero: Character) -> None:
    """Hand an enchanter who has nothing at hand some arms of which a city has plenty."""
    enchants = hero.skills.get(ENCHANTING) and desk.form(EnchantItem)
    if not enchants or any(True for _ in held(realm.world, hero.place)):
        return
    arms = [each for each in held(realm.world, city.place) if each.count >= 2 * _BATCH]
    arms = [each for each in arms if isinstance(realm.content.item(each.item), Weapon)]
    for each in sorted(arms, key=lambda each: (-each.count, each.item))[:1]:
        gift = {"sponsor": ref(city), "target": ref(hero), "item": each.item, "count": _BATCH}
        desk.give(TransferItems, Reason("enchant", (hero.place,)), gift)


def _better(realm: RivalView, piece: Character | Unit, city: City) -> dict[EquipPlace, str]:
    """By place what lies in a city for all heads of a piece and is better than what they have."""
    return dict(_improved(realm, piece, city))


def _improved(
    realm: RivalView, piece: Character | Unit, city: City
) -> Iterator[tuple[EquipPlace, str]]:
    content, bare = realm.content, piece.replace(equipment={})
    school = _schools(realm, piece)
    for place in PLACES:
        now, found = piece.equipment.get(place, ""), ""
        best = worth(content, {"": now}) if now else 0.0
        for each in held(realm.world, city.place):
            if each.count < heads(piece) or not fits(content, bare, place, each.item):
                continue
            item = content.item(each.item)
            if (
                isinstance(item, Weapon)
                and (now or place != "main_hand")
                and not (set(item.words) & school and now)
            ):
                continue
            rated = worth(content, {"": each.item}) + (place == "mount")
            if rated > best and (isinstance(item, Armor) or rated > best + 1):
                best, found = rated, each.item
        if found:
            yield place, found


def _schools(realm: RivalView, piece: Character | Unit) -> set[str]:
    """The classes of weapons that it makes no difference to change between."""
    item = realm.content.item(piece.equipment.get("main_hand", ""))
    return set(item.words) if isinstance(item, Weapon) else set()
