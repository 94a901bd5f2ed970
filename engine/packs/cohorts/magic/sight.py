"""What a faction knows of active spells, and of countdowns."""

from __future__ import annotations

from itertools import chain

from engine.campaign import Now, Player
from engine.packs import Rules
from engine.packs.cohorts.content import Content, Spell
from engine.packs.cohorts.knowledge.captives import captives, remembered
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned, owner_of
from engine.packs.cohorts.pieces.records import City, Guild, Province
from engine.packs.cohorts.worth.active_spells import ActiveSpell, Countdown
from engine.world import Place, World

_TOLD = ("id", "on", "spell", "level", "side")
"""What an owner is told of a spell on what is its own: what it does, but not how strong it is."""


def show(rules: Rules, world: World, faction: int, seen: World) -> None:
    """The spells on what is the faction's own, and how long its own casters must wait.

    It knows who cast a friendly spell, and all about its spells and shells over its provinces.
    Spells on its captured people it knows as it knows the people. What is open to one in the whole
    game all know to be done, so that nobody sets out for it in vain. Sources:
    cohorts.magic.cast-outcomes, cohorts.knowledge.view, cohorts.order.perform-adventure.
    """
    spells = rules.module.content(Content).spells
    mine = (each for each in world.all(ActiveSpell) if _lies_on(world, each.on, faction))
    told = (remembered(world, each, ActiveSpell) for each in captives(world, faction))
    for active in chain(mine, *told):
        assert isinstance(active, ActiveSpell)
        seen.put(active.only(_told(active, spells.get(active.spell), faction)))
    for countdown in world.all(Countdown):
        of_all = countdown.caster.kind == Now.kind
        if of_all or _whose(world, countdown.caster) == faction:
            seen.put(countdown)


def _lies_on(world: World, place: Place, faction: int) -> bool:
    """Whether something is a faction's and not captured."""
    thing = world.at(place)
    return thing is not None and not imprisoned(thing) and _whose(world, place) == faction


def _told(active: ActiveSpell, spell: Spell | None, faction: int) -> tuple[str, ...]:
    if spell is None:
        return _TOLD
    shell = spell.family == "protection" and active.on.kind == Province.kind and active.side < 0
    if shell or active.faction == faction:
        return ActiveSpell.names
    return (*_TOLD, "faction") if spell.side == "friendly" else _TOLD


def _whose(world: World, place: Place) -> int:
    """The faction that has a thing, a province by its barony and a guild by its city."""
    thing = world.at(place)
    match thing:
        case None:
            return 0
        case Province():
            return owner_of(world, thing)
        case Player():
            return thing.faction
        case Guild():
            return faction_of(world, world.get(City, thing.city))
        case _:
            return faction_of(world, thing)
