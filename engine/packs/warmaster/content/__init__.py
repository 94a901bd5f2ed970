"""What a module holds for Warmaster, as typed sections, one file a subject."""

from __future__ import annotations

from engine.module.sections import declare
from engine.packs.warmaster.content.campaign import CampaignSections
from engine.packs.warmaster.content.lists import ArmyList, UnitType
from engine.module.sections import Table

__all__ = ["ArmyList", "UnitType", "WarmasterContent"]


class WarmasterContent(CampaignSections):
    """The sections of the Warmaster pack, by the names of their tables in a module's files."""

    army_lists: Table[ArmyList]


declare("warmaster", WarmasterContent)
