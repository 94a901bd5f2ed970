"""Where the slots of a battle lie on its field, and which colours a battle in slots has.

Lengths are pixels on a picture 1200 wide.
"""

from __future__ import annotations

from typing import Final

from bot.faces.battle.layout import FIELD
from bot.faces.battle.scene import Setting
from bot.faces.battle.told import BattleTold, both_sides
from bot.faces.words.text import clean, word
from engine.packs.cohorts.marching.garrisons import CASTLE
from engine.packs.cohorts.pieces.records import City, Province, Tower
from engine.world import World


def setting_of(told: BattleTold) -> Setting:
    """The setting of a battle of stacks, by the province of its clash."""
    ground = told.record.clash.ground
    province = told.view.find(Province, ground)
    subtitle = f"{word(province.terrain)} {province.location}" if province else ""
    return Setting(place_of(told.view, ground), subtitle, told.turn, both_sides(told))


def place_of(view: World, province: int) -> str:
    """What a battle there is called, such as "Battle of Aldermere"; not made safe for Discord.

    One that was fought nowhere in the world (0) is a pitched battle.
    """
    if not province:
        return "Pitched battle"
    here = view.find(Province, province)
    city = view.first(City, "province", province)
    if city is not None and city.knows("name"):
        return f"Battle of {clean(city.name)}"
    if here and any(tower.type == CASTLE for tower in view.by(Tower, "province", province)):
        return f"Battle at the castle {here.location}"
    return f"Battle at {here.location}" if here else "Battle out of sight"


HEX: Final = 206.0  # a hex's width
HEX_HEIGHT: Final = HEX * 2 / 3**0.5
COLUMNS, ROWS = 5, 4

MORALE: Final = "#F2B632"
SHAKEN: Final = "#D9822B"
STEADY: Final = 50  # a morale below it may fail (cohorts.morale.check)
LOSS: Final = "#FFD3CF"
SPELL: Final = "#EBC9FF"
SPECIAL: Final = "#9BE8C4"
ARTILLERY: Final = "#FFB56B"


def hex_centre(column: int, row: int) -> tuple[float, float]:
    """The middle of a hex; rows count from the attackers' back rank, which is the lowest."""
    left, top, right, bottom = FIELD
    start = left + ((right - left) - (COLUMNS + 0.5) * HEX) / 2
    tall = HEX_HEIGHT * (0.75 * (ROWS - 1) + 1)
    lowest = bottom - ((bottom - top) - tall) / 2 - HEX_HEIGHT / 2
    return (
        start + (column + 0.5 + (row % 2) / 2) * HEX,
        lowest - row * HEX_HEIGHT * 0.75,
    )
