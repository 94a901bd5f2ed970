"""How a person means to begin, and the order that begins so."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import AliasChoices, Field

from bot.faces.cohorts.joining.texts import leftovers, told_fault
from bot.faces.join_forms import Draft, Missing
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.setup.designing import Outline, blank, design_of, faults
from engine.packs.cohorts.setup.joining import Join


class Beginning(Draft):
    """Faction, city, name and party as they are chosen so far."""

    # What was put down before starting places had a name of their own is read still.
    place: int = Field(default=0, validation_alias=AliasChoices("place", "city"))
    outline: Outline


def blank_beginning(rules: Rules) -> Beginning:
    """Nothing chosen."""
    return Beginning(outline=blank(rules.module.content(Content)))


def order_of(_rules: Rules, beginning: Beginning, party: str) -> Join:
    """The order that takes the place: with a ready-made party, or with the outline's design.

    Raises:
        ValueError: the design lacks a name, race or class.
    """
    design = None if party else design_of(beginning.outline)
    if not party and design is None:
        raise ValueError("the design is not finished")
    return Join(
        faction=beginning.faction,
        name=beginning.name,
        party=party,
        city=beginning.place,
        design=design,
    )


def missing(rules: Rules, beginning: Beginning) -> Sequence[Missing]:
    """What keeps the design from being submitted (cohorts.setup.steps)."""
    outline = beginning.outline
    found = faults(outline, rules.module.content(Content))
    return [Missing(told_fault(each, outline), each.rule) for each in found]


def lost(rules: Rules, beginning: Beginning) -> Sequence[str]:
    """What the design leaves and loses (cohorts.setup.steps)."""
    return list(leftovers(beginning.outline, rules.module.content(Content)))
