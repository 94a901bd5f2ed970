"""What threatens: enemies in sight near the player's cities, sieges, hunger; the fallen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bot.faces.advice import lead_to
from bot.faces.agenda import AgendaEntry, Desk, Line
from bot.faces.cohorts.agenda.advised import levy
from bot.faces.cohorts.agenda.own import (
    accepted,
    cities_of,
    content_of,
    ref,
    spot,
    to_all,
    to_order,
)
from bot.faces.cohorts.agenda.taste import NEAR
from bot.faces.cohorts.whereabouts import whereabouts
from bot.faces.leads import Lead
from bot.faces.words.text import escaped, number
from engine.facts import NotKnown
from engine.packs.cohorts.covert.prisoners import AttemptEscape
from engine.packs.cohorts.military.repelling import RepelIntruders
from engine.packs.cohorts.pieces.ownership import faction_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Map, Stack
from engine.packs.cohorts.production.hunger import Rations, rations
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.leaving import BuryUnit


def lines(desk: Desk) -> Iterator[Line]:
    """Cities in danger, then people who are."""
    for city in cities_of(desk):
        yield partial(_threatened, desk, city)
    for hero in desk.state.world.by(Character, "player", desk.player):
        yield partial(_lost, desk, hero)


def threats_to(desk: Desk, city: City) -> list[tuple[int, Stack]]:
    """Stacks of factions at war that were seen near a city this turn or the last, nearest first."""
    view = desk.view
    grid = view.get(Map, 1).grid
    home = grid.at(city.province - 1)
    found: list[tuple[int, Stack]] = []
    for index in grid.indexes_within(home, NEAR):
        for stack in view.by(Stack, "province", index + 1):
            side = faction_of(view, stack)
            if side == desk.faction or relation(view, desk.faction, side) != "at_war":
                continue
            where = whereabouts(view, desk.faction, stack)
            if where.seen >= where.turn - 1:
                found.append((grid.distance(home, grid.at(index)), stack))
    return sorted(found, key=lambda each: (each[0], each[1].id))


def _threatened(desk: Desk, city: City) -> AgendaEntry | None:
    foes, fed = threats_to(desk, city), _rations(desk, city)
    if not (city.besieged or foes or fed.wounds):
        return None
    said = ["is **besieged**"] if city.besieged else []
    leads: list[Lead] = []
    if fed.wounds:
        some = f"{fed.feeds:,}" if fed.feeds else "none"
        said.append(
            f"feeds {some} of its {fed.soldiers:,} soldiers: each unit inside loses {fed.wounds}% "
            "of its strength a week"
        )
    if fed.wounds and not city.besieged:
        out = ActivateStack.model_validate(
            {"province": f"province:{city.province}", "name": levy(desk, city)}
        )
        if accepted(desk, out):
            leads.append(lead_to(out, f"{city.name}: a stack for some of them"))
    if foes:
        away, stack = foes[0]
        more = f" and {number(len(foes) - 1, 'more stack')}" if len(foes) > 1 else ""
        name = escaped(stack.name) if stack.knows("name") else "An enemy"
        where = f"{number(away, 'province')} off" if away else "at its walls"
        said.append(f"sees {name}{more} {where}")
    repel = RepelIntruders.model_validate({"city": ref(desk, city)})
    if accepted(desk, repel):
        leads.append(lead_to(repel, f"{city.name}: repel intruders"))
    return AgendaEntry(
        text=f"⚠️ **{escaped(city.name)}** {' and '.join(said)}",
        leads=(*leads, to_all(desk, city, city.name)),
    )


def _rations(desk: Desk, city: City) -> Rations:
    try:
        return rations(desk.state.world, content_of(desk), city)
    except NotKnown:
        return Rations(0, 0, 0)


def _lost(desk: Desk, hero: Character) -> AgendaEntry | None:
    """Own pieces that are captured, or dead among own pieces."""
    name = escaped(hero.name)
    if hero.captor:
        escape = AttemptEscape.model_validate({"character": ref(desk, hero)})
        free = (lead_to(escape, f"{hero.name}: attempt escape"),) if accepted(desk, escape) else ()
        return AgendaEntry(
            text=f"⛓️ **{name}** is a prisoner", leads=(*free, to_all(desk, hero, hero.name))
        )
    if hero.dead:
        bury = to_order(BuryUnit, f"{hero.name}: bury", piece=ref(desk, hero))
        return AgendaEntry(
            text=f"☠️ **{name}** is dead {_resting(desk, hero)}".rstrip(),
            leads=(to_all(desk, hero, hero.name), bury),
        )
    return None


def _resting(desk: Desk, hero: Character) -> str:
    holder = desk.state.world.at(hero.holder)
    if isinstance(holder, City | Stack):
        return f"in {escaped(holder.name)} at {spot(desk, holder.province)}"
    return f"at {spot(desk, hero.holder.id)}" if hero.holder.kind == "province" else ""
