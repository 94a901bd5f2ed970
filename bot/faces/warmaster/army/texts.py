"""The words of an army's panel, tab by tab, each line with the orders that it leads on to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.faces.leads import Beside, Entry, Lead, tab, tabs
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
from bot.faces.warmaster.terms import DOES, KINDS, STANCES, directive
from bot.faces.words.tabs import Tab
from bot.faces.words.text import escaped, listed, number
from engine.orders import Ref
from engine.packs.warmaster.orders.directing import DissolveBrigade, FormBrigade
from engine.packs.warmaster.orders.doctrine import SetBoldness, SetItemUse, SetKeepLine

NAVAL = "It is at sea: only ships fight there, and nobody is deployed."
NOBODY = "Nobody in it fights."
USUAL = "°"
"""Marks what is so without an order."""


def army_tabs(
    facts: ArmyFacts, lacking: Sequence[Lack]
) -> tuple[tuple[Tab, ...], dict[str, Beside]]:
    """Every tab of an army's panel, with the leads beside their pages."""
    every = [
        tab("Army", _overview(facts, lacking), "What is set here holds until it is changed"),
        tab("Units", _units(facts), "Orders: /army deploy, /army directive"),
        tab("Leaders", _leaders(facts), "Orders: /army commander, /army post, /army spells"),
        tab("Brigades", _brigades(facts), "Orders: /army brigade, /army dissolve"),
        tab("All armies", _doctrine(facts), "Orders: /army boldness, /army keep-line"),
    ]
    return tabs(every)


# ---------------------------------------------------------------- the whole of it


def _overview(facts: ArmyFacts, lacking: Sequence[Lack]) -> Iterator[Entry]:
    if facts.naval:
        yield Entry(NAVAL)
    if not facts.units:
        yield Entry(NOBODY)
    stands = sum(unit.troop.stands for unit in facts.units)
    full = sum(unit.troop.full_stands for unit in facts.units)
    whose = f" of the {escaped(facts.list)}" if facts.list else ""
    yield Entry(
        f"**{facts.points:,} points**{whose}: {number(len(facts.units), 'unit')}, "
        f"{stands} of {number(full, 'stand')}."
    )
    general = facts.general
    if general:
        yield Entry(
            f"**{escaped(general.name)}** commands it ({general.why}), with Command "
            f"{general.command}."
        )
    for each in lacking:
        yield Entry(f"- ⚠️ {escaped(_capital(each.says))}.", each.leads)
    mine = any(unit.mine for unit in facts.units)
    yield Entry(
        "Battles are fought by these orders alone: a unit does by its directive what its leaders "
        "order it to.",
        (DeployArmy.lead(facts.place), DirectUnits.lead(facts.place), *_told_to_all())
        if mine
        else (),
    )
    if facts.resting:
        names = escaped(listed(facts.resting))
        yield Entry(f"-# Stay out of battle: {names} (slot 0, or more than 40).")
    yield Entry("-# Stacks that fight beside it join it, and their units come after its own.")


def _told_to_all() -> tuple[Lead, ...]:
    return (
        to_order(SetBoldness, "Boldness of all armies"),
        to_order(SetKeepLine, "Keep the line or not"),
        to_order(SetItemUse, "How an item is used"),
    )


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


# ---------------------------------------------------------------- units


def _units(facts: ArmyFacts) -> Iterator[Entry]:
    if not facts.units:
        yield Entry(NOBODY)
    if any(unit.mine for unit in facts.units):
        yield Entry(
            f"{USUAL} is as usual: nothing was told. The menu below sets it, for one or several.",
            (
                DeployArmy.lead(facts.place, "attack"),
                DeployArmy.lead(facts.place, "defence"),
                DirectUnits.lead(facts.place),
            ),
        )
    for unit in facts.units:
        yield Entry("\n".join(_unit(unit)), _unit_leads(unit))


def _unit_leads(unit: UnitFacts) -> tuple[Lead, ...]:
    if not unit.mine:
        return ()
    item = (to_unequip(unit.place, unit.troop.name, unit.item),) if unit.item else ()
    return to_deploy(unit), to_direct(unit), *item


def _unit(unit: UnitFacts) -> Iterator[str]:
    troop = unit.troop
    strength = f"{troop.stands} of {number(troop.full_stands, 'stand')}"
    parts = [strength, f"{troop.points} points"]
    parts += [f"carries {unit.item}"] if unit.item else []
    parts += [f"with {listed(unit.leaders)}"] if unit.leaders else []
    kind = unit.type if troop.type else f"{unit.type}, {KINDS[troop.kind]}"
    named = f" ({escaped(kind)})" if kind != troop.name else ""
    yield f"{unit.number}. **{escaped(troop.name)}**{named}: {escaped(', '.join(parts))}"
    yield f"-# {escaped('; '.join(_orders(unit)))}"


