"""The seat of the game of kings: a kingdom with its King (kingdoms.setup.kingdom-choices)."""

from __future__ import annotations

from typing import Final

from bot.faces.join_forms import Ready, Seat
from bot.faces.kingdoms.joining import pages
from bot.faces.kingdoms.joining.claim import (
    Claim,
    blank_claim,
    from_court,
    lost,
    missing,
    order_of,
)
from bot.faces.kingdoms.joining.pages import welcome_card
from engine.packs.kingdoms.crowns.joining import thrones_left
from engine.packs.kingdoms.crowns.kings import RULE

SEAT: Final[Seat[Claim]] = Seat(
    blank=blank_claim,
    order=order_of,
    welcome=welcome_card,
    left=thrones_left,
    missing=missing,
    lost=lost,
    ready=Ready(
        offered=pages.offered,
        card=pages.court_card,
        change=from_court,
        noun="King",
        ask="Take a ready-made King",
        another="Look at another ready-made King",
        take="Take this King",
        change_first="Change this King first",
        rule=RULE,
    ),
    pages={pages.KING.page: pages.king_page, pages.ABILITY: pages.ability_page},
    design="Make your own King",
    back="Back to the King",
    invitation="choose a kingdom and a King.",
    left_behind="Your kingdom stays in the world, without orders",
)
