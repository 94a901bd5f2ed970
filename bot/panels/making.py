"""What a city can make: equipment, mounts, units and potions, how many, and else why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.panels.asking import refusal_of, rested
from engine.orders import Ref
from engine.packs import Rules
from engine.packs.cohorts.cities import making
from engine.packs.cohorts.cities.models import models, most_of
from engine.packs.cohorts.cities.people import race_of_recruits
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.guilds import brewing
from engine.packs.cohorts.possessions import held
from engine.packs.cohorts.records import City, Guild
from engine.state import State
from engine.world import World

UNITS, POTIONS = "Units", "Potions"


@dataclass(frozen=True, slots=True)
class Making:
    """Something that a city makes, or could."""

    name: str
    kind: str
    """Units, Weapons, Armor, Gear, Mounts or Potions."""
    most: int
    """How many one action makes; 0 if none can be made."""
    hindered: str
    """Why it cannot be made; empty if it can, the want of an action aside."""
    instead: str
    """What to do about that."""


def makings(rules: Rules, view: World, city: City) -> tuple[Making, ...]:
    """Everything that cities make, in the module's order; what this one can make comes first.

    The city must be one of the faction whose view it is; whether it has an action does not matter.
    """
    state = rested(rules, view, city)
    content = rules.module.content(Content)
    city = state.world.get(City, city.id)
    found = [*_units(state, content, city), *_equipment(state, content, city)]
    found += _potions(state, content, city)
    return tuple(sorted(found, key=lambda each: bool(each.hindered)))


def _units(state: State, content: Content, city: City) -> Iterator[Making]:
    """Each model with the recruits of the race that gives most."""
    waiting = {
        race: each.count
        for each in held(state.world, city.place)
        if (race := race_of_recruits(each.item)) in content.races
    }
    race = max(waiting, key=lambda key: (waiting[key], key), default=next(iter(content.races)))
    for model in models(content):
        order = TrainMilitaryUnits(
            city=Ref(*city.place), race=race, quantity=1, name="Unit", type=model.type
        )
        refusal = refusal_of(state, order)
        most = 0
        if refusal is None:
            made = model.from_recruits(waiting.get(race, 0))
            most = min(made, most_of(content, model, city.improvements))
        yield Making(
            name=f"{model.name} ({content.races[race].name.lower()})" if most else model.name,
            kind=UNITS,
            most=most,
            hindered=refusal.says if refusal else "",
            instead=refusal.instead if refusal else "",
        )


def _equipment(state: State, content: Content, city: City) -> Iterator[Making]:
    tables = {
        "Weapons": content.weapons,
        "Armor": content.armors,
        "Gear": content.gear,
        "Mounts": content.mounts,
    }
    for kind, table in tables.items():
        for item in table.values():
            refusal = next(making.obstacles(state.world, content, city, item), None)
            yield Making(
                name=item.name,
                kind=kind,
                most=0 if refusal else making.most(state.world, content, city, item),
                hindered=refusal.says if refusal else "",
                instead=refusal.instead if refusal else "",
            )


def _potions(state: State, content: Content, city: City) -> Iterator[Making]:
    guilds = list(state.world.by(Guild, "city", city.id))
    for potion in content.potions.values():
        brewers = [g for g in guilds if potion.keyword in content.guilds[g.type].brews]
        guild = max(brewers, key=lambda each: each.level, default=None)
        if guild:
            refusal = next(brewing.obstacles(state.world, content, guild, potion), None)
        else:
            refusal = next(brewing.requirements(state.world, content, city, potion), None)
        most = brewing.most(state.world, content, guild, potion) if guild and not refusal else 0
        yield Making(
            name=potion.name,
            kind=POTIONS,
            most=most,
            hindered=refusal.says if refusal else "",
            instead=refusal.instead if refusal else "",
        )
