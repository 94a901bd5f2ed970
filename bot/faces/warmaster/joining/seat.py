"""The seat of Warmaster: that of Cohorts, with the army list and the first troops added."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

from bot.faces.cohorts.joining.beginning import Beginning
from bot.faces.cohorts.joining.seat import SEAT as COHORTS
from bot.faces.embeds import Card, Field
from bot.faces.join_forms import Seat
from bot.faces.words.text import listed, number
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.warmaster.content import ArmyList, WarmasterContent
from engine.packs.warmaster.pieces import list_of

_ALL: Final = 20  # first troops and spells that are told one by one


def home_list(rules: Rules, faction: str) -> ArmyList | None:
    """The army list of the people of whom most of a faction are; None if they have none."""
    race = rules.module.content(Content).realms[faction].home_race
    return list_of(rules.module.content(WarmasterContent), race)


def muster_of(rules: Rules, faction: str) -> str:
    """The list that a faction musters from and how that fights; empty without a list."""
    army = home_list(rules, faction)
    return f"**Army** {army.name}. {army.description}" if army else ""


def leaders_of(rules: Rules, army: ArmyList) -> str:
    """How well a list is commanded, and what its Wizards cast."""
    commands = [f"{role.capitalize()} {each.command}" for role, each in army.characters.items()]
    told = f"**Command** {' · '.join(commands)}"
    spells = rules.module.content(WarmasterContent).war_spells
    cast = [spells[key].name for key in army.spells if key in spells]
    return f"{told} · **Spells** {', '.join(cast)}" if cast else told


def first_troops(rules: Rules, faction: str) -> str:
    """With which units and items a player of a faction begins; empty for none."""
    war, army = rules.module.content(WarmasterContent), home_list(rules, faction)
    if army is None:
        return ""
    keys = Counter(war.warmaster.starts.units.get(army.key, ()))
    parts = [f"{count} × {army.units[key].name}" for key, count in keys.items()]
    parts += [war.magic_items[key].name for key in war.warmaster.starts.items]
    points = sum(army.units[key].points * count for key, count in keys.items())
    return f"{listed(parts, _ALL)}: {number(points, 'point')}." if parts else ""


def _about(rules: Rules, faction: str) -> str:
    return "\n".join(filter(None, (COHORTS.about(rules, faction), muster_of(rules, faction))))


def _welcome(rules: Rules, beginning: Beginning, party: str) -> Card:
    card = COHORTS.welcome(rules, beginning, party)
    army, troops = home_list(rules, beginning.faction), first_troops(rules, beginning.faction)
    if army is None or not troops:
        return card
    about = f"{troops}\n{leaders_of(rules, army)}\n-# {army.description}"
    first = Field(f"In your city: {army.name}", about)
    return replace(card, fields=(*card.fields, first))


SEAT: Final[Seat[Beginning]] = replace(
    COHORTS,
    about=_about,
    welcome=_welcome,
    invitation="choose a faction and its army list, a city and a party.",
)
