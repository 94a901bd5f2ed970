"""What players of Warlords do otherwise than those of Cohorts."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.faces.cohorts.helping import TOPICS as COHORTS
from bot.faces.help_topics import Topic

_BEFORE: Final = {topic.name: topic for topic in COHORTS}

_FIRST: Final = (("war", "conquer"), ("set", "slot"))

TOPICS: Final[tuple[Topic, ...]] = (
    replace(
        _BEFORE["Fight"],
        says=(
            "At most 8 units fight in a stack, one after the other: who stands in the lowest "
            "battle slot steps up first. The beaten side is lost to the last unit, so look at the "
            "odds first. To march and attack in one turn, give the attack in the phase after "
            "movement."
        ),
        orders=(
            *_FIRST, ("stack", "seek-blessing"), ("hero", "cast"),
            ("hero", "equip"), *(each for each in _BEFORE["Fight"].orders if each not in _FIRST),
        ),
        rules=(
            "warlords.battle.sequence", "warlords.stack.limit", "warlords.stack.fight-order",
            "warlords.map.result", "warlords.fight.odds", "cohorts.order.conquer-city",
        ),
    ),
    replace(
        _BEFORE["Train"],
        says=(
            "A city makes units of the roster from its recruits. Units earn medals in battle; "
            "heroes learn by practice, at guilds and from fights."
        ),
        orders=(*_BEFORE["Train"].orders, ("hero", "type"), ("guild", "bless")),
        rules=("warlords.map.training", "warlords.roster.units", *_BEFORE["Train"].rules[2:]),
    ),
    replace(
        _BEFORE["Gear and people"],
        orders=(
            ("hero", "equip"), ("hero", "unequip"), ("guild", "make-relic"),
            *_BEFORE["Gear and people"].orders,
        ),
        rules=("warlords.hero.equipment", "warlords.item.getting",
               *_BEFORE["Gear and people"].rules),
    ),
)  # fmt: skip
