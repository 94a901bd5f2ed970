"""The seat of Cohorts: a faction's city and a party, ready-made or designed (cohorts.setup)."""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.joining import pages
from bot.faces.cohorts.joining.beginning import Beginning, blank_beginning, lost, missing, order_of
from bot.faces.cohorts.joining.starts import STARTS, places_left
from bot.faces.cohorts.joining.texts import faction_about, welcome_card
from bot.faces.embeds import Card
from bot.faces.join_forms import Ready, Seat
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.setup.designing import design_of
from engine.packs.cohorts.setup.joining import NAME_LENGTH


def _welcome(rules: Rules, beginning: Beginning, party: str) -> Card:
    chosen = rules.module.content(Content).parties[party] if party else None
    design = chosen or design_of(beginning.outline)
    assert design is not None, "the order was made from it"
    return welcome_card(rules.module.factions[beginning.faction], design)


SEAT: Final[Seat[Beginning]] = Seat(
    blank=blank_beginning,
    order=order_of,
    welcome=_welcome,
    about=faction_about,
    missing=missing,
    lost=lost,
    left=places_left,
    starts=STARTS,
    ready=Ready(
        offered=pages.offered,
        card=pages.ready_card,
        change=pages.from_ready,
        noun="party",
        ask="Ride with a ready-made party",
        another="Look at another ready-made party",
        take="Ride with them",
        change_first="Change them first",
        rule="cohorts.setup.steps",
    ),
    pages={pages.PARTY.page: pages.party_page, pages.CHARACTER: pages.character_page},
    design="Design your own",
    back="Back to the party",
    longest_name=NAME_LENGTH,
    invitation="choose a faction, a city and a party.",
    left_behind="Your cities and characters stay, without orders",
)
