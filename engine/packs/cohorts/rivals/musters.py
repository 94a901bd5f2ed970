"""Who stands where: garrisons that stay, hosts that are filled, arms that are put on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.packs.cohorts.battle.directives import SetDirective
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Agent, Character, City, Piece, Province, Stack, Unit
from engine.packs.cohorts.rivals.arming import arm, tend
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.heroes import promising
from engine.packs.cohorts.rivals.naming import stack_name
from engine.packs.cohorts.rivals.realm import NEAR, RivalView
from engine.packs.cohorts.rivals.reckoning import Reckoner
from engine.packs.cohorts.stacks.activation import ActivateStack, DeactivateStack
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.cohorts.stacks.burdens import put_down, stuck
from engine.packs.cohorts.stacks.transfers import (
    TransferAll,
    TransferCharacter,
    TransferItems,
    TransferMilitaryUnit,
)
from engine.rivals import Reason

_SCOUTING: Final = ("knave", "merchant", "bard")
"""Who goes to look around, the likeliest first."""
_PARTIES: Final = 2
"""Stacks that go about without soldiers, to look around and do what waits."""
_COMRADES: Final = 2
"""Characters of such a party."""
_SEASONED: Final = 4
"""The level from which characters fight in the line; below it they keep out of battle."""
_LINE: Final = 8
_HEROES_OF_A_HOST: Final = 3
_AT_HOME: Final = 2
"""Hosts that stand by at a city, where one cannot hold all."""
_PICKS: Final = {"warrior": "highest AF", "knave": "lowest DF"}
"""Whom a class goes for in battle; others for those nearly down."""


def muster(realm: RivalView, reckon: Reckoner, desk: Desk) -> None:
    """Arm who is at home, leave garrisons, and give the rest to the stacks at each city."""
    for hero in realm.heroes():
        _gather(realm, desk, hero)
    for city in realm.cities():
        arm(realm, desk, city)
        _leave(realm, reckon, desk, city)
    for hero in realm.heroes():
        _rank(realm, reckon, desk, hero)
    for unit in realm.units():
        tend(realm, desk, unit)
    for stack in realm.stacks():
        _merge(realm, desk, stack)
        _enlist(realm, desk, stack)
    _disband(realm, desk)


# ---------------------------------------------------------------- stacks


def is_host(realm: RivalView, stack: Stack) -> bool:
    """Whether a stack leads soldiers."""
    return any(isinstance(each, Unit) for each in realm.fighters(stack))


def _disband(realm: RivalView, desk: Desk) -> None:
    """Take stacks off the map in which nobody is; a city that is there gets what lies in them."""
    for stack in realm.stacks():
        if any(True for _ in pieces_in(realm.world, stack.place)):
            continue
        reason, city = Reason("nobody_left", (stack.place,)), _home(realm, stack)
        for each in list(held(realm.world, stack.place)) if city else ():
            ends = {"sponsor": ref(stack), "target": ref(city)}
            desk.give(TransferItems, reason, {**ends, "item": each.item, "count": each.count})
        desk.give(DeactivateStack, reason, {"stack": ref(stack)})


def _home(realm: RivalView, stack: Stack) -> City | None:
    """The own city where a stack is."""
    return next((each for each in realm.cities() if each.province == stack.province), None)


def lighten(realm: RivalView, desk: Desk) -> None:
    """Put down what keeps stacks from moving."""
    for stack in realm.stacks():
        if realm.fighters(stack) and stuck(realm.state, stack):
            for order in list(put_down(realm.state, stack)):
                given = {name: getattr(order, name) for name in order.model_fields_set}
                desk.give(type(order), Reason("unburdened", (stack.place,)), given)


def _gather(realm: RivalView, desk: Desk, hero: Character) -> None:
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


def _leave(realm: RivalView, reckon: Reckoner, desk: Desk, city: City) -> None:
    """Keep what a city needs, and send out the rest of those at home."""
    spare = _spare(realm, reckon, city)
    people = [h for h in realm.world.by(Character, "holder", city.place) if _may_go(realm, h)]
    here = [stack for stack in realm.stacks() if stack.province == city.province]
    if not here:
        for _ in range(min(_PARTIES, len(people) // _comrades(realm)) or int(bool(spare))):
            _activate(realm, desk, city.province, Reason("new_stack", (city.place,)))
        return
    parties = [each for each in here if roams(realm, each)]
    hosts = [each for each in here if each not in parties]
    for party in parties:
        if len(realm.fighters(party)) < _comrades(realm) and not (hosts and realm.met):
            people = _send_party(realm, desk, party, people)
    for host in hosts:
        leaders, filled = _leaders(realm, host, people), is_host(realm, host)
        while spare and _has_room(realm, host, (spare[0], *leaders)):
            values = {"unit": ref(spare.pop(0)), "target": ref(host)}
            desk.give(TransferMilitaryUnit, Reason("host", (host.place,)), values)
            filled = True
        for hero in leaders if filled else ():
            _send(desk, hero, host, "host")
        if not spare:
            break
        people = [h for h in realm.world.by(Character, "holder", city.place) if h in people]
    if spare and len(hosts) < _AT_HOME:
        _activate(realm, desk, city.province, Reason("new_stack", (city.place,)))
    if not hosts:
        return
    for agent in list(realm.world.by(Agent, "holder", city.place)):
        if agent.player == realm.player and here:
            values = {"character": ref(agent), "target": ref(here[0])}
            desk.give(TransferCharacter, Reason("helper", (agent.place,)), values)


def _enlist(realm: RivalView, desk: Desk, party: Stack) -> None:
    """Have those of a party who had better lead a host join one that is there."""
    now = realm.world.find(Stack, party.id)
    for hero in list(captains(realm, now)) if now else ():
        host = next((e for e in lacking(realm) if now and e.province == now.province), None)
        if host:
            _send(desk, hero, host, "host")


def lacking(realm: RivalView) -> Iterator[Stack]:
    """The hosts of the player that could do with another who leads."""
    for stack in realm.stacks():
        leads = sum(isinstance(each, Character) for each in realm.fighters(stack))
        if is_host(realm, stack) and leads < _HEROES_OF_A_HOST:
            yield stack


def captains(realm: RivalView, party: Stack) -> Iterator[Character]:
    """Those of a party without soldiers who had better lead a host."""
    if is_host(realm, party):
        return
    for each in realm.fighters(party):
        if isinstance(each, Character) and seasoned(each) and each.job not in _SCOUTING:
            yield each


def seasoned(hero: Character) -> bool:
    """Whether a character fights in the line of battle."""
    return hero.level >= _SEASONED or "battle" in hero.loaded


def _may_go(realm: RivalView, hero: Character) -> bool:
    free = not (hero.dead or hero.captor)
    return hero.player == realm.player and free and hero.id not in realm.barons


def roams(realm: RivalView, stack: Stack) -> bool:
    """Whether a stack is, or will be, a party without soldiers.

    A player has one of these to look around, and more as long as there are tasks for its people.
    """
    parties = [each.id for each in realm.stacks() if not is_host(realm, each)]
    known = sum(1 for spot in realm.world.all(HotSpot) if _for_somebody(realm, spot))
    return stack.id in parties[: max(1, min(known, _PARTIES)) if realm.met else _PARTIES]


def _comrades(realm: RivalView) -> int:
    """How many go about together: alone they see more, as long as somebody is not yet found."""
    return _COMRADES if realm.met else 1


def _for_somebody(realm: RivalView, spot: HotSpot) -> bool:
    return any(promising(realm, hero, spot) for hero in realm.heroes())


def _spare(realm: RivalView, reckon: Reckoner, city: City) -> list[Unit]:
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


def danger(realm: RivalView, reckon: Reckoner, city: City) -> float:
    """What the enemies seen near a city are worth together."""
    near = (each for each in realm.sighted if realm.far(each.province, city.province) <= NEAR)
    worths = [reckon.seen(each) for each in near]
    return sum(worths, start=0.0) if worths else 0.0


def _activate(realm: RivalView, desk: Desk, spot: int, reason: Reason) -> None:
    if name := stack_name(realm):
        desk.give(ActivateStack, reason, {"province": f"{Province.kind}:{spot}", "name": name})


def _send_party(
    realm: RivalView, desk: Desk, stack: Stack, people: Sequence[Character]
) -> list[Character]:
    """Fill up a party with people of a city, sly ones first; returns who is left."""
    places = {job: place for place, job in enumerate(_SCOUTING)}
    able = sorted(
        people, key=lambda hero: (places.get(hero.job, len(places)), seasoned(hero), hero.id)
    )
    free = _comrades(realm) - len(realm.fighters(stack))
    for hero in able[:free]:
        _send(desk, hero, stack, "scouts")
    return able[free:]


def _leaders(realm: RivalView, stack: Stack, people: Sequence[Character]) -> list[Character]:
    """Those of some people who are to lead a host that has too few who do."""
    led = sum(isinstance(each, Character) for each in realm.fighters(stack))
    able = sorted(people, key=lambda hero: (-hero.level, hero.job in _SCOUTING, hero.id))
    return able[: max(0, _HEROES_OF_A_HOST - led)]


def _has_room(realm: RivalView, stack: Stack, joining: Sequence[Piece]) -> bool:
    """Whether a pack that limits stacks lets some into one."""
    limits = realm.state.rules.limits
    return not any(True for each in limits for _ in each.refuse(realm.state, stack, joining))


def _send(desk: Desk, hero: Character, stack: Stack, why: str) -> None:
    values = {"character": ref(hero), "target": ref(stack)}
    desk.give(TransferCharacter, Reason(why, (stack.place,)), values)


def _merge(realm: RivalView, desk: Desk, stack: Stack) -> None:
    """Two hosts that meet become one; the smaller joins."""
    now = realm.world.find(Stack, stack.id)
    if now is None or not is_host(realm, now):
        return
    for other in realm.stacks():
        if other.id > now.id and other.province == now.province and is_host(realm, other):
            values = {"sponsor": ref(other), "target": ref(now)}
            desk.give(TransferAll, Reason("join_forces", (now.place,)), values)


# ---------------------------------------------------------------- arms and slots


def _rank(realm: RivalView, reckon: Reckoner, desk: Desk, hero: Character) -> None:
    """Have the seasoned lead from behind the line, and keep the young out where they are no use.

    Who fights is told whom to go for.
    """
    home = realm.world.at(hero.holder)
    led = (isinstance(home, Stack) and is_host(realm, home)) or (
        isinstance(home, City) and any(realm.garrison(home))
    )
    able = reckon.weighing.young or seasoned(hero)
    slot = _LINE if realm.skill.counts_heads or (led and able) else 0
    if (hero.slot == 0) != (slot == 0):
        values = {"piece": ref(hero), "slot": slot}
        desk.give(
            AssignBattleSlot, Reason("in_line" if slot else "too_green", (hero.place,)), values
        )
    if slot and not hero.directive:
        values = {"piece": ref(hero), "directive": _PICKS.get(hero.job, "lowest HP")}
        desk.give(SetDirective, Reason("ready", (hero.place,)), values)
