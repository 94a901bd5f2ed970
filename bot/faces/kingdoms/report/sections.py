"""Which events of the game of kings stand together in a report."""

from __future__ import annotations

from typing import Final

from bot.faces.kingdoms.report import treasury
from bot.faces.report_sections import ReportSection
from engine.packs.kingdoms.crowns.encounters import EncounterFought
from engine.packs.kingdoms.crowns.growing import ArmyChanged, ArmySettled
from engine.packs.kingdoms.crowns.honours import OfficesGiven
from engine.packs.kingdoms.crowns.noticing import CharacterNoticed
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.crowns.ranks import RanksCounted
from engine.packs.kingdoms.crowns.ventures.spying import ProvinceReported
from engine.packs.kingdoms.crowns.ventures.treating import (
    TreatyBroken,
    TreatyEnded,
    TreatyMade,
    TreatyOffered,
)

SECTIONS: Final = (
    ReportSection("Battles", (KingdomBattleFought,), apart=True),
    ReportSection("Encounters", (EncounterFought,), apart=True),
    ReportSection("👁 Seen", (CharacterNoticed, ProvinceReported), apart=True),
    ReportSection("Treaties", (TreatyOffered, TreatyMade, TreatyBroken, TreatyEnded)),
    ReportSection("Treasury", treasury.TREASURY, lines=treasury.lines),
    ReportSection("Offices", (RanksCounted, OfficesGiven)),
    ReportSection("Armies", (ArmySettled, ArmyChanged), late=True),
)
"""The sections of a faction's report."""
