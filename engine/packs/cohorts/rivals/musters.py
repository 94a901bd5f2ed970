"""Who stands where: garrisons that stay, hosts that are filled, arms that are put on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.packs.cohorts.battle.usual import worth
from engine.packs.cohorts.characters.enchanting import SKILL as ENCHANTING
from engine.packs.cohorts.content import Armor, Weapon
from engine.packs.cohorts.guilds.talents import SetUnitTalents
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Agent, Character, City, Province, Stack, Unit
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.heroes import promising
from engine.packs.cohorts.rivals.realm import NEAR, Realm
from engine.packs.cohorts.rivals.reckoning import Reckoner
from engine.packs.cohorts.stacks.activation import ActivateStack, DeactivateStack
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.cohorts.stacks.equipping import EquipCharacter, EquipMilitaryUnit
from engine.packs.cohorts.stacks.transfers import (
    TransferAll,
    TransferCharacter,
    TransferItems,
    TransferMilitaryUnit,
)
from engine.packs.cohorts.stacks.wounded import AbandonWounded
from engine.packs.cohorts.things.equipment import PLACES, EquipPlace, fits, heads
from engine.rivals import Reason

NAMES: Final = (
    "Wardens",
    "Far Riders",
    "Road Watch",
    "Hill Guard",
    "Lanterns",
    "Grey Company",
    "Ironshod",
    "Ninth Banner",
    "Old Oath",
    "Thornguard",
    "Ember Host",
    "Long Spears",
)
_SCOUTING: Final = ("knave", "merchant", "bard")
"""Who goes to look around, the likeliest first."""
_PARTIES: Final = 2
"""Stacks that go about without soldiers, to look around and do what waits."""
_COMRADES: Final = 2
"""Characters of such a party."""
_SEASONED: Final = 4
"""The level from which characters fight in the line; below it they keep out of battle."""
_LINE: Final = 8
_LOST: Final = 60
"""From so many percent of wounds on the wounded of a unit are given up."""
_FEW: Final = 50
"""Below so many soldiers a unit gives nobody up."""
_BATCH: Final = 10
"""As many arms are handed to an enchanter at once."""
_HEROES_OF_A_HOST: Final = 3


def muster(realm: Realm, reckon: Reckoner, desk: Desk) -> None:
    """Arm who is at home, leave garrisons, and give the rest to the stacks at each city."""
    _disband(realm, desk)
    for hero in realm.heroes():
        _gather(realm, desk, hero)
    for city in realm.cities():
        _arm(realm, desk, city)
        _leave(realm, reckon, desk, city)
    for hero in realm.heroes():
        _rank(realm, desk, hero)
    for unit in realm.units():
        _tend(realm, desk, unit)
    for stack in realm.stacks():
        _merge(realm, desk, stack)


# ---------------------------------------------------------------- stacks


def is_host(realm: Realm, stack: Stack) -> bool:
    """Whether a stack leads soldiers."""
    return any(isinstance(each, Unit) for each in realm.fighters(stack))


def _disband(realm: Realm, desk: Desk) -> None:
    """Take stacks off the map in which nobody is, and that nobody could join."""
    homes = [city.province for city in realm.cities()]
    for stack in realm.stacks():
        empty = not any(True for _ in pieces_in(realm.world, stack.place))
        if empty and stack.province not in homes:
            desk.give(DeactivateStack, Reason("nobody_left", (stack.place,)), {"stack": ref(stack)})


def _gather(realm: Realm, desk: Desk, hero: Character) -> None:
    """Take in somebody whose stack is gone: at the own city there, or with a new stack."""
    spot = realm.world.at(hero.holder)
    if not isinstance(spot, Province):
        return
    homes = (city for city in realm.cities() if city.province == spot.id)
    near = (stack for stack in realm.stacks() if stack.province == spot.id)
    to, mine = next(homes, None) or next(near, None), realm.world.by(Stack, "player", realm.player)
    if to is None and not any(stack.province == spot.id for stack in mine):
        _activate(realm, desk, spot.id, Reason("stranded", (hero.place,)))
    if to is not None:
        values = {"character": ref(hero), "target": ref(to)}
        desk.give(TransferCharacter, Reason("stranded", (hero.place,)), values)


def _leave(realm: Realm, reckon: Reckoner, desk: Desk, city: City) -> None:
    """Keep what a city needs, and send out the rest of those at home."""
    spare = _spare(realm, reckon, city)
    people = [h for h in realm.world.by(Character, "holder", city.place) if _may_go(realm, h)]
    here = [stack for stack in realm.stacks() if stack.province == city.province]
    if not here:
        for _ in range(min(_PARTIES, len(people) // _COMRADES) or int(bool(spare))):
            _activate(realm, desk, city.province, Reason("new_stack", (city.place,)))
        return
    parties = [each for each in here if roams(realm, each)]
    host = next((each for each in here if each not in parties), None)
    for party in parties:
        if len(realm.fighters(party)) < _COMRADES:
            people = _send_party(realm, desk, party, people)
    if host is None:
        if spare:
            _activate(realm, desk, city.province, Reason("new_stack", (city.place,)))
        return
    for unit in spare:
        desk.give(
            TransferMilitaryUnit,
            Reason("host", (host.place,)),
            {"unit": ref(unit), "target": ref(host)},
        )
    if spare or is_host(realm, host):
        _send_heroes(realm, desk, host, people)
    for agent in list(realm.world.by(Agent, "holder", city.place)):
        if agent.player == realm.player and here:
            values = {"character": ref(agent), "target": ref(here[0])}
            desk.give(TransferCharacter, Reason("helper", (agent.place,)), values)


def _may_go(realm: Realm, hero: Character) -> bool:
    free = not (hero.dead or hero.captor)
    return hero.player == realm.player and free and hero.id not in realm.barons


def roams(realm: Realm, stack: Stack) -> bool:
    """Whether a stack is, or is to be, a party without soldiers.

    A player has one of these to look around, and more as long as there are tasks for its people.
    """
    parties = [each.id for each in realm.stacks() if not is_host(realm, each)]
    known = sum(1 for spot in realm.world.all(HotSpot) if _for_somebody(realm, spot))
    return stack.id in parties[: max(1, min(known, _PARTIES))]


def _for_somebody(realm: Realm, spot: HotSpot) -> bool:
    return any(promising(realm, hero, spot) for hero in realm.heroes())


def _spare(realm: Realm, reckon: Reckoner, city: City) -> list[Unit]:
    """The own units that a city can do without, the strongest first."""
    garrison = realm.garrison(city)
    need = realm.skill.keeps * danger(realm, reckon, city)
    at_war = any(realm.stands(each) == "at_war" for each in realm.rivals)
    least = 1 + (at_war and realm.wants("peace") > realm.wants("war"))
    stays = 0.0
    for number, unit in enumerate(garrison):
        if number >= least and stays >= need:
            return garrison[number:][::-1]
        stays += reckon.worth([unit])
    return []


def danger(realm: Realm, reckon: Reckoner, city: City) -> float:
    """What the enemies seen near a city are worth together."""
    near = (each for each in realm.sighted if realm.far(each.province, city.province) <= NEAR)
    worths = [reckon.seen(each) for each in near]
    return sum(worths, start=0.0) if worths else 0.0


def _activate(realm: Realm, desk: Desk, spot: int, reason: Reason) -> None:
    taken = [stack.name for stack in realm.world.by(Stack, "player", realm.player)]
    free = [name for name in NAMES if name not in taken]
    if free:
        values = {"province": f"{Province.kind}:{spot}", "name": free[0]}
        desk.give(ActivateStack, reason, values)


def _send_party(
    realm: Realm, desk: Desk, stack: Stack, people: Sequence[Character]
) -> list[Character]:
    """Fill up a party with people of a city, sly ones first; returns who is left."""
    places = {job: place for place, job in enumerate(_SCOUTING)}
    able = sorted(people, key=lambda hero: (places.get(hero.job, len(places)), hero.id))
    free = _COMRADES - len(realm.fighters(stack))
    for hero in able[:free]:
        _send(desk, hero, stack, "scouts")
    return able[free:]


def _send_heroes(realm: Realm, desk: Desk, stack: Stack, people: Sequence[Character]) -> None:
    led = sum(isinstance(each, Character) for each in realm.fighters(stack))
    able = sorted(people, key=lambda hero: (-hero.level, hero.job in _SCOUTING, hero.id))
    for hero in able[: max(0, _HEROES_OF_A_HOST - led)]:
        _send(desk, hero, stack, "host")


def _send(desk: Desk, hero: Character, stack: Stack, why: str) -> None:
    values = {"character": ref(hero), "target": ref(stack)}
    desk.give(TransferCharacter, Reason(why, (stack.place,)), values)


def _merge(realm: Realm, desk: Desk, stack: Stack) -> None:
    """Two hosts that meet become one; the smaller joins."""
    now = realm.world.find(Stack, stack.id)
    if now is None or not is_host(realm, now):
        return
    for other in realm.stacks():
        if other.id > now.id and other.province == now.province and is_host(realm, other):
            values = {"sponsor": ref(other), "target": ref(now)}
            desk.give(TransferAll, Reason("join_forces", (now.place,)), values)


# ---------------------------------------------------------------- arms and slots


def _rank(realm: Realm, desk: Desk, hero: Character) -> None:
    """Keep the young out of battle, and put the seasoned and those with spells into the line."""
    led = isinstance(home := realm.world.at(hero.holder), Stack) and is_host(realm, home)
    seasoned = hero.level >= _SEASONED or "battle" in hero.loaded
    fights = seasoned and led
    weak = realm.skill.counts_heads
    slot = _LINE if fights or weak else 0
    if (hero.slot == 0) != (slot == 0):
        values = {"piece": ref(hero), "slot": slot}
        desk.give(
            AssignBattleSlot, Reason("in_line" if slot else "too_green", (hero.place,)), values
        )


def _tend(realm: Realm, desk: Desk, unit: Unit) -> None:
    """Let go of wounded who would take months to heal, and have the rest taught what can be."""
    if unit.wounds >= _LOST and unit.soldiers > _FEW and not realm.skill.counts_heads:
        desk.give(AbandonWounded, Reason("too_hurt", (unit.place,)), {"unit": ref(unit)})
    if realm.world.at(unit.holder) in realm.cities():
        desk.first(SetUnitTalents, Reason("drill", (unit.place,)), {"piece": ref(unit)}, tries=2)


def _arm(realm: Realm, desk: Desk, city: City) -> None:
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


def _supply(realm: Realm, desk: Desk, city: City, hero: Character) -> None:
    """Hand an enchanter who has nothing at hand some arms of which a city has plenty."""
    if not hero.skills.get(ENCHANTING) or any(True for _ in held(realm.world, hero.place)):
        return
    arms = [each for each in held(realm.world, city.place) if each.count >= 2 * _BATCH]
    arms = [each for each in arms if isinstance(realm.content.item(each.item), Weapon)]
    for each in sorted(arms, key=lambda each: (-each.count, each.item))[:1]:
        gift = {"sponsor": ref(city), "target": ref(hero), "item": each.item, "count": _BATCH}
        desk.give(TransferItems, Reason("enchant", (hero.place,)), gift)


def _better(realm: Realm, piece: Character | Unit, city: City) -> dict[EquipPlace, str]:
    """By place what lies in a city for all heads of a piece and is better than what they have."""
    content, found = realm.content, dict[EquipPlace, str]()
    bare = piece.replace(equipment={})
    school = _schools(realm, piece)
    for place in PLACES:
        now = piece.equipment.get(place, "")
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
                best, found[place] = rated, each.item
    return found


def _schools(realm: Realm, piece: Character | Unit) -> set[str]:
    """The classes of weapons that it makes no difference to change between."""
    item = realm.content.item(piece.equipment.get("main_hand", ""))
    return set(item.words) if isinstance(item, Weapon) else set()
