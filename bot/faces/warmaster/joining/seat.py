"""The seat of Warmaster: that of Cohorts, which tells of the army list too."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.faces.cohorts.joining.beginning import Beginning
from bot.faces.cohorts.joining.seat import SEAT as COHORTS
from bot.faces.embeds import Card, Field
from bot.faces.join_forms import Seat
from bot.faces.warmaster.joining.muster import first_troops, home_list, leaders_of, muster_of
from engine.packs import Rules


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
