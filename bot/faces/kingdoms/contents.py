"""What a module holds for the game of kings, all its packs' tables together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.packs import Rules
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.arts import ArtsContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent


@dataclass(frozen=True, slots=True)
class Contents:
    """The tables of a module, by the pack that asks for them."""

    armies: ArmyContent
    encounters: EncounterContent
    arts: ArtsContent
    rulers: RulerContent
    ventures: VentureContent


@lru_cache(maxsize=16)
def contents_of(rules: Rules) -> Contents:
    """The tables of a campaign's module."""
    module = rules.module
    return Contents(
        armies=module.content(ArmyContent),
        encounters=module.content(EncounterContent),
        arts=module.content(ArtsContent),
        rulers=module.content(RulerContent),
        ventures=module.content(VentureContent),
    )
