"""What a feature brings: its hoard, and what it gives to who searches it."""

from __future__ import annotations

from typing import Final

from bot.faces.words.text import listed
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.records import Site

_SIDES: Final = 10
"""Of the dice of gold (kingdoms.feature.hoards)."""
_SURE: Final = 100


def hoard_of(content: EncounterContent, site: Site) -> str:
    """What its guardian sits on, such as "2 to 20 gold and an item at 10%"; empty for nothing."""
    held = content.sites[site.feature].hoard
    if held is None or not site.being:
        return ""
    hoard = content.hoards[held]
    items = [
        ("another" if place else "an item") + (f" at {each}%" if each < _SURE else "")
        for place, each in enumerate(hoard.items)
    ]
    return listed([f"{hoard.gold} to {hoard.gold * _SIDES} gold", *items])


def gains_of(content: EncounterContent, site: Site) -> str:
    """What a Search may bring, in sentences; empty for nothing."""
    hoard = hoard_of(content, site)
    told = f"Its hoard holds {hoard}." if hoard else ""
    help = "" if site.searched else content.sites[site.feature].help
    return " ".join(filter(None, (told, help)))
