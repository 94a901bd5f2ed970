"""Which events of the game of kings stand together in a report."""

from __future__ import annotations

from typing import Final

from bot.faces.kingdoms.report import treasury
from bot.faces.report_sections import Part
from engine.packs.kingdoms.crowns.encounters import EncounterFought
from engine.packs.kingdoms.crowns.growing import ArmyChanged, ArmySettled
from engine.packs.kingdoms.crowns.honours import OfficesGiven
from engine.packs.kingdoms.crowns.noticing import CharacterNoticed
from engine.packs.kingdoms.crowns.outcome import BattleFought
from engine.packs.kingdoms.crowns.ranks import RanksCounted
from engine.packs.kingdoms.crowns.ventures.spying import ProvinceReported
from engine.packs.kingdoms.crowns.ventures.treating import (
    TreatyBroken,
    TreatyEnded,
    TreatyMade,
    TreatyOffered,
)

SECTIONS: Final = (
    Part("Battles", (BattleFought,), apart=True),
    Part("Encounters", (EncounterFought,), apart=True),
    Part("👁 Seen", (CharacterNoticed, ProvinceReported), apart=True),
    Part("Treaties", (TreatyOffered, TreatyMade, TreatyBroken, TreatyEnded)),
    Part("Treasury", treasury.TREASURY, lines=treasury.lines),
    Part("Offices", (RanksCounted, OfficesGiven)),
    Part("Armies", (ArmySettled, ArmyChanged), late=True),
)
"""The sections of a faction's report."""
