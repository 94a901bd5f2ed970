"""The card of Warlords' primer in place of that of Cohorts: how its battles are fought."""

from __future__ import annotations

from typing import Final

from bot.faces.help_topics import PrimerCard
from bot.faces.sheet.tiles import Tile, row

PRIMER: Final = (
    PrimerCard(
        "War",
        "Units fight one against one until one side is gone; the winners recover at once. So a "
        "fight is a matter of odds: `/odds` reckons them exactly for what you know.",
        (
            row(
                Tile("run", "March", "To a province next to it", 1),
                Tile("crossed-swords", "Attack", "In phase 2, after movement", 2),
                flow=True,
            ),
            row(
                Tile(
                    "spears", "8 against 8", "The lowest battle slot steps up first", 3, bright=True
                )
            ),
            row(
                Tile("high-shot", "First blows", "Acid, lightning, missiles", 4),
                Tile("battle-axe", "Rounds", "Roll your strength or less to hit", 5),
                flow=True,
            ),
            row(
                Tile("crown", "Bonuses", "Leaders, walls, terrain"),
                Tile("skull-crossed-bones", "The beaten", "Are lost to the last unit"),
            ),
        ),
        rules=("warlords.battle.sequence", "warlords.round.dice"),
    ),
)
