"""How a king's people fight in person: with spells and blows, by talk, or as thieves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.orders import Ref
from engine.packs.kingdoms.bouts.chances import can_talk
from engine.packs.kingdoms.bouts.plans import (
    CAST,
    FIRE,
    FLEE,
    ITEM,
    LONGEST,
    MELEE,
    STEAL,
    TALK,
)
from engine.packs.kingdoms.content.beings import Monster
from engine.packs.kingdoms.content.charms import CODES
from engine.packs.kingdoms.crowns.rivals.realm import KingsView
from engine.packs.kingdoms.crowns.ventures.ruling import EncounterPlan
from engine.packs.kingdoms.pieces.abilities import level_in
from engine.packs.kingdoms.pieces.records import MagicItem, Ruler
from engine.rivals import Intent, Reason

_SPELLS: Final = ("FI", "IC", "PS", "KI", "HA", "HO", "SP", "IN")
"""Combat spells, the most useful first."""
_MOST_SPELLS: Final = 3
Plan = tuple[str, ...]


def plan_of(realm: KingsView, ruler: Ruler) -> Plan:
    """The encounter plan that goes with what a character can do: magic, arrows, then blades."""
    spells: list[str] = []
    for code in _SPELLS:
        art = realm.arts.arts.get(code)
        if art and art.combat and code in CODES:
            ability = art.ability_of(ruler.alignment)
            if level_in(ruler.skill, ability) >= 1 and len(spells) < _MOST_SPELLS:
                spells.append(f"{CAST}-{code}")
    bow = (FIRE,) if level_in(ruler.skill, "AR") else ()
    return (*dict.fromkeys(_by_items(realm, ruler)), *spells, *bow, MELEE)[-LONGEST:]


def _by_items(realm: KingsView, ruler: Ruler) -> Iterator[str]:
    """The spells that items cast which a character carries."""
    for item in realm.view.by(MagicItem, "holder", ruler.place):
        casts = realm.meetings.artifacts[item.item].casts
        if casts in _SPELLS:
            yield f"{ITEM}-{casts}"


def plans_for(realm: KingsView, ruler: Ruler, being: Monster) -> Iterator[Plan]:
    """The ways in which a character may deal with the guardian of a feature."""
    fight = plan_of(realm, ruler)
    yield fight
    if can_talk(level_in(ruler.skill, "DR"), being.talk):
        # Those who are not heard fight on, or are gone before the fight.
        yield (TALK, *fight)[:LONGEST]
        yield (TALK, FLEE)
    if level_in(ruler.skill, "TH"):
        yield (STEAL, FLEE)


def planned(ruler: Ruler, before: Plan) -> Iterator[Intent]:
    """Say how somebody is to fight today, if that has changed."""
    if ruler.plan != before:
        order, first = EncounterPlan(character=Ref(*ruler.place), tactics=ruler.plan), ruler.plan[0]
        reason = Reason(
            "talk" if first == TALK else "steal" if first == STEAL else "plan", (ruler.place,)
        )
        yield Intent(order, reason)
