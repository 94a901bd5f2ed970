"""What a city can make: equipment, mounts, units and potions, how many, and else why not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.faces.cards.card import Box, Row
from bot.faces.cohorts.asking import rested
from bot.faces.cohorts.city.training import Trainable, trainable, trains_otherwise
from engine.orders import Ref, Refusal
from engine.packs import Rules
from engine.packs.cohorts.cities import making
from engine.packs.cohorts.cities.models import models, most_of
from engine.packs.cohorts.cities.training import TrainMilitaryUnits, waiting_in
from engine.packs.cohorts.content import Content, Potion
from engine.packs.cohorts.content.items import Made
from engine.packs.cohorts.guilds import brewing
from engine.packs.cohorts.pieces.records import City, Guild
from engine.state import State
from engine.suggesting import refusal_of
from engine.world import World

UNITS, POTIONS = "Units", "Potions"
_AMONG: Final[Mapping[str, str]] = dict.fromkeys(
    ("Weapons", "Armor", "Gear", "Mounts"), "Equipment"
)
"""Kinds that lack the same things, by what they are told as together."""
_IT = "{it}"
"""Stands in a reason for the name of what cannot be made."""


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


def makings(rules: Rules, view: World, city: City) -> tuple[Making, ...]:
    """Everything that cities make, in the module's order; what this one can make comes first.

    The city must be one of the faction whose view it is; whether it has an action does not matter.
    """
    state = rested(rules, view, city)
    content = rules.module.content(Content)
    city = state.world.get(City, city.id)
    found = [*_units(state, content, city), *_equipment(state, content, city)]
    return tuple(sorted(found, key=lambda each: bool(each.hindered)))


def making_boxes(rules: Rules, view: World, city: City) -> Iterator[Box]:
    """What an own city can make with the most of each, then by kind what it cannot and why."""
    found = makings(rules, view, city)
    made: dict[str, list[str]] = {}
    for each in found:
        if not each.hindered:
            made.setdefault(each.kind, []).append(f"{each.name} {each.most:,}")
    ready = tuple(Row(kind, text=", ".join(names)) for kind, names in made.items())
    note = "the most that one action makes"
    if not city.actions:
        note = f"it has no action left; with its next, {note}"
    yield Box("Can be made", ready or (Row("nothing yet"),), note, tab="Make", drawn=False)
    missing: dict[str, list[Making]] = {}
    for each in found:
        if each.hindered:
            missing.setdefault(_AMONG.get(each.kind, each.kind), []).append(each)
    for kind, some in missing.items():
        yield Box(f"{kind} that cannot be made", _by_reason(some), tab="Make", drawn=False)


def _by_reason(missing: Iterable[Making]) -> tuple[Row, ...]:
    """What cannot be made, all that one thing keeps from it in one row."""
    reasons: dict[str, list[str]] = {}
    for each in missing:
        name = re.compile(rf"\b(?:an? )?{re.escape(each.name)}\b", re.IGNORECASE)
        reasons.setdefault(name.sub(_IT, each.hindered), []).append(each.name)
    rows: list[Row] = []
    for reason, names in reasons.items():
        itself = reason.replace(f"what {_IT} takes: {_IT}", f"a deposit of {_IT}")
        told = itself.replace(_IT, "each" if len(names) > 1 else "it")
        rows.append(Row(", ".join(names), told[0].upper() + told[1:]))
    return tuple(rows)


def _units(state: State, content: Content, city: City) -> Iterator[Making]:
    """Each model by every race of which enough recruits wait; else once, and why not."""
    if order := trains_otherwise(state.rules):
        yield from _by_type(trainable(state, order, city))
        return
    waiting = waiting_in(state, city) or [(next(iter(content.races.values())), 0)]
    for model in models(content):
        refusals: list[Refusal] = []
        for race, recruits in waiting:
            order = TrainMilitaryUnits(
                city=Ref(*city.place), race=race.key, quantity=1, name="Unit", type=model.type
            )
            if refusal := refusal_of(state, order):
                refusals.append(refusal)
                continue
            made = model.from_recruits(recruits)
            yield Making(
                name=f"{model.name} ({race.name.lower()}, {recruits:,} wait)",
                kind=UNITS,
                most=min(made, most_of(content, model, city.improvements)),
                hindered="",
            )
        if len(refusals) == len(waiting):  # the first is of the race with most recruits
            yield Making(model.name, UNITS, 0, refusals[0].says)


def _by_type(found: Iterable[Trainable]) -> Iterator[Making]:
    """Each type by every race that makes any; else once, and why not."""
    refused: dict[str, Refusal] = {}
    made: dict[str, None] = {}
    for each in found:
        if each.refusal:
            refused.setdefault(each.name, each.refusal)
            continue
        made[each.name] = None
        name = f"{each.name} ({each.race.name.lower()}, {each.waiting:,} wait)"
        yield Making(name, UNITS, each.most, "")
    for name, refusal in refused.items():
        if name not in made:
            yield Making(name, UNITS, 0, refusal.says)


def _equipment(state: State, content: Content, city: City) -> Iterator[Making]:
    tables = {
        "Weapons": content.weapons,
        "Armor": content.armors,
        "Gear": content.gear,
        "Mounts": content.mounts,
        POTIONS: content.potions,
    }
    for kind, table in tables.items():
        for item in table.values():
            refusal, most = possible(state.world, content, city, item)
            yield Making(
                name=item.name,
                kind=kind,
                most=most,
                hindered=refusal.says if refusal else "",
            )


def possible(
    world: World, content: Content, city: City, thing: Made | Potion
) -> tuple[Refusal | None, int]:
    """What keeps an own city from making something, and how many it makes with an action.

    Potions are brewed by the best of its guilds that brew such things.
    """
    if isinstance(thing, Made):
        refusal = next(making.obstacles(world, content, city, thing), None)
        return refusal, 0 if refusal else making.most(world, content, city, thing)
    guilds = world.by(Guild, "city", city.id)
    brewers = [g for g in guilds if thing.keyword in content.guilds[g.type].brews]
    guild = max(brewers, key=lambda each: each.level, default=None)
    if guild is None:
        return next(brewing.requirements(world, content, city, thing), None), 0
    refusal = next(brewing.obstacles(world, content, guild, thing), None)
    return refusal, 0 if refusal else brewing.most(world, content, guild, thing)
