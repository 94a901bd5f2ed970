"""The face of battles in lines where Cohorts' units fight them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.faces.cohorts.helping import TOPICS as COHORTS
from bot.faces.face import Face
from bot.faces.help_topics import PrimerCard, Topic
from bot.faces.kingdoms.battle.on_cohorts import LINES
from bot.faces.sheet.tiles import Tile, row

_SLOTS: Final = (("set", "directive"), ("set", "combat-spell"))
"""Orders for battles of Cohorts' own kind."""
_BEFORE: Final = {topic.name: topic for topic in COHORTS}


def _without_slots(topic: Topic) -> Topic:
    return replace(topic, orders=tuple(each for each in topic.orders if each not in _SLOTS))


TOPICS: Final = (
    replace(
        _without_slots(_BEFORE["Fight"]),
        says=(
            "Each side draws up a line, and unit faces unit in columns; who is left over falls on "
            "a flank or the rear. A leader's skill makes all stronger, and leaders may duel before "
            "the lines meet. Phase 1 of war comes before movement, phase 2 after it. Look at the "
            "odds first."
        ),
        rules=(
            "kingdoms.mapping.battle-for-base-units", "kingdoms.battle.sequence",
            "cohorts.order.conquer-city", "cohorts.action.phases", "cohorts.order.siege-barony",
            "cohorts.diplomacy.relations",
        ),
    ),
    _without_slots(_BEFORE["Magic"]),
)  # fmt: skip
"""The topics of Cohorts that read otherwise."""
PRIMER: Final = (
    PrimerCard(
        "War",
        "Armies meet in lines, column against column: numbers tell on the flanks, and a good "
        "leader everywhere. `/odds` says who would win, as far as you know of them, and "
        "`/battle` shows each column afterwards.",
        (
            row(
                Tile("raven", "Declare war", "Free cities need none", 1),
                Tile("run", "March", "To a province next to it", 2),
                flow=True,
            ),
            row(
                Tile("crossed-swords", "Attack", "In phase 2, after movement", 3),
                Tile("spears", "Two lines", "Unit faces unit", 4, bright=True),
                flow=True,
            ),
            row(
                Tile("battle-axe", "Left over", "Falls on flank or rear", 5),
                Tile("crown", "Leaders", "Strengthen all, may duel", 6),
                flow=True,
            ),
            row(
                Tile("castle", "You win", "City and barony are yours"),
                Tile("skull-crossed-bones", "You lose", "Who is not lost runs away"),
            ),
        ),
        rules=("kingdoms.mapping.battle-for-base-units", "kingdoms.battle.sequence"),
    ),
)
"""The card in place of that of Cohorts."""


FACE: Final = Face(pack="kingdoms.battle.cohorts", lines=LINES, topics=TOPICS, primer=PRIMER)
