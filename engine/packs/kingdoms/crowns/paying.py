"""Income and pay as a turn ends, and what becomes of those who are not paid.

Sources: kingdoms.economy.income, kingdoms.economy.army-pay, kingdoms.economy.hero-pay,
kingdoms.economy.unpaid.
"""

from __future__ import annotations

from typing import Annotated, Final

from engine.events import Event, Level
from engine.facts import Facts, facts
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.gold import base_pay, hero_pay, settled, taxes
from engine.packs.kingdoms.crowns.growing import END
from engine.packs.kingdoms.crowns.inventions import boon
from engine.packs.kingdoms.crowns.order import living
from engine.packs.kingdoms.crowns.taxing import tax_of
from engine.packs.kingdoms.pieces.chance import step_stream, succeeds
from engine.packs.kingdoms.pieces.enchantments import is_on
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Ruler
from engine.state import State

BLESS: Final = "BL"
QUAKE: Final = "EA"
_DEPLETED: Final = 0  # kingdoms.army.quality
_WHOLE: Final = 100
