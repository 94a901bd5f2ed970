"""An army as a sheet: who leads it, its units one by one, what it is told, and where to tell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row
from bot.faces.leads import Lead
from bot.faces.paint.looks import Looks
from bot.faces.warmaster.army.deploying import DeployArmy, DirectUnits
from bot.faces.warmaster.army.facts import ArmyFacts, LeaderFacts, UnitFacts
from bot.faces.warmaster.army.lacks import Lack
from bot.faces.warmaster.army.leads import (
    to_deploy,
    to_direct,
    to_name,
    to_order,
    to_post,
    to_spells,
    to_unequip,
)
from bot.faces.warmaster.battle.terms import ROLES
from bot.faces.warmaster.looks import ROLES as ICONS
from bot.faces.warmaster.looks import unit_icon
from bot.faces.warmaster.terms import DOES, KINDS, STANCES, directive
from bot.faces.words.text import listed, number
from engine.orders import Ref
from engine.packs.warmaster.orders.directing import DissolveBrigade, FormBrigade
from engine.packs.warmaster.orders.doctrine import SetBoldness, SetItemUse, SetKeepLine

NAVAL: Final = "It is at sea: only ships fight there, and nobody is deployed."
NOBODY: Final = "Nobody in it fights."


def fights_rows(facts: ArmyFacts) -> Iterator[Row]:
    """How it fights, and who stays out."""
    if facts.naval:
        yield Row(NAVAL)
    if not facts.units:
        yield Row(NOBODY)
    leads: tuple[Lead, ...] = ()
    if any(unit.mine for unit in facts.units):
        leads = (
            DeployArmy.lead(facts.place),
            DirectUnits.lead(facts.place),
            to_order(SetBoldness, "Boldness of all armies"),
            to_order(SetKeepLine, "Keep the line or not"),
            to_order(SetItemUse, "How an item is used"),
        )
    does = "A unit does by its directive what its leaders order it to"
    yield Row("Battles are fought by these orders alone", told=does, leads=leads)
    if facts.resting:
        why = "slot 0, or more than 40"
        yield Row("Stay out of battle", listed(facts.resting), why)
    yield Row("Stacks that fight beside it join it, and their units come after its own")


def brigades_rows(facts: ArmyFacts) -> Iterator[Row]:
    """Its brigades; of those that nobody formed, the usual ones."""
    mine = any(unit.mine for unit in facts.units)
    form = (to_order(FormBrigade, "Form a brigade"),) if mine else ()
    near = "Those within 3 hexes of its first"
    yield Row("One order moves a whole brigade of up to four units", told=near, leads=form)
    for brigade in facts.brigades:
        says = f"Dissolve {brigade.name}"
        lead = to_order(DissolveBrigade, says, brigade=str(Ref(*brigade.place)))
        yield Row(brigade.name, ", ".join(brigade.units), leads=(lead,))
    if not facts.brigades:
        yield Row("You formed none, so those alike in kind and directive go by fours")
        for part, name in enumerate(("Attacking", "Defending")):
            yield Row(name, "; ".join(_usual(facts, part)))


def _usual(facts: ArmyFacts, part: int) -> Iterator[str]:
    """The usual brigades of a part, each as its units."""
    found: dict[int, list[str]] = {}
    for troop in facts.arrays[part].army.troops:
        found.setdefault(troop.brigade, []).append(troop.name)
    return (" + ".join(names) for names in found.values())


def doctrine_rows(facts: ArmyFacts) -> Iterator[Row]:
    """What all armies of the player are told."""
    told = facts.doctrine
    bold = "No leader gives an order whose command value is below it. The lower, the bolder; 5 is "
    set_to = (to_order(SetBoldness, "Set the boldness"),)
    yield Row("Boldness", str(told.boldness), told=f"{bold}usual", leads=set_to)
    line = (
        "Units that attack or advance stay near it"
        if told.keep_line
        else "Each unit goes as far as it can"
    )
    keep = to_order(SetKeepLine, "Keep the line or not", on="no" if told.keep_line else "yes")
    yield Row("The line", "kept" if told.keep_line else "not kept", told=line, leads=(keep,))
    for item, use in facts.uses:
        given = to_order(SetItemUse, f"How {item} is used", item=item)
        yield Row(f"Use of {item}", use, leads=(given,))
    all_ = "All others are" if facts.uses else "Every magic item is"
    any_ = (to_order(SetItemUse, "How an item is used"),)
    yield Row(f"{all_} used as is usual", leads=any_)


USUAL: Final = "°"
"""Marks a place without an order."""
HINTS: Final = {
    "Units": "Orders: /army deploy, /army directive",
    "Leaders": "Orders: /army commander, /army post, /army spells",
    "Brigades": "Orders: /army brigade, /army dissolve",
    "All armies": "Orders: /army boldness, /army keep-line",
}


def card_of(
    looks: Looks, facts: ArmyFacts, lacking: Sequence[Lack], turn: int, faction: int
) -> PanelCard:
    """The sheet of an army."""
    return PanelCard(
        "army", facts.name, facts.list or "army", turn, faction,
        icon="crossed-swords", head=tuple(_head(facts)),
        boxes=tuple(_boxes(looks, facts, lacking)),
    )  # fmt: skip


def _boxes(looks: Looks, facts: ArmyFacts, lacking: Sequence[Lack]) -> Iterator[Box]:
    if lacking:
        rows = tuple(
            Row(each.about, text=f"{_capital(each.says)}.", leads=each.leads) for each in lacking
        )
        yield Box("To see to", rows, wide=True)
    yield Box("How it fights", tuple(fights_rows(facts)), drawn=False)
    yield Box("Leaders", tuple(_leaders(facts)), wide=True, tab="Leaders")
    units = tuple(_unit(looks, each) for each in facts.units)
    if any(unit.mine for unit in facts.units):
        leads = (
            DeployArmy.lead(facts.place, "attack"),
            DeployArmy.lead(facts.place, "defence"),
            DirectUnits.lead(facts.place),
        )
        sets = "The menu below sets it, for one or several"
        usual = Row(f"{USUAL} is as usual: nothing was told", told=sets, leads=leads)
        yield Box("What units are told", (usual,), tab="Units", drawn=False)
    stands = sum(each.troop.stands for each in facts.units)
    note = f"{number(len(units), 'unit')}, {number(stands, 'stand')}"
    columns = 2 if len(units) > 12 else 1
    nobody = (Row(NOBODY, tone="faint"),)
    yield Box(
        "Units", units or nobody, note if units else "",
        wide=True, columns=columns, tab="Units", drawn=bool(units),
    )  # fmt: skip
    yield Box("Brigades", tuple(brigades_rows(facts)), tab="Brigades", drawn=False)
    yield Box(
        "What all armies are told", tuple(doctrine_rows(facts)), tab="All armies", drawn=False
    )


def _head(facts: ArmyFacts) -> Iterator[Row]:
    general = facts.general
    full = sum(unit.troop.full_stands for unit in facts.units)
    stands = sum(unit.troop.stands for unit in facts.units)
    strength = f"{number(len(facts.units), 'unit')}, {stands} of {number(full, 'stand')}"
    yield Row("Points", f"{facts.points:,}", told=_capital(strength))
    leads = f"{general.name}, Command {general.command}" if general else "a captain, Command 7"
    yield Row("General", leads, told=_capital(general.why) if general else "")
    yield Row("Boldness", str(facts.doctrine.boldness), "orders below it are not given")
    yield Row("Line", "kept" if facts.doctrine.keep_line else "not kept")
    if facts.brigades:
        yield Row("Brigades", text=listed(each.name for each in facts.brigades))


# ---------------------------------------------------------------- leaders


def _leaders(facts: ArmyFacts) -> Iterator[Row]:
    if facts.general is None:
        yield Row("An unnamed captain", "Command 7", "General, with the middle unit")
    for each in facts.leaders:
        yield _leader(each)


def _leader(each: LeaderFacts) -> Row:
    if each.role is None:
        return Row(each.name, "", f"takes no part: {each.why}", tone="faint")
    attack, defence = each.units
    where = f"with {attack}" if attack == defence else f"with {attack}, in defence {defence}"
    said = [where, STANCES[each.stance]]
    said += [f"carries {each.item}"] if each.item else []
    said += [f"tries {', '.join(each.spells)}"] if each.spells else []
    told = [each.why, "stands as it is told" if each.posted else "stands as is usual"]
    order = "casts in its own order" if each.ordered else "casts in the order of the list"
    told += [order] if each.spells else []
    return Row(
        each.name,
        f"Command {each.command}",
        f"{ROLES[each.role]}, bonus +{each.bonus}",
        icon=ICONS[each.role],
        text=f"{_capital('; '.join(said))}.",
        told=_capital("; ".join(told)),
        leads=tuple(_leader_leads(each)) if each.mine else (),
    )


def _leader_leads(each: LeaderFacts) -> Iterator[Lead]:
    yield to_post(each)
    if not each.named:
        yield to_name(each)
    if each.spells:
        yield to_spells(each)
    if each.item:
        yield to_unequip(each.place, each.name, each.item)


# ---------------------------------------------------------------- units


def _unit(looks: Looks, unit: UnitFacts) -> Row:
    troop = unit.troop
    attack, defence = (directive(each) for each in unit.directives)
    does = attack if attack == defence else f"{attack}, {defence} in defence"
    said = [does.capitalize()]
    said += [f"with {listed(unit.leaders)}"] if unit.leaders else []
    said += [f"in {unit.brigade}"] if unit.brigade else []
    said += [f"carries {unit.item}"] if unit.item else []
    kind = unit.type if troop.type else f"{unit.type}, {KINDS[troop.kind]}"
    told = f"Attacking at {_spot(unit, 0)}, defending at {_spot(unit, 1)}"
    told += f"; {DOES[unit.told]}" if unit.told else "; directive as usual"
    return Row(
        f"{unit.number}. {troop.name}",
        f"{troop.stands}/{troop.full_stands} stands",
        ", ".join(filter(None, (kind if kind != troop.name else "", f"{troop.points} points"))),
        icon=unit_icon(looks, unit.list, troop.type, troop.kind),
        tone="bad" if troop.stands < troop.full_stands else "",
        text=f"{'; '.join(said)}.",
        told=told,
        leads=tuple(_unit_leads(unit)) if unit.mine else (),
    )


def _unit_leads(unit: UnitFacts) -> Iterator[Lead]:
    yield to_deploy(unit)
    yield to_direct(unit)
    if unit.item:
        yield to_unequip(unit.place, unit.troop.name, unit.item)


def _spot(unit: UnitFacts, part: int) -> str:
    column, row = unit.spots[part]
    return f"{column},{row}" + ("" if unit.given[part] else USUAL)


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
