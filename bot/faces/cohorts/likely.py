"""Which orders people give most, the likeliest first: they head the menus of what can be done."""

from __future__ import annotations

from typing import Final

LIKELY: Final = (
    # stacks
    *("stack move", "stack quest", "war conquer", "form-stack", "war siege", "stack rest"),
    *("stack training-camp", "war raze", "war bombard", "war assist", "transfer all"),
    # cities
    *("city train", "city construct-village", "city improve-village", "city build-improvement"),
    *("city attract", "city make", "city build-guild", "city improve-guild", "city conscript"),
    *("city build-walls", "city build-watch-tower", "city build-road", "war repel", "war defend"),
    # people
    *("character adventure", "character practice-skill", "character cast", "spend skill-points"),
    *("spend attribute-points", "transfer character", "transfer unit", "equip character"),
    *("equip unit", "character recruit", "character influence", "craft item", "craft potion"),
    *("craft gather-flora", "set combat-spell", "set slot", "set talents", "character field-train"),
    *("character take-a-break", "character research-spell", "character learn-from-guild"),
    *("character summon-agent", "covert spy-city", "covert spy-province", "covert guard"),
    # guilds and agents
    *("guild train-character", "guild train-units", "guild cast", "guild miracle", "guild heal"),
    *("guild research-spell", "guild make-potion", "guild improve-self", "guild summon-agent"),
    *("trade open", "trade offer", "agent detect", "agent rob", "agent steal-spell"),
)
"""Paths of orders, and names of recipes. What is not here comes after it, as the rules list it."""
