"""The face of the game of kings."""

from __future__ import annotations

from bot.faces.face import Face
from bot.faces.kingdoms.looks import looks_of_armies, looks_of_finds
from bot.faces.kingdoms.map.atlas import ATLAS, LAYERS
from bot.faces.kingdoms.panels import PANELS
from bot.faces.paint.looks import Looks, joined
from engine.packs import Rules
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.encounters import EncounterContent


def _looks(rules: Rules) -> Looks:
    module = rules.module
    return joined(
        looks_of_armies(module.content(ArmyContent)),
        looks_of_finds(module.content(EncounterContent)),
    )


FACE = Face(
    pack="kingdoms.crowns",
    atlas=ATLAS,
    layers=LAYERS,
    panels=PANELS,
    looks=_looks,
)