def _orders(unit: UnitFacts) -> Iterator[str]:
    for part, name in enumerate(("attacking", "defending")):
        does = directive(unit.directives[part]) + ("" if unit.told else USUAL)
        yield f"{name}: {_spot(unit, part)}, {does}"
    if unit.told:
        yield DOES[unit.told]
    if unit.brigade:
        yield f"in {unit.brigade}"


def _spot(unit: UnitFacts, part: int) -> str:
    column, row = unit.spots[part]
    return f"{column},{row}" + ("" if unit.given[part] else USUAL)


# ---------------------------------------------------------------- leaders


def _leaders(facts: ArmyFacts) -> Iterator[Entry]:
    if not facts.general:
        yield Entry("An unnamed captain leads it as General, with Command 7, from its middle unit.")
    for each in facts.leaders:
        yield Entry("\n".join(_leader(each)), _leader_leads(each))


def _leader_leads(each: LeaderFacts) -> tuple[Lead, ...]:
    if not each.mine:
        return ()
    found = [to_post(each)] if each.role else []
    found += [to_name(each)] if each.role and not each.named else []
    found += [to_spells(each)] if each.spells else []
    found += [to_unequip(each.place, each.name, each.item)] if each.item else []
    return tuple(found)


def _leader(each: LeaderFacts) -> Iterator[str]:
    if each.role is None:
        yield f"**{escaped(each.name)}** takes no part: {escaped(each.why)}."
        return
    item = f", carries {each.item}" if each.item else ""
    yield (
        f"**{escaped(each.name)}**, {ROLES[each.role]} ({escaped(each.why)}): Command "
        f"{each.command}, attack bonus +{each.bonus}{escaped(item)}"
    )
    attack, defence = each.units
    where = f"with {attack}" if attack == defence else f"with {attack}, in defence {defence}"
    posted = "as it is told" if each.posted else "as is usual"
    yield f"-# {escaped(f'{where} ({posted}); {STANCES[each.stance]}')}"
    if each.spells:
        order = "in its own order" if each.ordered else "in the order of the list"
        yield f"-# tries {escaped(', '.join(each.spells))} ({order})"


# ---------------------------------------------------------------- brigades and doctrine


def _brigades(facts: ArmyFacts) -> Iterator[Entry]:
    mine = [unit for unit in facts.units if unit.mine]
    form = (to_order(FormBrigade, "Form a brigade"),) if mine else ()
    yield Entry(
        "One order moves a whole brigade of up to four units, those within 3 hexes of its first.",
        form,
    )
    for brigade in facts.brigades:
        says = f"Dissolve {brigade.name}"
        lead = to_order(DissolveBrigade, says, brigade=str(Ref(*brigade.place)))
        names = escaped(", ".join(brigade.units))
        yield Entry(f"**{escaped(brigade.name)}**: {names}", (lead,))
    if not facts.brigades:
        yield Entry("You formed none, so those alike in kind and directive go by fours:")
        for part, name in enumerate(("Attacking", "Defending")):
            yield Entry(f"-# {name}: {escaped('; '.join(_usual(facts, part)))}")


def _usual(facts: ArmyFacts, part: int) -> Iterator[str]:
    """The usual brigades of a part, each as its units."""
    found: dict[int, list[str]] = {}
    for troop in facts.arrays[part].army.troops:
        found.setdefault(troop.brigade, []).append(troop.name)
    return (" + ".join(names) for names in found.values())


def _doctrine(facts: ArmyFacts) -> Iterator[Entry]:
    told = facts.doctrine
    yield Entry(
        f"**Boldness {told.boldness}**: no leader gives an order whose command value is below it. "
        "The lower, the bolder; 5 is usual.",
        (to_order(SetBoldness, "Set the boldness"),),
    )
    line = (
        "**The line is kept**: units that attack or advance stay near it."
        if told.keep_line
        else "**No line is kept**: each unit goes as far as it can."
    )
    keep = to_order(SetKeepLine, "Keep the line or not", on="no" if told.keep_line else "yes")
    yield Entry(line, (keep,))
    for item, use in facts.uses:
        given = to_order(SetItemUse, f"How {item} is used", item=item)
        yield Entry(f"**{escaped(item)}** is used: {escaped(use)}", (given,))
    if not facts.uses:
        yield Entry("Every magic item is used as is usual.", (_use(),))
    else:
        yield Entry("All others are used as is usual.", (_use(),))


def _use() -> Lead:
    return to_order(SetItemUse, "How an item is used")
