"""Where a battle of Cohorts was fought and between whom, as far as the asker's view names them."""

from __future__ import annotations

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
