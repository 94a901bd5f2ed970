"""What an army and its brigades are told, and the doctrine of all armies, as rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import Row
from bot.faces.leads import Lead
from bot.faces.warmaster.army.deploying import DeployArmy, DirectUnits
from bot.faces.warmaster.army.facts import ArmyFacts
from bot.faces.warmaster.army.leads import (
    to_order,
)
from bot.faces.words.text import listed
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
